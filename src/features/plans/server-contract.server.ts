/** What other features' servers take from the plans: figures, words, terms, prices. */
export { cardLineOf, helpLinesOf } from './assistance-companies.ts'
export { cellWords, CLAUSE_OF, isBenefit, ROWS, type RowId } from './benefits.ts'
export type { Clauses } from './clauses.ts'
export { whereWords } from './figure-placeholders.ts'
export { loadPlans, type PlanSet } from './load-plans.ts'
export type { Plan, Requirement, Tier } from './plan-types.ts'
export { illnessCoveredFrom } from './illness-covered-from.ts'
export { BENEFITS, type BenefitId } from './benefit-types.ts'
