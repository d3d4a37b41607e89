import { noBreakSpaces } from '../lib/text/on-one-line.ts'

const ENGLISH_DATE =
  /\b\d{1,2} (?:(?:Jan|Febr)uary|March|April|May|Ju(?:ne|ly)|August|(?:Septem|Octo|Novem|Decem)ber)\b(?: \d{4})?/g

/** No break inside a telephone number and an English date, nor between a number and its unit, a currency and its sum. */
const figuresOnOneLine = (text: string): string =>
  noBreakSpaces(text)
    .replace(/\b([A-Z]{3}) (?=\d)/g, '$1\u00a0')
    .replace(ENGLISH_DATE, (day) => day.replaceAll(' ', '\u00a0'))

/** A number never breaks at its hyphens, nor an order's, nor a visa: 000000-0000000, YFO-261129-4K2MNP, F-1. */
const HYPHENED = /(?:[A-Z]+-)?\d+(?:-[A-Z\d]+)+|\b[A-Z]-\d/
/** 9:00至18:00, 09:00–18:00. */
const HOURS = /\d{1,2}:\d\d[–至]\d{1,2}:\d\d/
const DATE = /(?:\d{4}年)?\d{1,2}月\d{1,2}日|\d{4}年\d{1,2}月/
/** What stays on one line in any text. */
const WHOLE = new RegExp(`${HOURS.source}|${DATE.source}|${HYPHENED.source}`, 'g')
/**
 * A number never breaks from its unit (look.md "Type"): splits a Chinese text so that each figure and its unit are one
 * piece, too.
 */
const FIGURE = new RegExp(
  `(${WHOLE.source}|\\d[\\d,.]*(?:[万亿%个][元天年月日次岁周小时项工作]*|[元天年月日次岁周小时项分钟米人位名美英镑欧澳加新西兰港日韩]+)?)`,
)
/** No-break spaces do the rest in English. */
const NUMBER = new RegExp(`(${WHOLE.source})`)

export interface Piece {
  text: string
  whole: boolean
}

/** A formula has to break between its figures: in a text with one, only dates and numbers stay whole. */
export function pieces(written: string): Piece[] {
  const text = figuresOnOneLine(written)
  return text
    .split(/[\u4e00-\u9fff]/.test(text) && !/[×÷]/.test(text) ? FIGURE : NUMBER)
    .map((part, i) => ({ text: part, whole: i % 2 === 1 && /[^\d,.]/.test(part) }))
    .filter((piece) => piece.text !== '')
}

const HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The same as HTML, for texts that are processed before rendering. */
export const boundHtml = (text: string): string => piecesHtml(text.replace(/[&<>]/g, (char) => HTML[char] ?? char))

/** The same of a text that is HTML already and has no markup. */
export const piecesHtml = (text: string): string =>
  pieces(text)
    .map((piece) => (piece.whole ? `<span class="nobr">${piece.text}</span>` : piece.text))
    .join('')
