/**
 * Where a wait of a browser test ends, ms: for a state that never comes, so that the failure has words. It measures
 * nothing: with twenty processes at work on two cores, what takes half a second alone took twenty-five.
 */
export const WAIT_MS = 240_000
