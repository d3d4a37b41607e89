/**
 * Does a policy match what was typed? Every word must be found in the policy's names or those of its insured person.
 * Pure.
 */

/** Normalises letters of any case and width, and runs of spaces. */
export const foldText = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** `YF26-1120-003817` is found with and without its hyphens. */
const withoutHyphens = (text: string): string => text.replaceAll('-', '')

/** The text to search in, normalised once: with and without hyphens. */
export function searchText(texts: readonly string[]): string {
  const folded = texts.map(foldText)
  return [...folded, ...folded.map(withoutHyphens)].join('\n')
}

/** Does the text contain a normalised word? */
export const foundIn = (text: string, word: string): boolean =>
  text.includes(word) || text.includes(withoutHyphens(word) || word)

/** `texts`: number, names of plan and tier, names of the insured person. An empty search matches everything. */
export function matchesSearch(typed: string, texts: readonly string[]): boolean {
  const text = searchText(texts)
  return foldText(typed)
    .split(' ')
    .filter(Boolean)
    .every((word) => foundIn(text, word))
}
