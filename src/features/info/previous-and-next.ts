/** What stands before and after an entry in the order of its list. */
export interface Neighbours<T> {
  before?: T | undefined
  after?: T | undefined
}

/** Of every entry, by its id: reckoned once for a list, not once for a page. */
export const neighbours = <T extends { id: string }>(list: readonly T[]): Map<string, Neighbours<T>> =>
  new Map(list.map(({ id }, at) => [id, { before: list[at - 1], after: list[at + 1] }]))

/** A list without those two: what is one press away already is not offered again below. */
export const withoutNeighbours = <T extends { id: string }>(list: readonly T[], { before, after }: Neighbours<T>): T[] =>
  list.filter(({ id }) => id !== before?.id && id !== after?.id)
