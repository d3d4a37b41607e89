/**
 * What other features may use of plans in a browser: figures, prices, fit and the words of the benefit table.
 * Nothing here reads files; the server and pages load plans by `load-plans.ts`.
 */
export * from './destinations.ts'
export * from './plan-types.ts'
export * from './plan-words.ts'
export {
  deathBenefit, familyAges, quote, QUOTE_REASONS, termEnds,
  type Family, type Quote, type QuoteInput, type QuoteLine, type QuoteReason,
} from './pricing.ts'
export { earliestStart, startMisfit } from './cover-start.ts'
export { refundValue, type Refund, type RefundInput } from './cancellation-refund.ts'
export { countRows, difference, type Column } from './plan-differences.ts'
export { fit, visasFor, type Fit, type MisfitReason, type PlanNeeds } from './plan-order.ts'
export { agesWords, benefitWords, cellWords, CLAUSE_OF, ROWS, termWords, type CellWords, type RowId } from './benefits.ts'
export { checkRequirement, type RequirementRow } from './visa-requirement-check.ts'
export { rankOf } from './destination-rank.ts'
export type { PlanSet } from './load-plans.ts'
