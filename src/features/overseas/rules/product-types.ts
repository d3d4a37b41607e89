/** Types of a loaded product other than the main plans. Plain JSON; amounts are `Money`. */
import type { OVERSEAS_NEEDS, PRICE_UNITS } from '../../../app/content/schemas.ts'
import type { CountryId } from '../../../lib/hospitals/countries-with-hospital-list.ts'
import type { Day } from '../../../lib/days/dates.ts'
import type { Lang } from '../../../lib/locale.ts'
import type { Money } from '../../../lib/money/money.ts'

/**
 * `other`: of an insurer in mainland China, paid at our checkout. `overseas`: of an insurer abroad, which sells it
 * itself.
 */
export type ProductKind = 'other' | 'overseas'
type ProductNeed = (typeof OVERSEAS_NEEDS)[number]
export type PriceUnit = (typeof PRICE_UNITS)[number]

export interface ProductFigures {
  price: Money
  per: PriceUnit
  /** Longest cover, days. */
  longest: number
  limit: Money | undefined
  deductible: Money | undefined
  /** Per cent that the insurer pays. */
  share: number | undefined
  evacuation: Money | undefined
  remains: Money | undefined
  ages: { from: number; to: number } | undefined
}

interface ProductWords {
  title: string
  summary: string
  who: string
  /** SHA-256 of the whole text in this language, hex: records which text an applicant saw. */
  sha256: string
}

export interface Product {
  kind: ProductKind
  slug: string
  insurer: string
  need: ProductNeed
  countries: readonly CountryId[]
  /** Our plan that contains the figures. */
  plan?: string
  /** `undefined` if a plan contains them. */
  figures: ProductFigures | undefined
  date: Day
  order: number
  words: Readonly<Record<Lang, ProductWords>>
}
