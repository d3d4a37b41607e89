import type { ComparedPlan } from '../rules/plan-types.ts'

/** The name of the plans in an island's `data` (`plan-data-file.ts`). */
export const PLAN_DATA = 'planData'

/** What an island finds under that name. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own build wrote it
export const plansFrom = (data: unknown): readonly ComparedPlan[] => data as readonly ComparedPlan[]
