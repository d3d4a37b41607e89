const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 60_000

/**
 * Time until the next attempt, ms: what the server asked for (`asked`, s), else 2 s doubled up to a minute, shortened
 * by up to half at random (`random`, 0 to 1), so that many phones on one cell tower do not retry at the same moment.
 */
export const retryWait = (attempts: number, random: number, asked?: number): number =>
  asked ? asked * 1000 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempts) * (1 - random / 2)
