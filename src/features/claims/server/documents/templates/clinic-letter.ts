/**
 * A letter that asks a clinic for an itemised invoice or for medical records, in the clinic's language. The first page
 * is for the clinic; the second explains it line by line in the reader's language, and how to use it.
 */
import type { Fonts } from '../../../../../server/pdf/font-types.ts'
import { WIDTH } from '../../../../../server/pdf/a4-document.ts'
import { COLOUR, PAGE, STYLE, type Style } from '../../../../../server/pdf/document-style.ts'
import type { Translate } from '../../../../../server/pdf/document-words.ts'
import type { LetterLanguage } from '../../../../../lib/content/downloads.ts'
import type { DownloadFacts } from '../../../rules/documents/claim-document-facts.ts'
import { ClaimPdf } from '../a4-claim-page.ts'
import {
  explainedIn,
  FIELDS,
  languageTag,
  type LetterKind,
  type LetterTexts,
  type TextLanguage,
} from './letter-texts.ts'

const GAP = 24
const HALF = (WIDTH - GAP) / 2
/** Room to write under a label, points. */
const WRITE = 19
const BOX = 8
const INDENT = BOX + 9
const BODY: Style = { size: 9.5, leading: 1.5, colour: COLOUR.ink }
const LABEL: Style = { size: 8.5, leading: 1.4, colour: COLOUR.ink }
const GLOSS: Style = { size: 7, leading: 1.4, colour: COLOUR.ink3 }
const ROW: Style = { size: 9, leading: 1.5, colour: COLOUR.ink }

export interface ClinicLetterFacts extends DownloadFacts {
  kind: LetterKind
  /** Language of the clinic. */
  language: LetterLanguage
  texts: Record<TextLanguage, LetterTexts>
}

/** Makes a PDF of two pages from the facts. */
export async function makeClinicLetter(
  facts: ClinicLetterFacts,
  t: Translate,
  fonts: Fonts,
  { plain = false } = {},
): Promise<Uint8Array> {
  const { lang, site, madeAt, kind, language, texts } = facts
  const title = t(`lettersandforms:letter.${kind}`, { language: t(`lettersandforms:in.${language}`) })
  const paper = new ClaimPdf(
    { lang, title, subject: title, author: site.name, issuedAt: madeAt, plain },
    fonts,
    { number: '', site, sampleNotice: '' },
    t,
  )
  const own = texts[language]
  const reader = explainedIn(lang, language)
  const closing = language === 'ja' ? 'right' : 'left'
  paper.inLanguage(languageTag(language), () =>
    drawLetter(paper, own, { texts: texts[reader], tag: languageTag(reader) }, { kind, closing }),
  )
  paper.newPage()
  drawExplanation(paper, { own, reader: texts[reader], kind, language, readerTag: languageTag(reader) }, t)
  paper.drawFooters()
  return paper.finish()
}

/** Words of the reader's language, and its tag. */
interface Reader {
  texts: LetterTexts
  tag: string
}

/** A small explanation for whoever fills in the letter; returns its height. */
function drawGloss(
  paper: ClaimPdf,
  { tag }: Reader,
  text: string,
  at: { x: number; y: number; width: number },
  element = 'P',
): number {
  let height = 0
  paper.inLanguage(tag, () => {
    height = paper.text(element, text, at.x, at.y, at.width, GLOSS)
  })
  return height
}

/** A Japanese letter has its closing (敬具) at the right margin, the others at the left. */
type Closing = 'left' | 'right'

function drawLetter(
  paper: ClaimPdf,
  own: LetterTexts,
  reader: Reader,
  { kind, closing }: { kind: LetterKind; closing: Closing },
): void {
  const letter = own[kind]
  paper.y += paper.text('H1', letter.title, PAGE.side, paper.y, WIDTH, { ...STYLE.title, size: 17 })
  paper.y += drawGloss(paper, reader, reader.texts[kind].title, { x: PAGE.side, y: paper.y, width: WIDTH }) + 8
  drawFields(paper, own, reader)
  paper.addSpace(10)
  paper.paragraph(letter.to, { ...BODY, bold: true })
  paper.addSpace(5)
  drawParagraphs(paper, letter.opening)
  paper.group('L', () => letter.items.forEach((text) => drawItem(paper, text)))
  paper.addSpace(5)
  drawParagraphs(paper, letter.requests)
  paper.addSpace(4)
  drawWays(paper, own)
  drawParagraphs(paper, [own.thanks])
  const indent = closing === 'right' ? WIDTH - paper.width(own.closing, BODY) : 0
  paper.y += paper.text('P', own.closing, PAGE.side + indent, paper.y, WIDTH - indent + 1, BODY)
  paper.addSpace(27)
  paper.rule(PAGE.side, paper.y, HALF + 60, COLOUR.edge, 0.5)
  paper.addSpace(2)
  paper.y += paper.text('P', own.fields.signature, PAGE.side, paper.y, WIDTH, LABEL)
  paper.y += drawGloss(paper, reader, reader.texts.fields.signature, { x: PAGE.side, y: paper.y, width: WIDTH })
}

function drawParagraphs(paper: ClaimPdf, texts: readonly string[]): void {
  for (const text of texts) {
    paper.paragraph(text, BODY)
    paper.addSpace(3)
  }
}

/** Two side by side; the address, which is last, takes the whole width. */
function drawFields(paper: ClaimPdf, own: LetterTexts, reader: Reader): void {
  const height = LABEL.size * LABEL.leading + GLOSS.size * GLOSS.leading + WRITE
  paper.group('L', () =>
    FIELDS.forEach((id, i) => {
      const wide = i === FIELDS.length - 1
      const right = i % 2 === 1
      const x = right ? PAGE.side + HALF + GAP : PAGE.side
      const width = wide ? WIDTH : HALF
      paper.group('LI', () => {
        const used = paper.text('Lbl', own.fields[id], x, paper.y, width, LABEL)
        drawGloss(paper, reader, reader.texts.fields[id], { x, y: paper.y + used, width }, 'Lbl')
      })
      paper.rule(x, paper.y + height, width, COLOUR.edge, 0.5)
      if (right || wide) paper.addSpace(height + 5)
    }),
  )
}

/** A checkbox for the clinic, with its label. */
function drawItem(paper: ClaimPdf, text: string): void {
  const top = paper.y
  paper.artifact(() =>
    paper.doc
      .rect(PAGE.side, top + 3, BOX, BOX)
      .lineWidth(0.7)
      .strokeColor(COLOUR.edge)
      .stroke(),
  )
  paper.group('LI', () => {
    paper.y += paper.text('LBody', text, PAGE.side + INDENT, top, WIDTH - INDENT, BODY) + 1
  })
}

/** How the documents are to be handed over: checkboxes in a row. */
function drawWays(paper: ClaimPdf, { receive, ways }: LetterTexts): void {
  const width = paper.width(receive, BODY)
  paper.text('P', receive, PAGE.side, paper.y, WIDTH, BODY)
  let x = PAGE.side + width + 14
  for (const way of ways) {
    const [at, top] = [x, paper.y]
    paper.artifact(() =>
      paper.doc
        .rect(at, top + 3, BOX, BOX)
        .lineWidth(0.7)
        .strokeColor(COLOUR.edge)
        .stroke(),
    )
    paper.text('P', way, at + BOX + 5, top, WIDTH, BODY)
    x += BOX + 5 + paper.width(way, BODY) + 16
  }
  paper.addSpace(BODY.size * BODY.leading + 6)
}

interface Explanation {
  own: LetterTexts
  reader: LetterTexts
  kind: LetterKind
  language: LetterLanguage
  readerTag: string
}

/** Each language has its own face, so the text is measured in the face in which it is drawn. */
function heightIn(paper: ClaimPdf, tag: string, text: string): number {
  let height = 0
  paper.inLanguage(tag, () => {
    height = paper.height(text, HALF, ROW)
  })
  return height
}

function drawExplanation(paper: ClaimPdf, { own, reader, kind, language, readerTag }: Explanation, t: Translate): void {
  paper.y +=
    paper.text('H1', t('lettersandforms:letter.explained'), PAGE.side, paper.y, WIDTH, { ...STYLE.title, size: 17 }) + 4
  paper.paragraph(t('lettersandforms:letter.handOver'), STYLE.small)
  paper.addSpace(10)
  const linesOf = (texts: LetterTexts): string[] => [
    texts[kind].to,
    ...texts[kind].opening,
    ...texts[kind].items,
    ...texts[kind].requests,
  ]
  linesOf(own).forEach((text, i) => {
    const said = linesOf(reader)[i] ?? ''
    const height = Math.max(heightIn(paper, languageTag(language), text), heightIn(paper, readerTag, said)) + 7
    paper.ensureSpace(height)
    paper.inLanguage(languageTag(language), () =>
      paper.text('P', text, PAGE.side, paper.y + 3, HALF, { ...ROW, colour: COLOUR.ink2 }),
    )
    paper.inLanguage(readerTag, () => paper.text('P', said, PAGE.side + HALF + GAP, paper.y + 3, HALF, ROW))
    paper.addSpace(height)
    paper.rule(PAGE.side, paper.y, WIDTH)
  })
  paper.addSpace(14)
  paper.heading(t('lettersandforms:letter.tips'))
  paper.group('L', () =>
    ['fill', 'ask', `${kind}.${language}`].forEach((id) => {
      paper.group('LI', () => paper.paragraph(t(`lettersandforms:letter.tip.${id}`), STYLE.small))
      paper.addSpace(3)
    }),
  )
}
