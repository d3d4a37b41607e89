/** Rules of policies as pure functions: status and period by day, numbers, and the masked name that a stranger may see. */
import { randomInt } from 'node:crypto'
import { daysBetween, daysOfTerm, type Day } from '../../lib/dates.ts'
import { machine } from '../../server/transition.ts'
import type { Period, PolicyStatus } from './contract.ts'
import type { StoredStatus } from './tables.server.ts'

/** `issuing`: its documents are being made, and nobody sees it. `void`: they could not be made, and the money is refunded. */
export const policyMachine = machine<'policies', StoredStatus>({
  entity: 'policy',
  table: 'policies',
  // `issued` to itself: a new version.
  graph: { issuing: ['issued', 'void'], issued: ['issued', 'cancelled'], cancelled: [], void: [] },
})

/** Cover starts at 00:00 and ends at 24:00 of its days in Shanghai (design §2). `today` is the day there. */
export function policyStatus(stored: 'issued' | 'cancelled', start: Day, end: Day, today: Day): PolicyStatus {
  if (stored === 'cancelled') return 'cancelled'
  if (today < start) return 'pending_activation'
  return today > end ? 'expired' : 'valid'
}

/** Days of cover begun, and days after today (before the start: days until it). */
export function coverPeriod(start: Day, end: Day, today: Day): Period {
  const days = daysOfTerm(start, end)
  const used = Math.min(days, Math.max(0, daysOfTerm(start, today)))
  const left = today < start ? daysBetween(today, start) : Math.max(0, daysBetween(today, end))
  return { start, end, days, used, left }
}

/** The period that a cancelled policy covered; `null` where it was never in force. The same rule as `coverOn` of claims. */
export function cancelledPeriod(start: Day, end: Day, on: Day, wholePremiumReturned: boolean): Period | null {
  if (wholePremiumReturned || on < start) return null
  const last = on < end ? on : end
  return coverPeriod(start, last, last)
}

/** `YF26-1120-003817`: year, month and day of issue, six random digits. */
export function policyNumber(today: Day, digits = randomInt(0, 1_000_000)): string {
  return `YF${today.slice(2, 4)}-${today.slice(5, 7)}${today.slice(8, 10)}-${String(digits).padStart(6, '0')}`
}
