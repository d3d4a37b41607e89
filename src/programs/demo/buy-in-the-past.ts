/** Policies of the demo's people that were bought some days before their first day of cover. */
import { endOfMonths, startOfCover } from '../../lib/days/dates.ts'
import { submitApplication, type Application } from './buy-policy.ts'
import type { Actor } from './call-as.ts'
import { issue, pay } from './pay-order.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

/** A trip of this many months. */
export const trip = (
  plan: string,
  tier: string,
  start: string,
  months: number,
  destination: string,
): Application['trip'] => ({ plan, tier, start, end: endOfMonths(start, months), destination })

/**
 * Applied for, paid and issued at noon of that day; returns the order. A key that was used before creates nothing
 * again.
 */
export async function buyBefore(
  as: (at: number) => Actor,
  days: number,
  application: Omit<Application, 'second'>,
): Promise<string> {
  const actor = as(startOfCover(application.trip.start) - days * DAY + 12 * HOUR)
  const order = await submitApplication(actor, { ...application, second: true })
  if (order.status === 'awaiting_payment') {
    await pay(actor, order.id)
    await issue(actor, order.id)
  }
  return order.id
}
