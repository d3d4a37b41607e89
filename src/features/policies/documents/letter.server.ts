/** The visa letter: short, in full sentences, the figures a consulate or school asks for, in its own currency. */
import { dayOf, formatDay } from '../../../lib/dates.ts'
import { drawName, exchange, personRows } from './certificate.server.ts'
import type { PolicyPaper } from './parts.server.ts'
import { STYLE } from './style.server.ts'

export function drawLetter(paper: PolicyPaper): void {
  const { facts, t, lang } = paper
  const start = formatDay(facts.start, lang)
  const end = formatDay(facts.end, lang)
  paper.title(t('documents:letter.title'), formatDay(dayOf(facts.issuedAt), lang), t('documents:letter.to'))
  paper.paragraph(t('documents:letter.confirm', { name: facts.insured.name, insurer: facts.insurerFull, number: facts.number, start, end }))
  paper.space(9)
  paper.ruler()
  paper.heading(t('documents:insured'), 110)
  drawName(paper, facts.insured)
  paper.grid(personRows(paper, facts.insured), 3)
  paper.space(10)
  paper.section(t('documents:letter.cover'), [{ label: t('documents:territory'), value: facts.territory }, ...facts.required])
  exchange(paper)
  if (facts.requirement) {
    paper.space(6)
    paper.paragraph(facts.requirement)
  }
  paper.space(5)
  paper.paragraph(t('documents:letter.contact', { phone: facts.helpLine, email: facts.site.email }))
  sign(paper)
  paper.space(4)
  paper.check()
  paper.paragraph(t('documents:prevail'), STYLE.small)
}

/** Who stands behind the letter. */
function sign(paper: PolicyPaper): void {
  const { facts, t } = paper
  paper.space(8)
  paper.need(36)
  paper.paragraph(facts.site.operator, STYLE.strong)
  paper.paragraph(t('documents:letter.onBehalf', { insurer: facts.insurerFull }), STYLE.small)
}
