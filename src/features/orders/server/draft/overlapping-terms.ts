/** Whether two insurances are for the same days. */

/** Do two terms share a day? Both ends count. */
export const overlaps = (a: { start: string; end: string }, b: { start: string; end: string }): boolean =>
  a.start !== '' && b.start !== '' && a.start <= b.end && b.start <= a.end
