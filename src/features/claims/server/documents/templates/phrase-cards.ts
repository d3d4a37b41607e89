/** Phrases for the front desk: on a phone one points at a line; printed, the pages are A6 (four on a sheet of A4). */
import type { Fonts } from '../../../../../server/pdf/font-types.ts'
import { COLOUR, type Style } from '../../../../../server/pdf/document-style.ts'
import { PdfCanvas } from '../../../../../server/pdf/pdf-canvas.ts'
import type { Translate } from '../../../../../server/pdf/document-words.ts'
import type { LetterLanguage } from '../../../../../lib/content/downloads.ts'
import type { DownloadFacts } from '../../../rules/documents/claim-document-facts.ts'
import { explainedIn, languageTag, type LetterTexts, type TextLanguage } from './letter-texts.ts'

/** A6, points. */
const A6 = { width: 297.64, height: 419.53, side: 20, top: 18, bottom: 30 } as const
const WIDTH = A6.width - 2 * A6.side
const HEAD: Style = { size: 13, leading: 1.4, bold: true, colour: COLOUR.teal }
const PHRASE: Style = { size: 13, leading: 1.35, bold: true, colour: COLOUR.ink }
const GLOSS: Style = { size: 8.5, leading: 1.4, colour: COLOUR.ink2 }
const MICRO: Style = { size: 6.5, leading: 1.4, colour: COLOUR.ink3 }

export interface PhraseCardFacts extends DownloadFacts {
  language: LetterLanguage
  texts: Record<TextLanguage, LetterTexts>
}

/** Makes a PDF from the facts, one or more pages for each occasion. */
export async function makePhraseCards(
  facts: PhraseCardFacts,
  t: Translate,
  fonts: Fonts,
  { plain = false } = {},
): Promise<Uint8Array> {
  const { lang, site, madeAt, language, texts } = facts
  const title = t('lettersandforms:phrases.name', { language: t(`lettersandforms:in.${language}`) })
  const card = new PdfCanvas({ lang, title, subject: title, author: site.name, issuedAt: madeAt, plain }, fonts, [
    A6.width,
    A6.height,
  ])
  const [own, reader] = [texts[language].phrases, texts[explainedIn(lang, language)].phrases]
  own.forEach(({ title: occasion, lines }, group) => {
    if (group > 0) card.doc.addPage()
    const said = reader[group]
    drawOccasion(card, occasion, said?.title ?? '', language, lang)
    lines.forEach((text, i) => drawPhrase(card, text, said?.lines[i] ?? '', language, explainedIn(lang, language)))
  })
  drawFeet(card, `${title} · ${site.short}`, t('lettersandforms:phrases.helpLine'))
  return card.finish()
}

function drawOccasion(
  card: PdfCanvas,
  occasion: string,
  said: string,
  language: LetterLanguage,
  reader: TextLanguage,
): void {
  card.y = A6.top
  card.inLanguage(languageTag(language), () => {
    card.y += card.text('H1', occasion, A6.side, card.y, WIDTH, HEAD)
  })
  card.inLanguage(languageTag(reader), () => {
    card.y += card.text('P', said, A6.side, card.y, WIDTH, GLOSS) + 4
  })
  card.rule(A6.side, card.y, WIDTH, COLOUR.ink, 0.8)
}

/** The phrase, large enough to be read across a desk, with its meaning below. */
function drawPhrase(card: PdfCanvas, text: string, said: string, language: LetterLanguage, reader: TextLanguage): void {
  let height = card.height(said, WIDTH, GLOSS) + 10
  card.inLanguage(languageTag(language), () => {
    height += card.height(text, WIDTH, PHRASE)
  })
  if (card.y + height > A6.height - A6.bottom) {
    card.doc.addPage()
    card.y = A6.top
  }
  card.y += 5
  card.inLanguage(languageTag(language), () => {
    card.y += card.text('P', text, A6.side, card.y, WIDTH, PHRASE)
  })
  card.inLanguage(languageTag(reader), () => {
    card.y += card.text('P', said, A6.side, card.y, WIDTH, GLOSS) + 5
  })
  card.rule(A6.side, card.y, WIDTH)
}

/** Without the office's number: at a desk it would be taken for the help line. */
function drawFeet(card: PdfCanvas, text: string, helpLine: string): void {
  const { count } = card.doc.bufferedPageRange()
  for (let i = 0; i < count; i++) {
    card.doc.switchToPage(i)
    card.artifact(() => {
      card.line(helpLine, A6.side, A6.height - 26, WIDTH, MICRO)
      card.line(text, A6.side, A6.height - 16, WIDTH, MICRO)
      card.line(`${i + 1} / ${count}`, A6.side, A6.height - 16, WIDTH, MICRO, 'right')
    }, 'Pagination')
  }
}
