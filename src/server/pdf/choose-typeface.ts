/** Chooses the typeface of each character, so that a word is set in one face and right-to-left text is set as a whole. */
import { typefaceFor } from './printable-characters.ts'
import type { Typeface, Fonts } from './font-types.ts'

/** Hebrew, Arabic and the other right-to-left scripts. */
const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
/** Characters that may occur among them without changing the direction. */
const NEUTRAL = /[\p{M}\p{Z}.'’״׳،-]/u
const OWN_WIDTH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u

export const readsFromRight = (text: string): boolean => FROM_RIGHT.test(text)

/**
 * Does a text mix directions, so that it cannot be set? Such a line (an Arabic name with digits or Latin letters in it)
 * needs reordering that the documents do not support.
 */
export const mixesDirections = (text: string): boolean =>
  readsFromRight(text) && !Array.from(text).every((char) => FROM_RIGHT.test(char) || NEUTRAL.test(char))

/** The face of each character; `undefined` where no face draws it. */
export function typefacesFor(chars: readonly string[], wanted: Typeface, fonts: Fonts): (Typeface | undefined)[] {
  const faces = chars.map((char) => typefaceFor(fonts, wanted, char))
  for (const [from, to] of wordRanges(chars)) {
    const other = faces.slice(from, to).find((face) => face !== wanted)
    // Half of a word in one face and half in another looks like a mistake.
    if (other && chars.slice(from, to).every((char) => other.has(char.codePointAt(0) ?? 0))) faces.fill(other, from, to)
  }
  return faces
}

/** Words, or whole phrases in right-to-left scripts: their order must not be reversed word by word. */
function wordRanges(chars: readonly string[]): [number, number][] {
  const out: [number, number][] = []
  let from = 0
  while (from < chars.length) {
    const first = chars[from] ?? ''
    if (first === ' ' || OWN_WIDTH.test(first)) {
      from += 1
      continue
    }
    const to = FROM_RIGHT.test(first) ? endOfPhrase(chars, from) : endOfWord(chars, from)
    out.push([from, to])
    from = to
  }
  return out
}

function endOfWord(chars: readonly string[], from: number): number {
  const end = chars.findIndex((char, i) => i > from && (char === ' ' || OWN_WIDTH.test(char) || FROM_RIGHT.test(char)))
  return end < 0 ? chars.length : end
}

function endOfPhrase(chars: readonly string[], from: number): number {
  let end = from + 1
  for (let i = end; i < chars.length && (FROM_RIGHT.test(chars[i] ?? '') || NEUTRAL.test(chars[i] ?? '')); i++) {
    if (chars[i] !== ' ') end = i + 1
  }
  return end
}
