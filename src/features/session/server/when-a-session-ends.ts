/**
 * When a session ends (design §2 "Token"). Pure. The figures: `sessionMinutes`, `sessionHours` and `signInRecordDays`
 * in `LIMITS`.
 */
import { LIMITS } from '../../../lib/limits-and-periods.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Sliding and absolute lifetime of a session, ms. */
export const SESSION_MS = LIMITS.sessionMinutes * MINUTE
export const SESSION_MAX_MS = LIMITS.sessionHours * HOUR
/** How long it remains visible when someone was signed in, as in the server's logs. */
export const SESSION_HISTORY_MS = LIMITS.signInRecordDays * 24 * HOUR

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
