/** How long the link for the student's consent is valid, and how often it may be sent. */
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Lifetime of the link sent to the student, ms. */
export const CONSENT_MS = 7 * DAY
/** Least time between two consent messages to the same destination, ms. */
export const CONSENT_AGAIN_MS = MINUTE
/** Most consent messages for one order. */
export const CONSENT_SENDS = 10
