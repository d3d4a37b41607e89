/** What the insurer of a product accepts, and whether we pass on applications for it. */
import { licensedServices } from '../../../lib/licensed-services.ts'
import type { PlanSet } from '../../plans/contract.ts'
import type { ApplicationLimits } from './check-application.ts'
import type { Product } from './product-types.ts'

/** Needs of people who attend a school abroad. */
const OF_STUDENTS: readonly string[] = ['oshc', 'eshc', 'j1', 'study']
const DAYS_OF_MONTH = 31

/** Only products that an overseas insurer sells itself: a plan that we sell is bought on the plan's page. */
export const isReferred = (set: PlanSet, { kind, plan }: Product): boolean =>
  kind === 'overseas' && (plan === undefined || !set.plan(plan).online)

/** Whether the site offers to pass on applications for it; the server refuses others (`submit-application.ts`). */
export const isOffered = (set: PlanSet, product: Product): boolean =>
  isReferred(set, product) && licensedServices(process.env).includes('overseas')

/** Ages and days come from the product, or from the plan that contains its figures. */
export function limitsOf(set: PlanSet, { need, countries, figures, plan: id }: Product): ApplicationLimits {
  const asked = { countries, asksSchool: OF_STUDENTS.includes(need) }
  if (figures) return { ...asked, ages: figures.ages ?? null, longest: figures.longest }
  if (id === undefined) throw new RangeError('a product has figures or a plan')
  const { ages, term } = set.plan(id)
  return { ...asked, ages, longest: term.unit === 'month' ? term.to * DAYS_OF_MONTH : term.to }
}
