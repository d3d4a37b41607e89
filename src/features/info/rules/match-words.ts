import { containsWord } from '../../../lib/text/contains-word.ts'

const plain = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Groups of words with one meaning, as the site's search has them (`search:same`): `dental = tooth; fee = tuition`. */
export const groupsIn = (same: string): string[][] =>
  plain(same)
    .split(/[;；]/)
    .map((group) =>
      group
        .split('=')
        .map((word) => word.trim())
        .filter(Boolean),
    )

/**
 * True when every word of the query, or another of its group, is in the text, and of Chinese words every part;
 * full-width and half-width forms are the same, case is ignored.
 */
export function matches(text: string, query: string, groups: readonly (readonly string[])[] = []): boolean {
  const hay = plain(text)
  const named = (typed: string, word: string): boolean =>
    typed.replace(/s$/, '') === word.replace(/s$/, '') || (/^\p{Script=Han}{2,}$/u.test(word) && typed.includes(word))
  return plain(query)
    .split(/\s+/)
    .filter(Boolean)
    .every(
      (typed) =>
        containsWord(hay, typed) ||
        groups.some((group) => group.some((word) => named(typed, word)) && group.some((word) => hay.includes(word))),
    )
}
