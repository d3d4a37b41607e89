/** The previous and next entry in the order of the list. */
export interface Neighbours<T> {
  before?: T | undefined
  after?: T | undefined
}

/** For every entry, by its id: computed once per list, not once per page. */
export const neighbours = <T extends { id: string }>(list: readonly T[]): Map<string, Neighbours<T>> =>
  new Map(list.map(({ id }, at) => [id, { before: list[at - 1], after: list[at + 1] }]))

/** A list without those two, which the page links to already. */
export const withoutNeighbours = <T extends { id: string }>(
  list: readonly T[],
  { before, after }: Neighbours<T>,
): T[] => list.filter(({ id }) => id !== before?.id && id !== after?.id)
