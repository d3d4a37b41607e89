/** Limits of login codes and sessions as pure functions (issue "Session", design §2 "Token", OWASP ASVS 5.0 §6). */
import { LIMITS } from '../../lib/limits-and-periods.ts'

export { networkOf } from '../../server/network-address.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Seconds before a code may be sent again to the same destination. */
export const RESEND_SECONDS = LIMITS.resendSeconds
export const CODE_ATTEMPTS = LIMITS.codeTries
export const CODE_MS = LIMITS.codeMinutes * MINUTE
/** Sliding and absolute lifetime of a session, ms. */
export const SESSION_MS = LIMITS.sessionMinutes * MINUTE
export const SESSION_MAX_MS = LIMITS.sessionHours * HOUR

/**
 * How many codes each party may cause to be sent in a window, ms. `pair`: a destination together with the device that signed in for it before, or
 * with the requesting network address. `destination`: all strangers together, which limits what its owner's mailbox receives (decision 0034).
 */
const SEND_LIMITS = {
  pair: [[HOUR, 5], [24 * HOUR, 10]],
  destination: [[HOUR, 40], [24 * HOUR, 100]],
  address: [[HOUR, 20], [24 * HOUR, 60]],
  prefix: [[HOUR, 100], [24 * HOUR, 400]],
} as const
export type LimitKey = keyof typeof SEND_LIMITS
export const LIMIT_KEYS = Object.keys(SEND_LIMITS) as LimitKey[]
/** Sends older than this no longer count, ms. */
export const SEND_HISTORY_MS = 24 * HOUR
/** How long a device that signed in for a destination counts as known for it, ms. */
export const KNOWN_DEVICE_MS = LIMITS.knownDeviceDays * 24 * HOUR
/** How long it remains visible when someone was signed in, as in the server's logs. */
export const SESSION_HISTORY_MS = LIMITS.signInRecordDays * 24 * HOUR

/**
 * Seconds until another code may be sent, 0 when it may be sent now. `sends` holds the instants (ms) of earlier sends per party. A known
 * device is counted separately: sends caused by strangers do not delay it.
 */
export function secondsUntilNextSend(now: number, sends: Record<LimitKey, readonly number[]>, known = false): number {
  const waits = [0]
  const latest = Math.max(0, ...sends.pair)
  waits.push(latest + RESEND_SECONDS * 1000 - now)
  for (const party of known ? ['pair'] as const : LIMIT_KEYS) {
    for (const [span, most] of SEND_LIMITS[party]) {
      const inside = sends[party].filter((at) => at > now - span).sort((a, b) => a - b)
      const blocking = inside[inside.length - most]
      if (blocking !== undefined) waits.push(blocking + span - now)
    }
  }
  return Math.ceil(Math.max(...waits) / 1000)
}

/** Codes that strangers may request in a day with all their tries; each later one has a single try. */
export const FULL_CODES_PER_DAY = 10
/** Tries of another device in the same network: a code may be read on one device and typed on another. */
const SAME_NETWORK_ATTEMPTS = 2

/** Tries of a new code: for the device that requested it, and for others in its network. `earlier`: codes that strangers requested in the last day. */
export function attemptsAllowed(known: boolean, earlier: number): { own: number; neighbours: number } {
  return known || earlier < FULL_CODES_PER_DAY ? { own: CODE_ATTEMPTS, neighbours: SAME_NETWORK_ATTEMPTS } : { own: 1, neighbours: 0 }
}

/** Most guesses that all strangers together have at one destination in a day, each correct with 1 : 1,000,000. */
export const GUESSES_PER_DAY = FULL_CODES_PER_DAY * (CODE_ATTEMPTS + SAME_NETWORK_ATTEMPTS) + (SEND_LIMITS.destination[1][1] - FULL_CODES_PER_DAY)

/** Number of wrong codes in the last day at one destination, and in the last hour at all of them, from which guessing is assumed. */
export const ALARM_AT_DESTINATION = 20
export const ALARM_AT_ALL = 300

/** Consecutive failures without a delay. */
const WRONG_CODES_BEFORE_LOCK = 10

/** Until when (ms) a party must wait after its `failures`-th consecutive failure; a new code does not reset it. */
export function backoffUntil(now: number, failures: number): number {
  if (failures < WRONG_CODES_BEFORE_LOCK) return 0
  const doublings = Math.min(failures - WRONG_CODES_BEFORE_LOCK, 6)
  return now + 15 * MINUTE * 2 ** doublings
}

export interface SessionTimes {
  lastSeenAt: number
  endsAt: number
  revoked: 'logout' | 'elsewhere' | null
}

/** State of a session: alive, or the code of the catalogue (5000 none, 5001 expired, 30002 elsewhere). */
export function sessionState(now: number, session: SessionTimes): 'alive' | 5000 | 5001 | 30002 {
  if (session.revoked === 'elsewhere') return 30002
  if (session.revoked === 'logout') return 5000
  if (now >= session.endsAt || now >= session.lastSeenAt + SESSION_MS) return 5001
  return 'alive'
}
