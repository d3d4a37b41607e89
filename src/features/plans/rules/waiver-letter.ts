/** Which plans come with a letter for a school's insurance waiver. */
import type { Plan } from './plan-types.ts'

/**
 * Only schools in the United States waive a plan of their own against another. A plan for the whole world is no
 * student plan of the country, and its figures are not those that their forms ask for.
 */
export const hasWaiverLetter = ({ destinations }: Pick<Plan, 'destinations'>): boolean =>
  'only' in destinations && destinations.only.every((it) => it === 'us')
