/**
 * Invisible characters, which come with pasted text. Some reverse the reading direction, so that a name is displayed as
 * a different one, and no font draws them. Those that change nothing are removed silently; any others are refused at
 * the field (decision 0033).
 */
import { z } from 'zod/mini'
import { boundedText } from '../bounded-schemas.ts'

/** Soft hyphens, zero-width spaces, byte order marks: removing them does not change the text. */
const IDLE = /[\u00ad\u200b\u2060\ufeff]/g
/** All invisible characters: formatting, controls, line and paragraph separators, fillers, the empty Braille cell. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5/u
const JOINERS = /[\u200c\u200d]/
/** Scripts and emoji in which a joiner between two characters changes what is drawn. */
const JOINED = new RegExp(
  [
    'Arabic',
    'Syriac',
    'Mongolian',
    'Devanagari',
    'Bengali',
    'Gurmukhi',
    'Gujarati',
    'Oriya',
    'Tamil',
    'Telugu',
    'Kannada',
    'Malayalam',
    'Sinhala',
    'Khmer',
    'Myanmar',
  ]
    .map((name) => `\\p{Script=${name}}`)
    .join('|')
    .concat('|\\p{Extended_Pictographic}|\\p{Emoji_Modifier}|\\ufe0f'),
  'u',
)

/** Removes marks without effect, joiners that join nothing, and any invisible mark at either end. */
export function withoutInvisibleCharacters(text: string): string {
  const points = Array.from(text.replace(IDLE, ''))
  const kept = points.filter(
    (point, i) => !JOINERS.test(point) || (JOINED.test(points[i - 1] ?? '') && JOINED.test(points[i + 1] ?? '')),
  )
  let from = 0
  let to = kept.length
  while (from < to && isIdleAtEnd(kept[from])) from += 1
  while (to > from && isIdleAtEnd(kept[to - 1])) to -= 1
  return kept.slice(from, to).join('')
}

const isIdleAtEnd = (point = ''): boolean => INVISIBLE.test(point) && !/[\t\n\r]/.test(point)

/**
 * True if the text contains an invisible character that nobody can have typed on purpose. Line breaks and tabs are
 * allowed.
 */
export const hasHiddenCharacters = (text: string): boolean =>
  Array.from(withoutInvisibleCharacters(text)).some(
    (point) => INVISIBLE.test(point) && !/[\t\n\r\u200c\u200d]/.test(point),
  )

/** Schema of free text: removes marks without effect and refuses the other invisible ones. */
export const humanText = (most: number) =>
  z
    .pipe(boundedText(most), z.transform(withoutInvisibleCharacters))
    .check(z.refine((text) => !hasHiddenCharacters(text), 'invisible_characters'))
