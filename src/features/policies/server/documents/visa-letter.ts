/** The visa letter: short, in full sentences, the figures a consulate or school asks for, in its own currency. */
import { dayOf, formatDay } from '../../../../lib/days/dates.ts'
import { drawExchangeNote, drawInsured } from './certificate.ts'
import type { PolicyDocument } from './policy-document-parts.ts'
import { STYLE } from '../../../../server/pdf/document-style.ts'

export function drawLetter(paper: PolicyDocument): void {
  const { facts, t } = paper
  drawOpening(paper, 'letter')
  paper.section(t('policydocuments:letter.cover'), [
    { label: t('policydocuments:territory'), value: facts.territory },
    ...facts.required,
  ])
  drawExchangeNote(paper)
  if (facts.requirement) {
    paper.addSpace(6)
    paper.paragraph(facts.requirement)
  }
  paper.addSpace(5)
  // The two lines are not the same: nobody asks the assistance company about a letter.
  paper.paragraph(
    t('policydocuments:letter.contact', {
      phone: facts.site.phone,
      email: facts.site.email,
      company: facts.assistance,
      helpLine: facts.helpLineAnywhere,
    }),
    STYLE.small,
  )
  drawSigner(paper)
  paper.addSpace(2)
  paper.check()
  paper.paragraph(t('policydocuments:prevail'), STYLE.small)
}

/** How a letter begins: to whom, who is insured from when to when, and the period. */
export function drawOpening(paper: PolicyDocument, letter: 'letter' | 'waiver'): void {
  const { facts, t, lang } = paper
  const start = formatDay(facts.start, lang)
  const end = formatDay(facts.end, lang)
  paper.title(
    t(`policydocuments:${letter}.title`),
    formatDay(dayOf(facts.issuedAt), lang),
    t(`policydocuments:${letter}.to`),
  )
  paper.paragraph(
    t(`policydocuments:${letter}.confirm`, {
      name: facts.insured.name,
      insurer: facts.insurerFull,
      number: facts.number,
      start,
      end,
    }),
  )
  paper.addSpace(6)
  paper.ruler()
  drawInsured(paper, t('policydocuments:insured'))
  paper.addSpace(6)
}

/** The signature: who issues the letter. */
export function drawSigner(paper: PolicyDocument): void {
  const { facts, t } = paper
  paper.addSpace(6)
  paper.ensureSpace(36)
  paper.paragraph(facts.site.operator, STYLE.strong)
  paper.paragraph(t('policydocuments:letter.onBehalf', { insurer: facts.insurerFull }), STYLE.small)
}
