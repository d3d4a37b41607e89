/**
 * At most `most` of a list, in its order, around the one at `index`: a page names its neighbours, not thousands of entries, so that its weight and
 * the time to build it do not grow with the collection. The whole list where it is short enough, and its beginning where nothing stands at `index`.
 */
export function nearbyEntries<T>(items: readonly T[], index: number, most: number): T[] {
  const start = Math.min(Math.max(0, index - Math.floor(most / 2)), Math.max(0, items.length - most))
  return items.slice(start, start + most)
}
