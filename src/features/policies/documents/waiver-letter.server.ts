/** The waiver letter: what a school compares with its own plan, each figure in the currency that the school asks for. */
import { dayOf, formatDay } from '../../../lib/dates.ts'
import { drawExchangeNote, drawName, personRows } from './certificate.server.ts'
import type { PolicyDocument } from './policy-document.server.ts'
import { STYLE } from './document-style.server.ts'
import { drawSigner } from './visa-letter.server.ts'

export function drawWaiverLetter(paper: PolicyDocument): void {
  const { facts, t, lang } = paper
  const start = formatDay(facts.start, lang)
  const end = formatDay(facts.end, lang)
  paper.title(t('documents:waiver.title'), formatDay(dayOf(facts.issuedAt), lang), t('documents:waiver.to'))
  paper.paragraph(t('documents:waiver.confirm', { name: facts.insured.name, insurer: facts.insurerFull, number: facts.number, start, end }))
  paper.addSpace(9)
  paper.ruler()
  paper.heading(t('documents:insured'), 110)
  drawName(paper, facts.insured)
  paper.grid(personRows(paper, facts.insured), 3)
  paper.addSpace(10)
  paper.section(t('documents:waiver.cover'), [{ label: t('documents:territory'), value: facts.territory }, ...facts.waiver], { broken: true })
  drawExchangeNote(paper)
  paper.addSpace(10)
  paper.section(t('documents:waiver.contacts'), facts.contacts.slice(0, 3))
  paper.addSpace(8)
  paper.paragraph(t('documents:waiver.decides'), STYLE.small)
  paper.check()
  drawSigner(paper)
  paper.paragraph(t('documents:prevail'), STYLE.small)
}
