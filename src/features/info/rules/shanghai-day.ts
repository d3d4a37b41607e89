/** Today for the insurer; apart from `lib/dates`, which would add a kilobyte to pages that need only this. */
const SHANGHAI_MS = 8 * 3_600_000

/** `YYYY-MM-DD` in Shanghai of an instant in ms. A test compares it with `dayOf`. */
export const shanghaiDay = (ms: number): string => new Date(ms + SHANGHAI_MS).toISOString().slice(0, 10)
