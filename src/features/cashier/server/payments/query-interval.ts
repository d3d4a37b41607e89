/** How often a provider is asked about an open payment. */

/**
 * Time between queries about an open payment, ms: a share of its age, within bounds. `duePayments` has the same rule in
 * SQL.
 */
export const QUERY_INTERVALS = { least: 15_000, share: 4, most: 300_000 } as const
/** Milliseconds to wait before querying the provider again about an open payment of this age. */
export const queryInterval = (age: number): number =>
  Math.min(Math.max(QUERY_INTERVALS.least, age / QUERY_INTERVALS.share), QUERY_INTERVALS.most)
