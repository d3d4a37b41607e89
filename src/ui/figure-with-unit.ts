import { PHONE, figuresOnOneLine } from '../lib/text/on-one-line.ts'

/** A number never breaks at its hyphens, nor an order's, nor a visa: 000000-0000000, YFO-261129-4K2MNP, F-1. */
const HYPHENED = /(?:[A-Z]+-)?\d+(?:-[A-Z\d]+)+|\b[A-Z]-\d/
const DATE = /(?:\d{4}年)?\d{1,2}月\d{1,2}日|\d{4}年\d{1,2}月/
/** What stays on one line in any text. */
export const WHOLE = new RegExp(`${DATE.source}|${HYPHENED.source}`, 'g')
/**
 * A number never breaks from its unit (look.md "Type"): splits a Chinese text so that each figure and its unit are one
 * piece, too.
 */
const FIGURE = new RegExp(
  `(${WHOLE.source}|\\d[\\d,.]*(?:[万亿%个][元天年月日次岁周小时项]*|[元天年月日次岁周小时项米人名美英镑欧澳加新西兰港日韩]+)?)`,
)
/** English already has no-break spaces between figures and units. */
const NUMBER = new RegExp(`(${PHONE.source}|${WHOLE.source})`)

export interface Piece {
  text: string
  whole: boolean
}

/** A formula has to break between its figures: in a text with one, only dates and numbers stay whole. */
export function pieces(text: string): Piece[] {
  return text
    .split(/[\u4e00-\u9fff]/.test(text) && !/[×÷]/.test(text) ? FIGURE : NUMBER)
    .map((part, i) => ({ text: part, whole: i % 2 === 1 && part.length > 1 }))
    .filter((piece) => piece.text !== '')
}

const HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The same as HTML, for texts that are processed before rendering. */
export function boundHtml(written: string): string {
  const text = figuresOnOneLine(written)
  const safe = (part: string): string => part.replace(/[&<>]/g, (char) => HTML[char] ?? char)
  return pieces(text)
    .map((piece) => (piece.whole ? `<span class="nobr">${safe(piece.text)}</span>` : safe(piece.text)))
    .join('')
}
