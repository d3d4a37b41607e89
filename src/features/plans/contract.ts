/**
 * What other features may use of plans in a browser: figures, prices, fit and the words of the benefit table.
 * Nothing here reads files; the server and pages load plans by `load-plans.ts`.
 */
export * from './plan-types.ts'
export * from './plan-words.ts'
export {
  deathBenefit, quote, QUOTE_REASONS, refundValue, startMisfit, termEnds,
  type Family, type Quote, type QuoteInput, type QuoteLine, type QuoteReason, type Refund, type RefundInput,
} from './pricing.ts'
export { countRows, difference, fit, visasFor, type Column, type Fit, type MisfitReason, type PlanNeeds } from './plan-fit.ts'
export { agesWords, benefitWords, cellWords, CLAUSE_OF, ROWS, termWords, type CellWords, type RowId } from './benefits.ts'
export { checkRequirement, type RequirementRow } from './requirement.ts'
export { rankOf } from './destination-rank.ts'
export type { PlanSet } from './load-plans.ts'
