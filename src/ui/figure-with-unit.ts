import { phonesOnOneLine } from '../lib/phone-on-one-line.ts'

/** A number never breaks from its unit (look.md "Type"): splits a Chinese text so that each figure and its unit, and each month with its day, are one piece. */
const FIGURE = /(\d{1,2}月\d{1,2}日|\d[\d,.]*(?:[万亿%个][元天年月日次岁周小时项]*|[元天年月日次岁周小时项米人名美英镑欧澳加新西兰港日韩]+)?)/

export interface Piece {
  text: string
  whole: boolean
}

/** English already has no-break spaces between figures and units. */
export function pieces(text: string): Piece[] {
  return text.split(FIGURE).map((part, i) => ({ text: part, whole: i % 2 === 1 && part.length > 1 })).filter((piece) => piece.text !== '')
}

const HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The same as HTML, for texts that are processed before rendering. */
export function boundHtml(written: string): string {
  const text = phonesOnOneLine(written)
  const safe = (part: string): string => part.replace(/[&<>]/g, (char) => HTML[char] ?? char)
  if (!/[\u4e00-\u9fff]/.test(text)) return safe(text)
  return pieces(text).map((piece) => (piece.whole ? `<span class="nobr">${safe(piece.text)}</span>` : safe(piece.text))).join('')
}
