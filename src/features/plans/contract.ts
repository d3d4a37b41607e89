/**
 * What other features may use of plans in a browser: destinations, figures, words, prices and fit.
 * Nothing here reads files; the server and pages load plans by `load-plans.ts`.
 */
export * from './rules/destinations/destinations.ts'
export * from './rules/benefit-types.ts'
export * from './rules/plan-types.ts'
export { PLAN_DATA, plansFrom } from './content/plan-data.ts'
export * from './rules/plan-words.ts'
export { familyAges, isRetired, quote, termEnds, type Family, type Quote, type QuoteLine } from './rules/pricing.ts'
export { earliestStart, startMisfit } from './rules/cover-start.ts'
export { illnessCoveredFrom } from './rules/illness-covered-from.ts'
export { refundValue } from './rules/cancellation-refund.ts'
export { fit } from './rules/rank-plans.ts'
export { rankOf } from './rules/destinations/destination-rank.ts'
export type { PlanSet } from './content/load-plans.ts'
