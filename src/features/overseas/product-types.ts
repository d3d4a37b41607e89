/** What a product beside the main plans is, once loaded. Plain JSON; amounts are `Money`. */
import type { OVERSEAS_NEEDS, PRICE_UNITS } from '../../app/content/schemas.ts'
import type { CountryId } from '../../lib/country-ids.ts'
import type { Day } from '../../lib/dates.ts'
import type { Lang } from '../../lib/locale.ts'
import type { Money } from '../../lib/money.ts'

/** `other`: of an insurer in mainland China, paid at our checkout. `overseas`: of an insurer abroad, which sells it itself. */
export type ProductKind = 'other' | 'overseas'
export type ProductNeed = (typeof OVERSEAS_NEEDS)[number]
export type PriceUnit = (typeof PRICE_UNITS)[number]

export interface ProductFigures {
  price: Money
  per: PriceUnit
  /** Days of cover at most. */
  longest: number
  limit: Money | undefined
  deductible: Money | undefined
  /** Per cent that the insurer pays. */
  share: number | undefined
  evacuation: Money | undefined
  remains: Money | undefined
  ages: { from: number; to: number } | undefined
}

export interface ProductWords {
  title: string
  summary: string
  who: string
  /** Of the whole text in this language, hex: what somebody had before them who applied. */
  sha256: string
}

export interface Product {
  kind: ProductKind
  slug: string
  insurer: string
  need: ProductNeed
  countries: readonly CountryId[]
  /** A plan of ours that has the figures. */
  plan?: string
  /** None where a plan has them. */
  figures: ProductFigures | undefined
  date: Day
  order: number
  words: Readonly<Record<Lang, ProductWords>>
}
