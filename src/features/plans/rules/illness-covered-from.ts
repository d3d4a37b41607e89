import { addDays, type Day } from '../../../lib/days/dates.ts'
import type { Waiting } from './plan-types.ts'

/**
 * First day on which a new illness is covered (terms 5.1): 48 hours from 00:00 are two days. `since`: first day of
 * continuous cover.
 */
export const illnessCoveredFrom = ({ count, unit }: Pick<Waiting, 'count' | 'unit'>, since: Day): Day =>
  addDays(since, unit === 'day' ? count : Math.ceil(count / 24))
