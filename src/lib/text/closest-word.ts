/** Finds the word of a list that a misspelt word most likely stands for. */

/** The word most similar to `text`. */
export function closestWord(text: string, words: readonly string[]): string | undefined {
  let best: string | undefined
  let least = Infinity
  for (const word of words) {
    const far = editDistance(text.toLowerCase(), word.toLowerCase())
    if (far < least) [best, least] = [word, far]
  }
  return best
}

/** Edit distance: letters to change, insert, delete or swap with a neighbour. */
export function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const up = rows[i - 1] ?? []
      let best = Math.min((up[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (up[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (rows[i - 2]?.[j - 2] ?? 0) + 1)
      row.push(best)
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 0
}
