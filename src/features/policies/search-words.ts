/** Does a policy answer what was typed? Every word must be found in what the policy is called or whom it insures. Pure. */

/** Letters alike whatever their case and width; runs of spaces are one. */
export const foldText = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** `YF26-1120-003817` is found with and without its hyphens. */
const withoutHyphens = (text: string): string => text.replaceAll('-', '')

/** Texts to look in, folded once: with and without hyphens. */
export function searchText(texts: readonly string[]): string {
  const folded = texts.map(foldText)
  return [...folded, ...folded.map(withoutHyphens)].join('\n')
}

/** Is a folded word in it? */
export const foundIn = (text: string, word: string): boolean => text.includes(word) || text.includes(withoutHyphens(word) || word)

/** `texts`: number, names of plan and tier, names of the insured person. Nothing typed finds everything. */
export function matchesSearch(typed: string, texts: readonly string[]): boolean {
  const text = searchText(texts)
  return foldText(typed).split(' ').filter(Boolean).every((word) => foundIn(text, word))
}
