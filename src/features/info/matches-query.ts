import { containsWord } from '../../lib/contains-word.ts'

/** True when every word of the query is in the text, and of Chinese words every part; full-width and half-width forms are the same, case is ignored. */
export function matches(text: string, query: string): boolean {
  const plain = (s: string): string => s.normalize('NFKC').toLowerCase()
  const hay = plain(text)
  return plain(query).split(/\s+/).filter(Boolean).every((word) => containsWord(hay, word))
}
