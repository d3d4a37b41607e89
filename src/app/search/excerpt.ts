/** The part of a text that is shown in a list of results. */
import { fold, placesOf } from './query.ts'

/** Characters of an excerpt; a Chinese character counts as two. */
const WIDTH = 150
const HAN = /\p{Script=Han}/u
const widthOf = (sign: string): number => (HAN.test(sign) ? 2 : 1)

const SENTENCE_END = /[.。？?！!；;]\s*$/

/** Where an excerpt may begin: at a sentence, as long as the word at `place` still stands in its first half. */
function beginningBefore(text: string, place: number): number {
  let width = 0
  let at = place
  while (at > 0 && width < WIDTH / 2) {
    at--
    width += widthOf(text[at] ?? '')
  }
  if (at === 0) return 0
  for (let it = at; it < place; it++) if (SENTENCE_END.test(text.slice(Math.max(0, it - 2), it))) return it
  // No sentence begins there: at the next word, in the middle of a sentence.
  const space = text.slice(at, place).indexOf(' ')
  return space < 0 ? at : at + space + 1
}

/** The place around which most of the words stand; the beginning of a text that has none. */
function bestPlace(text: string, words: readonly string[]): number {
  const folded = fold(text)
  const places = words.flatMap((word) => placesOf(word, folded).map(([from]) => ({ from, word })))
  const around = (from: number): number =>
    new Set(places.filter((it) => it.from >= from && it.from < from + WIDTH / 2).map(({ word }) => word)).size
  return (
    places.map(({ from }) => ({ from, has: around(from) })).sort((a, b) => b.has - a.has || a.from - b.from)[0]?.from ??
    0
  )
}

/** About one and a half lines of the text, around the words; cut ends are marked. */
export function excerptOf(text: string, words: readonly string[]): string {
  const from = beginningBefore(text, bestPlace(text, words))
  let width = 0
  let to = from
  while (to < text.length && width < WIDTH) width += widthOf(text[to++] ?? '')
  if (to < text.length) {
    const space = text.lastIndexOf(' ', to)
    if (space > from + 20 && !HAN.test(text[to] ?? '')) to = space
  }
  const cut = text.slice(from, to).trim()
  const begins = from === 0 || SENTENCE_END.test(text.slice(Math.max(0, from - 2), from))
  return `${begins ? '' : '…'}${cut}${to >= text.length || SENTENCE_END.test(cut) ? '' : '…'}`
}
