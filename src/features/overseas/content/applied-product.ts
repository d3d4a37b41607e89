/** What the form of an application needs of its product, in the page's language. */
import type { Lang } from '../../../lib/locale.ts'
import type { PlanSet } from '../../plans/contract.ts'
import type { Product } from '../rules/product-types.ts'
import { limitsOf } from '../rules/what-a-product-accepts.ts'
import { consentText, type Say } from './consent-text.ts'

export function appliedProduct(
  plans: PlanSet,
  lang: Lang,
  product: Product,
  { say, countryName }: { say: Say; countryName: (id: string) => string },
) {
  const limits = limitsOf(plans, product)
  return {
    slug: product.slug,
    insurer: plans.insurerWords(lang, product.insurer).name,
    limits,
    countries: product.countries.map((id) => ({ id, name: countryName(id) })),
    consent: consentText(plans, lang, product, limits.asksSchool, say),
  }
}
