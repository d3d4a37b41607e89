/**
 * The clock of what runs without a server's `deps.clock`: browsers, tools, the start of a server. Nothing else reads
 * the time of the machine (`no-restricted-properties` in the linter's settings).
 */

/** The present instant, ms. */
export const now = (): number => Date.now()
