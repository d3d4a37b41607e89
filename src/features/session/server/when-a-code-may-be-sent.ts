/**
 * When a login code may be sent (issue "Session", OWASP ASVS 5.0 §6). Pure. Published figures: `LIMITS`; those that
 * only attackers meet: here.
 */
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { keysOf } from '../../../lib/object-keys.ts'

const HOUR = 60 * 60_000

/** Seconds before a code may be sent again to the same destination. */
export const RESEND_SECONDS = LIMITS.resendSeconds

/**
 * How many codes each party may cause to be sent in a window, ms. `pair`: a destination together with the device that
 * signed in for it before, or with the requesting network address. `destination`: all strangers together, which limits
 * what its owner's mailbox receives (decision 0034).
 */
export const SEND_LIMITS = {
  pair: [
    [HOUR, 5],
    [24 * HOUR, 10],
  ],
  destination: [
    [HOUR, 40],
    [24 * HOUR, 100],
  ],
  address: [
    [HOUR, 20],
    [24 * HOUR, 60],
  ],
  prefix: [
    [HOUR, 100],
    [24 * HOUR, 400],
  ],
} as const
export type LimitKey = keyof typeof SEND_LIMITS
export const LIMIT_KEYS = keysOf(SEND_LIMITS)
/** Sends older than this no longer count, ms. */
export const SEND_HISTORY_MS = 24 * HOUR
/** How long a device that signed in for a destination counts as known for it, ms. */
export const KNOWN_DEVICE_MS = LIMITS.knownDeviceDays * 24 * HOUR

/**
 * Seconds until another code may be sent, 0 when it may be sent now. `sends` holds the instants (ms) of earlier sends
 * per party. A known device is counted separately: sends caused by strangers do not delay it.
 */
export function secondsUntilNextSend(now: number, sends: Record<LimitKey, readonly number[]>, known = false): number {
  const waits = [0]
  const latest = Math.max(0, ...sends.pair)
  waits.push(latest + RESEND_SECONDS * 1000 - now)
  for (const party of known ? (['pair'] as const) : LIMIT_KEYS) {
    for (const [span, most] of SEND_LIMITS[party]) {
      const inside = sends[party].filter((at) => at > now - span).sort((a, b) => a - b)
      const blocking = inside[inside.length - most]
      if (blocking !== undefined) waits.push(blocking + span - now)
    }
  }
  return Math.ceil(Math.max(...waits) / 1000)
}
