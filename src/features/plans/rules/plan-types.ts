/** A plan, once loaded: figures only, no words. Amounts are `Money`; everything is plain JSON. */
import type { CountryId } from '../../../lib/hospitals/countries-with-hospital-list.ts'
import type { Day } from '../../../lib/days/dates.ts'
import type { Lang } from '../../../lib/locale.ts'
import type { Currency, Money } from '../../../lib/money/money.ts'
import type { Benefit, BenefitId } from './benefit-types.ts'
import type { Destination } from './destinations/destinations.ts'

export const VISAS = ['f1', 'opt', 'j1', 'j2', 'student', 'short_study', 'visit'] as const
export type Visa = (typeof VISAS)[number]

interface Deductible {
  readonly per: 'year' | 'illness' | 'visit' | 'none'
  readonly amount: Money
  /** Added for each emergency room visit; waived when the visit ends in admission. */
  readonly emergencyRoom?: Money
  /** Deductible at the campus clinic instead. */
  readonly campusClinic?: Money
  /** Deductible instead of it if no public or school insurance has paid first; applies to each visit. */
  readonly withoutPublic?: Money
}

/** Shares that we pay, in per cent. Without a network both are equal. */
export interface Share {
  readonly network: number
  readonly outside: number
  /** Share if no public or school insurance has paid first. */
  readonly withoutPublic?: number
  /** Out-of-hospital care other than the GP, and the shared ward (schedule plans). */
  readonly other?: number
  readonly ward?: number
  /** Most that the insured bears as own share in a year. */
  readonly ownCap?: Money
}

export type PreExisting =
  | { readonly kind: 'excluded'; readonly suddenOnset?: Money }
  | {
      readonly kind: 'after_months'
      readonly months: number
      readonly suddenOnset?: Money
      readonly psychiatricMonths?: number
    }
  | { readonly kind: 'on_application' }
  | { readonly kind: 'stable_days'; readonly days: number }

export type Limit = Money | 'unlimited' | 'no_cap'

export interface Term {
  readonly unit: 'month' | 'day'
  readonly from: number
  readonly to: number
}

export interface Tier {
  readonly id: string
  readonly yearMaximum: Limit
  /** Limit for one illness or injury; absent if there is only the year maximum. */
  readonly perIllness?: Money
  readonly deductible: Deductible
  readonly share: Share
  readonly preExisting: PreExisting
  /** The plan's term, or the tier's own. */
  readonly term: Term
  readonly benefits: Readonly<Record<BenefitId, Benefit>>
}

export interface Waiting {
  readonly count: number
  readonly unit: 'day' | 'hour'
  /** Only where cover is bought after arrival. */
  readonly afterArrival: boolean
}

/** Price by age and month, or by length of the trip. Tier id → money. */
export type Premium =
  | {
      readonly unit: 'month'
      readonly bands: readonly {
        readonly from: number
        readonly to: number
        readonly price: Readonly<Record<string, Money>>
      }[]
    }
  | {
      readonly unit: 'trip'
      readonly bands: readonly { readonly days: number; readonly price: Readonly<Record<string, Money>> }[]
    }

type RefundRule =
  | { readonly kind: 'net_premium' }
  | { readonly kind: 'unused_months'; readonly fee: Money; readonly needsProof: boolean }

/** A legal requirement that the plan is made for, so that certificates and prose can show each figure. */
export interface Requirement {
  readonly id: 'j1' | 'schengen'
  readonly asOf: Day
  readonly currency: Currency
  /**
   * Plan currency for one unit of the requirement's; deliberately low, because the plan must meet the requirement even
   * then.
   */
  readonly weakRate: string
  readonly medical: Money
  readonly evacuation?: Money
  readonly remains?: Money
  readonly deductible?: Money
  /** Most that the insured may bear, in per cent. */
  readonly ownShare?: number
}

export const DIRECT_BILLING = ['us_network', 'nz_card', 'ca_clinics', 'guarantee_letter'] as const
export const CAVEATS = [
  'school_decides',
  'not_oshc',
  'not_ihs',
  'not_statutory',
  'not_public',
  'not_nhi',
  'not_school_scheme',
  'not_provincial',
  'exchange_visitors',
] as const
export type Caveat = (typeof CAVEATS)[number]

export interface Plan {
  readonly id: string
  readonly insurer: string
  readonly currency: Currency
  /** Sold on this site. Plans of overseas insurers are shown here and bought from their insurer (domain §4.1). */
  readonly online: boolean
  /** From this day it is no longer sold. It is still read, extended and claimed on (decision 0117). */
  readonly retired?: Day
  /** The plan that its readers are led to instead. */
  readonly replacedBy?: string
  readonly destinations: { readonly only: readonly Destination[] } | { readonly worldExcept: readonly Destination[] }
  readonly visas: readonly Visa[]
  /** Trips to other places that are covered too, for at most `days` if given. */
  readonly trips?: { readonly to: 'elsewhere' | readonly Destination[]; readonly days?: number }
  readonly homeVisits?: { readonly days: number; readonly limit: Money }
  readonly ages: { readonly from: number; readonly to: number }
  /** `all` illness and injury · `acute` accidents and acute illness only. */
  readonly scope: 'all' | 'acute'
  /** Who pays first, if anyone does. */
  readonly after?: 'nhs' | 'provincial' | 'public_or_school'
  /** The measure of costs: usual prices at the place, or the public schedule (MBS). */
  readonly basis: 'customary' | 'mbs'
  readonly waiting: Waiting | null
  readonly directBilling: (typeof DIRECT_BILLING)[number]
  readonly family: { readonly spouse: number; readonly child: number } | null
  readonly refund: RefundRule
  /** Longest cover through extensions, in years; `null` if it cannot be extended. */
  readonly extendYears: number | null
  /** Day of the last change of its figures or words. */
  readonly changed: string
  /** Numbers of the questions asked (domain §4.3). */
  readonly health: readonly number[]
  readonly caveats: Readonly<Partial<Record<Destination, Caveat>>>
  readonly requirement?: Requirement
  readonly term: Term
  readonly tiers: readonly Tier[]
  readonly premium: Premium
}

/** Classes of the integrated risk rating 风险综合评级, from the best to the worst. */
export const RISK_RATINGS = ['AAA', 'AA', 'A', 'BBB', 'BB', 'B', 'C', 'D'] as const

/**
 * Ratios in per cent. An insurer in mainland China has all three figures of the rules there; one abroad the ratio of
 * its own country.
 */
type Solvency =
  | {
      readonly asOf: Day
      readonly core: number
      readonly comprehensive: number
      readonly rating: (typeof RISK_RATINGS)[number]
      readonly ratedAsOf: Day
    }
  | {
      readonly asOf: Day
      readonly local: number
      readonly strength?: string | Readonly<Record<Lang, string>> | undefined
    }

export interface Insurer {
  readonly id: string
  readonly kind: 'property' | 'health' | 'overseas'
  readonly currency: Currency
  readonly country: string
  readonly licence: string
  readonly solvency: Solvency
  /** Its office, which every policy states with its name (Insurance Law art. 18). */
  readonly address: Readonly<Record<Lang, string>>
  /** Its telephone number for questions, in office hours. */
  readonly service: string
  /** Telephone number for complaints about the insurer. */
  readonly complaints: string
  /** Arranges care and transport at any hour. */
  readonly assistance: {
    readonly company: Readonly<Record<Lang, string>>
    readonly phones: { readonly anywhere: string; readonly local: Readonly<Partial<Record<CountryId, string>>> }
    /** Whom abroad it works with, and passes on what they need to know. */
    readonly abroad?:
      | {
          readonly company: Readonly<Record<Lang, string>>
          readonly address: Readonly<Record<Lang, string>>
          readonly email: string
        }
      | undefined
  }
  readonly sample: true
}

/** Yuan for one unit of a plan's currency, and the day from which it holds. */
export interface GuideRate {
  readonly rate: string
  readonly day: Day
}

/** The part of a plan for a browser: its figures and the few words that lists and prices show. */
export interface ClientPlan extends Plan {
  readonly name: string
  readonly tagline: string
  readonly insurerName: string
  /** Shown beside the plan wherever it is offered: every insurer here is a sample. */
  readonly insurerNotice: string
  readonly tierNames: Readonly<Record<string, string>>
  /** Page on which the plan is applied for, if its insurer sells it itself. */
  readonly insurerPage?: string
  /** Given if the price is in another currency. */
  readonly guideRate?: GuideRate
}

/** As the file of all plans has it: with whom the plan and each of its tiers are for. */
export interface ComparedPlan extends ClientPlan {
  readonly who: string
  readonly tierWho: Readonly<Record<string, string>>
}
