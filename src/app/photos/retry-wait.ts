const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 60_000

/**
 * How long to wait before the next attempt, ms: what the server asked for (`asked`, s), else 2 s doubled up to a minute, shortened by
 * up to half at random (`random`, 0 to 1), so that many phones on one mast do not come back together.
 */
export const retryWait = (attempts: number, random: number, asked?: number): number =>
  asked ? asked * 1000 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempts) * (1 - random / 2)
