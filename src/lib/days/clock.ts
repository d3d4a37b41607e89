/**
 * The clock of what runs without a server's `deps.clock`: browsers, tools, the start of a server. Nothing else reads
 * the time of the machine (`no-restricted-properties` in the linter's settings).
 */

/** The present instant, ms. */
export const now = (): number => Date.now()

/**
 * How far this device's clock is ahead of the server's, ms, by the server's `now` in an answer that has just arrived.
 * Added to an instant of the server's, it gives the same instant of this device's clock, to count down to.
 */
export const clockSkew = (serverNow: number): number => now() - serverNow
