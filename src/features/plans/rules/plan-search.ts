/**
 * A person's search as in the address:
 * `?to=us&visa=f1&start=…&end=…&birth=…&need=mental,dental&compare=us-campus.gold`.
 */
import { ageOn, type Day } from '../../../lib/days/dates.ts'
import { PLAN_LIMITS } from '../../../lib/plan-limits.ts'
import { readDay } from '../../../lib/days/read-day.ts'
import type { PlanNeeds } from './rank-plans.ts'
import { DESTINATIONS, type Destination } from './destinations/destinations.ts'
import { VISAS, type Visa } from './plan-types.ts'
import type { BenefitId } from './benefit-types.ts'

/** Things a plan may or may not have, offered as filters. */
const NEEDS = [
  'mental',
  'dental',
  'maternity',
  'liability',
  'studyStop',
  'belongings',
] as const satisfies readonly BenefitId[]
export type Need = (typeof NEEDS)[number] | 'noDeductible'
export const ALL_NEEDS: readonly Need[] = ['noDeductible', ...NEEDS]

/** Most tiers in a comparison. */
export const COMPARE_MOST = 3

export interface Relative {
  who: 'spouse' | 'child'
  birth: Day
}
export interface PlanSearch {
  to: Destination | ''
  visa: Visa | ''
  start: Day
  end: Day
  birth: Day
  /** Insured family members, the spouse first; without a date of birth while it is not given. */
  family: readonly Relative[]
  needs: readonly Need[]
  insurers: readonly string[]
  sort: Sort
  /** `plan.tier` */
  compare: readonly string[]
}
export const SORTS = ['fit', 'name', 'maximum'] as const
type Sort = (typeof SORTS)[number]

export const EMPTY_SEARCH: PlanSearch = {
  to: '',
  visa: '',
  start: '',
  end: '',
  birth: '',
  family: [],
  needs: [],
  insurers: [],
  sort: 'fit',
  compare: [],
}

const one = <T extends string>(all: readonly T[], text: string | null): T | '' =>
  all.find((item) => item === text) ?? ''
/** Also accepts days as people type them: the front page's form works without scripts. */
const day = (text: string | null): Day => readDay(text ?? '') ?? ''
const list = (text: string | null): string[] => (text ?? '').split(',').filter(Boolean)

/** In the address: `spouse=1999-02-02&child=2020-01-01,0`; `0` stands for a date of birth not given yet. */
function familyIn(q: URLSearchParams): Relative[] {
  const spouse = q.get('spouse')
  return [
    ...(spouse ? [{ who: 'spouse' as const, birth: day(spouse) }] : []),
    ...list(q.get('child'))
      .slice(0, PLAN_LIMITS.childrenInOrder)
      .map((text) => ({ who: 'child' as const, birth: day(text) })),
  ]
}

/** Parses an address; invalid parts are left out. */
export function readSearch(query: string): PlanSearch {
  const q = new URLSearchParams(query)
  const needs = list(q.get('need'))
  return {
    to: one(DESTINATIONS, q.get('to')),
    visa: one(VISAS, q.get('visa')),
    start: day(q.get('start')),
    end: day(q.get('end')),
    birth: day(q.get('birth')),
    family: familyIn(q),
    needs: ALL_NEEDS.filter((need) => needs.includes(need)),
    insurers: list(q.get('insurer')).filter((id) => /^[a-z]+$/.test(id)),
    sort: one(SORTS, q.get('sort')) || 'fit',
    compare: list(q.get('compare'))
      .filter((id) => /^[a-z0-9-]+\.[a-z-]+$/.test(id))
      .slice(0, COMPARE_MOST),
  }
}

/** The address of a search; other parameters of `query` (in_id, co_id …) stay. */
export function writeSearch(search: PlanSearch, query = ''): string {
  const q = new URLSearchParams(query)
  const put = (name: string, value: string): void => (value ? q.set(name, value) : q.delete(name))
  put('to', search.to)
  put('visa', search.visa)
  put('start', search.start)
  put('end', search.end)
  put('birth', search.birth)
  const born = (who: Relative['who']): string =>
    search.family
      .filter((relative) => relative.who === who)
      .map(({ birth }) => day(birth) || '0')
      .join(',')
  put('spouse', born('spouse'))
  put('child', born('child'))
  put('need', search.needs.join(','))
  put('insurer', search.insurers.join(','))
  put('sort', search.sort === 'fit' ? '' : search.sort)
  put('compare', search.compare.join(','))
  const text = q.toString().replaceAll('%2C', ',')
  return text ? `?${text}` : ''
}

/**
 * The needs that plans are matched with; an incomplete day counts as not given. The age is that at the start of cover
 * (domain §3.2).
 */
export function needsOf(typed: PlanSearch, today: Day): PlanNeeds {
  const search = { ...typed, start: day(typed.start), end: day(typed.end), birth: day(typed.birth) }
  return {
    ...(search.to ? { destination: search.to } : {}),
    ...(search.visa ? { visa: search.visa } : {}),
    ...(search.start ? { start: search.start } : {}),
    ...(search.end ? { end: search.end } : {}),
    ...(search.birth && search.birth <= (search.start || today)
      ? { age: ageOn(search.birth, search.start || today) }
      : {}),
  }
}
