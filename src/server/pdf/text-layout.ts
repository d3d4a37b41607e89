/**
 * Sets text line by line: runs of one font, a small gap between Chinese and Latin, line breaks by the rules of both
 * scripts.
 */
import type { Lang } from '../../lib/locale.ts'
import { noBreakSpaces } from '../../lib/text/on-one-line.ts'
import { typefacesFor } from './choose-typeface.ts'
import { codePoint, MissingGlyphs, printable } from './printable-characters.ts'
import type { Typeface, Fonts } from './font-types.ts'

export interface Run {
  text: string
  face: Typeface
  /** Latin and figures, as against Chinese characters and full-width signs. */
  latin: boolean
}

/** Width of a text in a face, points at the current size. */
export type Measure = (run: Run) => number

const HAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u
/** Full-width in Chinese text, proportional in English. */
const SHARED = /[\u2018\u2019\u201c\u201d\u2026\u2014\u00b7]/
/** Signs, and what may not begin a line in Japanese: small kana, the long vowel, the repetition mark. */
const NO_START = /[、。，．：；！？）》〉」』】”’…%‰·,.:;!?)\]}ぁぃぅぇぉっゃゅょァィゥェォッャュョー々・]/
const NO_END = /[（《〈「『【“‘([{]/

/** Signs that both scripts use belong to the script of the word they touch; in English they are always Latin. */
function isLatin(chars: readonly string[], i: number, lang: Lang): boolean {
  const char = chars[i] ?? ''
  if (HAN.test(char)) return false
  if (!SHARED.test(char) || lang === 'en') return true
  return /[A-Za-z0-9]/.test((/[‘“]/.test(char) ? chars[i + 1] : chars[i - 1]) ?? '')
}

/** Splits a text into runs. Throws `MissingGlyphs` for anything that would be drawn blank. */
export function runsOf(text: string, wanted: Typeface, fonts: Fonts, lang: Lang): Run[] {
  const out: Run[] = []
  const missing = new Set<string>()
  const chars = Array.from(printable(text))
  const faces = typefacesFor(chars, wanted, fonts)
  chars.forEach((char, i) => {
    const face = faces[i]
    if (!face) missing.add(char)
    const last = out.at(-1)
    const latin = char === ' ' && last ? last.latin : isLatin(chars, i, lang)
    if (last && last.face === face && last.latin === latin) last.text += char
    else if (face) out.push({ text: char, face, latin })
  })
  if (missing.size > 0) throw new MissingGlyphs([...missing].map(codePoint))
  return out
}

/** Gap at a change of script, in em (CSS `text-autospace: normal`); none beside signs and spaces. */
export function gapBetween(a: Run, b: Run): number {
  if (a.latin === b.latin) return 0
  const [left, right] = [a.text.at(-1) ?? '', b.text[0] ?? '']
  const letter = /[\p{L}\p{N}]/u
  return letter.test(left) && letter.test(right) ? 0.125 : 0
}

/** Total width of runs and the gaps between them; `em` is the size in points. */
export function widthOf(runs: readonly Run[], measure: Measure, em: number): number {
  return runs.reduce((sum, run, i) => {
    const before = runs[i - 1]
    return sum + measure(run) + (before ? gapBetween(before, run) * em : 0)
  }, 0)
}

/**
 * Smallest pieces that stay together: a Latin word, a telephone number, or one Chinese character with its adjoining
 * signs.
 */
export function pieces(text: string): string[] {
  const out: string[] = []
  let open = ''
  for (const char of printable(noBreakSpaces(text))) {
    const last = out.at(-1)
    const joins =
      last !== undefined && !/[ \u3000]$/.test(last) && !HAN.test(char) && !HAN.test(Array.from(last).at(-1) ?? '')
    if (char === ' ' && last !== undefined) out[out.length - 1] += char
    else if (open === '' && last !== undefined && (NO_START.test(char) || joins)) out[out.length - 1] += char
    else if (NO_END.test(char)) open += char
    else {
      out.push(open + char)
      open = ''
    }
  }
  if (open) out.push(open)
  return out
}

/**
 * Breaks a text to a width; a piece longer than the line (a long name, an address) is split between characters.
 * `pieceWidth` is about the width of one piece by itself: what it says only decides which line is measured first.
 */
export function breakLines(
  text: string,
  width: number,
  widthOfText: (text: string) => number,
  pieceWidth: (piece: string) => number = widthOfText,
): string[] {
  const fits = (part: string): boolean => widthOfText(part.trimEnd()) <= width
  const lines: string[] = []
  let rest = pieces(text)
  while (rest.length > 0) {
    const likely = countWithin(rest, width, pieceWidth)
    const count = longestFit(rest.length, (n) => fits(rest.slice(0, n).join('')), likely)
    if (count > 0) {
      lines.push(rest.slice(0, count).join('').trimEnd())
      rest = rest.slice(count)
      continue
    }
    const [first = '', ...others] = rest
    const chars = [...graphemes.segment(first)].map(({ segment }) => segment)
    const head = chars
      .slice(
        0,
        Math.max(
          1,
          longestFit(chars.length, (n) => fits(chars.slice(0, n).join('')), countWithin(chars, width, pieceWidth)),
        ),
      )
      .join('')
    lines.push(head.trimEnd())
    rest = head === first ? others : [first.slice(head.length), ...others]
  }
  return lines.length > 0 ? lines : ['']
}

/** Marks stay with their letter (Thai, vocalised Arabic). */
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** How many pieces are within the width if nothing but their own widths counts. */
function countWithin(parts: readonly string[], width: number, pieceWidth: (piece: string) => number): number {
  let sum = 0
  const over = parts.findIndex((part) => (sum += pieceWidth(part)) > width)
  return over < 0 ? parts.length : over
}

/**
 * How many of the parts fit on a line, 0 to `most`, beginning with the likely number: measuring a line lays it out,
 * which takes most of a document's time. Beside it a step of one is tried, then two, four and so on, then the middle.
 */
function longestFit(most: number, fits: (count: number) => boolean, likely: number): number {
  let good = 0
  let bad = most + 1
  let step = 1
  let next = Math.max(1, likely)
  while (bad - good > 1) {
    if (fits(next)) good = next
    else bad = next
    const towards = good === next ? good + step : bad - step
    next = towards > good && towards < bad ? towards : Math.floor((good + bad) / 2)
    step *= 2
  }
  return good
}

/**
 * Masks as printed documents show them: the dots used on screen are as wide as a Chinese character in the documents'
 * faces.
 */
export const withAsteriskMask = (text: string): string => text.replaceAll('•', '*')
