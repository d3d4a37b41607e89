/** The waiver letter: what a school compares with its own plan, each figure in the currency that the school asks for. */
import { drawExchangeNote } from './certificate.ts'
import type { PolicyDocument } from './policy-document-parts.ts'
import { STYLE } from '../../../../server/pdf/document-style.ts'
import { drawOpening, drawSigner } from './visa-letter.ts'

export function drawWaiverLetter(paper: PolicyDocument): void {
  const { facts, t } = paper
  drawOpening(paper, 'waiver')
  paper.section(
    t('policydocuments:waiver.cover'),
    [{ label: t('policydocuments:territory'), value: facts.territory }, ...facts.waiver],
    { broken: true },
  )
  drawExchangeNote(paper)
  paper.addSpace(10)
  paper.section(t('policydocuments:waiver.contacts'), facts.contacts.slice(0, 3))
  paper.addSpace(8)
  paper.paragraph(t('policydocuments:waiver.decides'), STYLE.small)
  paper.check()
  drawSigner(paper)
  paper.paragraph(t('policydocuments:prevail'), STYLE.small)
}
