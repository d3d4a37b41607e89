/**
 * Which scripts and characters the documents can print, and by which typeface. Where the fonts come from:
 * `load-fonts.ts`.
 */
import type { Fonts, Typeface } from './font-types.ts'

/** Only the scripts that were checked in a finished document; other scripts in these fonts are not used. */
export const SCRIPTS: readonly { folder: string; file: string; bold: string; script: RegExp }[] = [
  {
    folder: 'noto-sans',
    file: 'NotoSans',
    bold: '600SemiBold',
    script: /[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Common}\p{scx=Inherited}]/u,
  },
  { folder: 'nanum-gothic', file: 'NanumGothic', bold: '700Bold', script: /\p{scx=Hangul}/u },
  { folder: 'noto-sans-thai', file: 'NotoSansThai', bold: '600SemiBold', script: /[\p{scx=Thai}\p{scx=Common}]/u },
  {
    folder: 'noto-sans-arabic',
    file: 'NotoSansArabic',
    bold: '600SemiBold',
    script: /[\p{scx=Arabic}\p{scx=Common}\p{scx=Inherited}]/u,
  },
  {
    folder: 'noto-sans-hebrew',
    file: 'NotoSansHebrew',
    bold: '600SemiBold',
    script: /[\p{scx=Hebrew}\p{scx=Common}\p{scx=Inherited}]/u,
  },
]

/** A character that no font here can draw. `reason` is for an operator: it lists code points, never the text. */
export class MissingGlyphs extends Error {
  override name = 'MissingGlyphs'
  readonly points: readonly string[]
  readonly reason: string
  /** `points`: as `codePoint` writes them. */
  constructor(points: readonly string[]) {
    const reason = `no font draws ${points.join(', ')}; add one that does to DOCUMENT_FONTS`
    super(reason)
    this.points = points
    this.reason = reason
  }
}

/** `U+20BB7` */
export const codePoint = (char: string): string =>
  `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** Characters of a text that neither the face nor any fallback draws; each once. */
export function missingCharacters(fonts: Fonts, text: string): string[] {
  return [...new Set(printable(text))].filter((char) => !typefaceFor(fonts, fonts.regular, char))
}

/** The face that draws a character: the wanted one if it can, else a fallback. */
export function typefaceFor(fonts: Fonts, wanted: Typeface, char: string): Typeface | undefined {
  const point = char.codePointAt(0) ?? 0
  if (wanted.has(point)) return wanted
  const weight = wanted === fonts.bold || wanted === fonts.japanese.bold ? 'bold' : 'regular'
  return [fonts, ...fonts.fallbacks].find((it) => it.regular.has(point))?.[weight]
}

/**
 * Old systems store 䶮 in the private-use area (domain §6): it is mapped, not refused. Control characters are removed,
 * and so are variation selectors, which only ask for another shape of the same character.
 */
export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll('\ue863', '\u4dae')
    // oxlint-disable-next-line no-control-regex -- control characters are what it removes
    .replace(/[\u0000-\u001f\u007f\u200b-\u200f\u2028\u2029\ufeff]/g, ' ')
    .replace(/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu, '')
