/** What a device's secret opens without a session (decision 0034): what nobody logged in for yet, and for a time only. */
import { LIMITS } from '../lib/limits-and-periods.ts'
import type { Caller } from './caller.ts'

const HOUR = 3_600_000
/** Milliseconds that a device alone opens what was bought on it. */
export const DEVICE_MS = LIMITS.deviceDays * 24 * HOUR
/** The same, once a proven address has taken it over on another device. */
export const SHARED_MS = LIMITS.devicePurchaseHours * HOUR

/** The device's hash that a caller is known by. */
export const holderOfCaller = (caller: Caller): string | undefined => (caller.kind === 'anonymous' ? undefined : caller.holder)

/** Instants after which a row must have changed last to be opened by its device: while it is nobody's, and while it is a user's. */
export const deviceAccessSince = (now: number): { unowned: number; owned: number } => ({ unowned: now - DEVICE_MS, owned: now - SHARED_MS })

/** Whether the caller's device opens a row that changed last at `changedAt`. A row that was in a session has no `holder` any more. */
export function opensByDevice(caller: Caller, now: number, row: { holder: string | null; user_id: string | null; changedAt: number }): boolean {
  const holder = holderOfCaller(caller)
  const since = deviceAccessSince(now)
  return holder !== undefined && row.holder === holder && row.changedAt > (row.user_id === null ? since.unowned : since.owned)
}
