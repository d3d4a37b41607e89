/**
 * At most `most` entries of a list, in order, around the one at `index`: a page lists neighbours and not thousands of
 * entries, so that its size and build time do not grow with the collection. The whole list if it is short enough, and
 * its beginning if nothing is at `index`.
 */
export function nearbyEntries<T>(items: readonly T[], index: number, most: number): T[] {
  const start = Math.min(Math.max(0, index - Math.floor(most / 2)), Math.max(0, items.length - most))
  return items.slice(start, start + most)
}
