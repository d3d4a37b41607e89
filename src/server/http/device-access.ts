/**
 * What a device's secret opens without a session (decision 0034): things that no login owns yet, and only for a limited
 * time.
 */
import { LIMITS } from '../../lib/limits-and-periods.ts'
import type { Caller } from './caller.ts'

const HOUR = 3_600_000
/** How long, ms, a device alone opens what was bought on it. */
export const DEVICE_MS = LIMITS.deviceDays * 24 * HOUR
/** The same, after a proven contact took it over on another device. */
const SHARED_MS = LIMITS.devicePurchaseHours * HOUR

/** The device's hash that a caller is known by. */
export const holderOfCaller = (caller: Caller): string | undefined =>
  caller.kind === 'anonymous' ? undefined : caller.holder

/**
 * Who sends something: what is begun in a session belongs to the person from the start, so that the device's secret
 * never opens it.
 */
export interface Sender {
  user: string | null
  holder: string | null
  /** Unique with the browser's key. */
  owner: string
}

export function senderOf(caller: Caller): Sender {
  const user = caller.kind === 'user' ? caller.userId : null
  const holder = user === null ? (holderOfCaller(caller) ?? null) : null
  return { user, holder, owner: user ?? holder ?? '' }
}

/** A row opens by its device if it changed after these instants: one while it has no user, the other while it has one. */
export const deviceAccessSince = (now: number): { unowned: number; owned: number } => ({
  unowned: now - DEVICE_MS,
  owned: now - SHARED_MS,
})

/**
 * Whether the caller's device opens a row that last changed, or whose owner came to it, at `since`. A row has no
 * `holder` once somebody has logged in on the device, or its owner has changed it on another one.
 */
export function opensByDevice(
  caller: Caller,
  now: number,
  row: { holder: string | null; user_id: string | null; since: number },
): boolean {
  const holder = holderOfCaller(caller)
  const after = deviceAccessSince(now)
  return (
    holder !== undefined && row.holder === holder && row.since > (row.user_id === null ? after.unowned : after.owned)
  )
}
