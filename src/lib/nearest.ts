/** What somebody meant who misspelt a word of a list. */

/** The word most like `text`. */
export function nearest(text: string, words: readonly string[]): string | undefined {
  let best: string | undefined
  let least = Infinity
  for (const word of words) {
    const far = distance(text.toLowerCase(), word.toLowerCase())
    if (far < least) [best, least] = [word, far]
  }
  return best
}

/** Letters to put in, take out or change to make one word of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
