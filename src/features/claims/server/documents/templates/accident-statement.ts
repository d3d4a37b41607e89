/** The accident statement 意外事故经过说明: when, where and how someone was hurt, filled in by hand and signed. */
import type { Fonts } from '../../../../../server/pdf/font-types.ts'
import { PAGE, STYLE } from '../../../../../server/pdf/document-style.ts'
import type { Translate } from '../../../../../server/pdf/document-words.ts'
import { beginDownload } from '../begin-download.ts'
import type { DownloadFacts } from '../../../rules/documents/claim-document-facts.ts'
import { drawBoxes, drawLines, drawWritingLines } from '../handwritten-fields.ts'
import { drawBesideSignature, drawSignature, SIGNATURE_BOX } from '../draw-signature.ts'

const DOING = ['walking', 'riding', 'vehicle', 'sport', 'work', 'home', 'other'] as const
/** Each is answered with yes or no on its own line. */
const ASKED = ['others', 'police', 'witness', 'alcohol', 'working', 'insured'] as const

/** Makes the PDF from the facts. */
export async function makeAccidentStatement(
  facts: DownloadFacts,
  t: Translate,
  fonts: Fonts,
  { plain = false } = {},
): Promise<Uint8Array> {
  const say = (key: string): string => t(`lettersandforms:accident.${key}`)
  const paper = beginDownload(facts, { title: say('name'), lead: say('lead') }, t, fonts, plain)
  drawLines(paper, say('who'), ['person', 'policy', 'claim'].map(say))
  drawLines(paper, say('when'), ['day', 'place'].map(say))
  drawBoxes(
    paper,
    say('doing'),
    DOING.map((id) => say(`was.${id}`)),
    2,
  )
  paper.addSpace(16)
  paper.heading(say('how'), 80)
  drawWritingLines(paper, say('howHint'), 8)
  drawLines(paper, say('hurt'), ['parts', 'treated'].map(say))
  drawLines(
    paper,
    say('more'),
    ASKED.map((id) => say(`ask.${id}`)),
  )
  paper.addSpace(16)
  paper.heading(say('sign'), SIGNATURE_BOX.height + 50)
  paper.addSpace(4)
  paper.paragraph(say('true'), STYLE.small)
  const top = paper.y + 6
  drawSignature(paper, [], PAGE.side, top, '')
  drawBesideSignature(
    paper,
    ['signer', 'signedOn'].map((id) => ({ label: say(id), value: '' })),
    top,
  )
  paper.addSpace(SIGNATURE_BOX.height + 10)
  paper.drawFooters()
  return paper.finish()
}
