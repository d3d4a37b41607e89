/**
 * Making evidence must not fail: a character that no font draws is printed as 〓, with its code point beside it
 * (decision 0019). A certificate throws instead (`MissingGlyphs`): there an operator can add a font, but here the
 * person has already signed.
 */
import type { Lang } from '../../../../lib/locale.ts'
import { typefaceFor, printable } from '../../../../server/pdf/printable-characters.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'

/** 〓, the geta mark: stands for a character that the printer does not have. */
const GETA = '\u3013'
/** Variation selectors change the look of the character before them and are no characters of their own. */
const SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu

/** A text that the fonts can draw: 林𠔻 → 林〓（U+2053B）. Adjacent missing characters share one bracket. */
export function printableText(text: string, fonts: Fonts, lang: Lang): string {
  const [open, end] = lang === 'cn' ? ['（', '）'] : [' (', ')']
  let out = ''
  let missing: string[] = []
  const close = (): void => {
    if (missing.length > 0) out += GETA.repeat(missing.length) + open + missing.map(codePoint).join(' ') + end
    missing = []
  }
  for (const char of printable(text.replace(SELECTORS, ''))) {
    if (typefaceFor(fonts, fonts.regular, char)) {
      close()
      out += char
    } else missing.push(char)
  }
  close()
  return out
}

const codePoint = (char: string): string =>
  `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** All facts of a document in printable form; line breaks are kept. */
export function printableFacts<T>(facts: T, fonts: Fonts, lang: Lang): T
export function printableFacts(facts: unknown, fonts: Fonts, lang: Lang): unknown {
  if (typeof facts === 'string')
    return facts
      .split('\n')
      .map((line) => printableText(line, fonts, lang))
      .join('\n')
  if (Array.isArray(facts)) return facts.map((it: unknown) => printableFacts(it, fonts, lang))
  if (typeof facts !== 'object' || facts === null) return facts
  return Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, printableFacts(value, fonts, lang)]))
}

/** Does a text contain replacements for missing characters? Then the document explains 〓. */
export const hasUnprintable = (facts: unknown): boolean => /\u3013[ （(]{1,2}U\+/.test(JSON.stringify(facts))
