/** The refund value: the part of a premium for unused days (domain §3.2 "Rules"). */
import { PLAN_LIMITS } from '../plan-limits.ts'
import { scale, type Money } from './money.ts'

/** The net premium, the premium without the insurer's expenses, for `daysLeft` of `daysOfTerm`. */
export const netPremiumFor = (premium: Money, daysLeft: number, daysOfTerm: number): Money =>
  scale(premium, PLAN_LIMITS.netPremiumPercent * daysLeft, 100 * daysOfTerm)
