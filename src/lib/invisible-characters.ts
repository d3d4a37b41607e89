/**
 * Characters that nobody sees. Pasting brings them along; some turn the direction of reading, so that a name shows as another one, and no
 * font draws them. What changes nothing is taken out without a word; what is left is refused at the field (decision 0033).
 */
import { boundedText } from './bounded-schemas.ts'

/** Soft hyphens, spaces without width, byte order marks: the text reads the same without them. */
const IDLE = /[\u00ad\u200b\u2060\ufeff]/g
/** What no eye sees: formatting, controls, breaks of lines and paragraphs, fillers, the empty Braille cell. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/u
const JOINERS = /[\u200c\u200d]/
/** Scripts whose letters change by a joiner between them, and pictures that are put together by one. */
const JOINED = new RegExp([
  'Arabic', 'Syriac', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar',
].map((name) => `\\p{Script=${name}}`).join('|').concat('|\\p{Extended_Pictographic}|\\p{Emoji_Modifier}|\\ufe0f'), 'u')

/** The text without idle marks, without joiners that join nothing, and without any invisible mark at its ends. */
export function withoutInvisibleCharacters(text: string): string {
  const points = [...text.replace(IDLE, '')]
  const kept = points.filter((point, i) => !JOINERS.test(point) || (JOINED.test(points[i - 1] ?? '') && JOINED.test(points[i + 1] ?? '')))
  let from = 0
  let to = kept.length
  while (from < to && isIdleAtEnd(kept[from])) from += 1
  while (to > from && isIdleAtEnd(kept[to - 1])) to -= 1
  return kept.slice(from, to).join('')
}

const isIdleAtEnd = (point = ''): boolean => INVISIBLE.test(point) && !/[\t\n\r]/.test(point)

/** Does a mark stand inside that a person could neither see nor mean? Breaks of lines and tabs are no such marks. */
export const hasHiddenCharacters = (text: string): boolean =>
  [...withoutInvisibleCharacters(text)].some((point) => INVISIBLE.test(point) && !/[\t\n\r\u200c\u200d]/.test(point))

/** What a person writes in own words: idle marks are taken out, hidden ones refused. */
export const humanText = (most: number) => boundedText(most).transform(withoutInvisibleCharacters).refine((text) => !hasHiddenCharacters(text), 'invisible_characters')
