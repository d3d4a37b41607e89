/**
 * Which guesses of a login code are allowed: tries of a code, delays after wrong ones, and from when guessing is
 * assumed. Pure.
 */
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { SEND_LIMITS } from './when-a-code-may-be-sent.ts'

const MINUTE = 60_000

export const CODE_MS = LIMITS.codeMinutes * MINUTE
const CODE_ATTEMPTS = LIMITS.codeTries

/** Codes that strangers may request in a day with all their tries; each later one has a single try. */
const FULL_CODES_PER_DAY = 10
/** Tries of another device in the same network: a code may be read on one device and typed on another. */
const SAME_NETWORK_ATTEMPTS = 2

/**
 * Tries of a new code: for the device that requested it, and for others in its network. `earlier`: codes that strangers
 * requested in the last day.
 */
export function attemptsAllowed(known: boolean, earlier: number): { own: number; neighbours: number } {
  return known || earlier < FULL_CODES_PER_DAY
    ? { own: CODE_ATTEMPTS, neighbours: SAME_NETWORK_ATTEMPTS }
    : { own: 1, neighbours: 0 }
}

/** Most guesses that all strangers together have at one destination in a day, each correct with 1 : 1,000,000. */
export const GUESSES_PER_DAY =
  FULL_CODES_PER_DAY * (CODE_ATTEMPTS + SAME_NETWORK_ATTEMPTS) + (SEND_LIMITS.destination[1][1] - FULL_CODES_PER_DAY)

/**
 * Number of wrong codes in the last day at one destination, and in the last hour at all of them, from which guessing is
 * assumed.
 */
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
