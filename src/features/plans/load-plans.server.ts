/** Plans for the server: the same loading and checking as at build time, in a `.server` file. */
export { loadPlans, type PlanSet } from './load-plans.ts'
export { planValues, type PlanValues } from './plan-placeholders.ts'
export type { Clauses } from './clauses.ts'
