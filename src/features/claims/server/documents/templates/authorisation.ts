/** The authorisation letter 授权委托书: someone else handles a claim, or receives its money, for the insured person. */
import type { Fonts } from '../../../../../server/pdf/font-types.ts'
import { PAGE, STYLE } from '../../../../../server/pdf/document-style.ts'
import type { Translate } from '../../../../../server/pdf/document-words.ts'
import { beginDownload } from '../begin-download.ts'
import type { DownloadFacts } from '../../../rules/documents/claim-document-facts.ts'
import { drawBoxes, drawLines } from '../handwritten-fields.ts'
import { ClaimPdf } from '../a4-claim-page.ts'
import { drawBesideSignature, drawSignature, SIGNATURE_BOX } from '../draw-signature.ts'

/** Makes the PDF from the facts. */
export async function makeAuthorisation(
  facts: DownloadFacts,
  t: Translate,
  fonts: Fonts,
  { plain = false } = {},
): Promise<Uint8Array> {
  const say = (key: string): string => t(`lettersandforms:authorisation.${key}`)
  const paper = beginDownload(facts, { title: say('name'), lead: say('lead') }, t, fonts, plain)
  const person = ['person', 'id', 'phone', 'email'].map(say)
  drawLines(paper, say('principal'), [...person, say('role')])
  drawLines(paper, say('agent'), [...person, say('relation')])
  drawLines(paper, say('policy'), ['insurer', 'number', 'insured', 'claim'].map(say))
  drawBoxes(
    paper,
    say('scope'),
    ['send', 'answer', 'receive', 'review', 'money'].map((id) => say(`may.${id}`)),
    1,
    say('scopeHint'),
  )
  drawLines(paper, say('account'), ['accountName', 'accountNumber', 'bank'].map(say))
  drawLines(paper, say('term'), ['from', 'to'].map(say))
  paper.addSpace(16)
  paper.heading(say('declare'), 60)
  paper.addSpace(4)
  for (const id of ['will', 'bound', 'end', 'accept']) paper.paragraph(say(`declaration.${id}`), STYLE.small)
  drawSigner(paper, say('principalSigns'), [say('person'), say('day')])
  drawSigner(paper, say('agentSigns'), [say('person'), say('day')])
  paper.addSpace(12)
  paper.heading(say('enclose'), 50)
  paper.addSpace(4)
  paper.group('L', () =>
    ['ids', 'tie', 'abroad'].forEach((id) =>
      paper.group('LI', () => paper.paragraph(say(`enclosure.${id}`), STYLE.small)),
    ),
  )
  paper.drawFooters()
  return paper.finish()
}

function drawSigner(paper: ClaimPdf, who: string, labels: readonly string[]): void {
  paper.addSpace(10)
  paper.ensureSpace(SIGNATURE_BOX.height + 30)
  paper.paragraph(who, STYLE.label)
  const top = paper.y + 4
  drawSignature(paper, [], PAGE.side, top, '')
  drawBesideSignature(
    paper,
    labels.map((label) => ({ label, value: '' })),
    top,
  )
  paper.addSpace(SIGNATURE_BOX.height + 6)
}
