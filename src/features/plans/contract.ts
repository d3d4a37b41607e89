/**
 * What other features may use of plans in a browser: destinations, figures, words, prices and fit.
 * Nothing here reads files; the server and pages load plans by `load-plans.ts`.
 */
export * from './destinations.ts'
export * from './benefit-types.ts'
export * from './plan-types.ts'
export { PLAN_DATA, plansFrom } from './plan-data.ts'
export * from './plan-words.ts'
export { familyAges, isRetired, quote, termEnds, type Family, type Quote, type QuoteLine } from './pricing.ts'
export { earliestStart, startMisfit } from './cover-start.ts'
export { illnessCoveredFrom } from './illness-covered-from.ts'
export { refundValue } from './cancellation-refund.ts'
export { fit } from './rank-plans.ts'
export { rankOf } from './destination-rank.ts'
export type { PlanSet } from './load-plans.ts'
