/** What a person looks for, as it stands in the address: `?to=us&visa=f1&start=…&end=…&birth=…&need=mental,dental&compare=us-campus.gold`. */
import { ageOn, type Day } from '../../lib/dates.ts'
import { readDay } from '../../ui/day-format.ts'
import type { PlanNeeds } from './plan-order.ts'
import { DESTINATIONS, type Destination } from './destinations.ts'
import { VISAS, type BenefitId, type Visa } from './plan-types.ts'

/** Things a plan may or may not have, offered as filters. */
export const NEEDS = ['mental', 'dental', 'maternity', 'liability', 'studyStop', 'belongings'] as const satisfies readonly BenefitId[]
export type Need = (typeof NEEDS)[number] | 'noDeductible'
export const ALL_NEEDS: readonly Need[] = ['noDeductible', ...NEEDS]

/** Most columns of a comparison. */
export const COMPARE_MOST = 3

export interface PlanSearch {
  to: Destination | ''
  visa: Visa | ''
  start: Day
  end: Day
  birth: Day
  needs: readonly Need[]
  insurers: readonly string[]
  sort: Sort
  /** `plan.tier` */
  compare: readonly string[]
}
export const SORTS = ['fit', 'name', 'maximum'] as const
export type Sort = (typeof SORTS)[number]

export const EMPTY_SEARCH: PlanSearch = { to: '', visa: '', start: '', end: '', birth: '', needs: [], insurers: [], sort: 'fit', compare: [] }

const one = <T extends string>(all: readonly T[], text: string | null): T | '' => all.find((item) => item === text) ?? ''
/** Also as people type it: the front page's form works with scripts off. */
const day = (text: string | null): Day => readDay(text ?? '') ?? ''
const list = (text: string | null): string[] => (text ?? '').split(',').filter(Boolean)

/** Reads an address; what does not fit is left out. */
export function readSearch(query: string): PlanSearch {
  const q = new URLSearchParams(query)
  const needs = list(q.get('need'))
  return {
    to: one(DESTINATIONS, q.get('to')),
    visa: one(VISAS, q.get('visa')),
    start: day(q.get('start')),
    end: day(q.get('end')),
    birth: day(q.get('birth')),
    needs: ALL_NEEDS.filter((need) => needs.includes(need)),
    insurers: list(q.get('insurer')).filter((id) => /^[a-z]+$/.test(id)),
    sort: one(SORTS, q.get('sort')) || 'fit',
    compare: list(q.get('compare')).filter((id) => /^[a-z0-9-]+\.[a-z-]+$/.test(id)).slice(0, COMPARE_MOST),
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
  put('need', search.needs.join(','))
  put('insurer', search.insurers.join(','))
  put('sort', search.sort === 'fit' ? '' : search.sort)
  put('compare', search.compare.join(','))
  const text = q.toString().replaceAll('%2C', ',')
  return text ? `?${text}` : ''
}

/** What the fit of plans is measured against; what is still being typed and is no day yet counts as nothing. The age counts at the start of cover (domain §3.2). */
export function needsOf(typed: PlanSearch, today: Day): PlanNeeds {
  const search = { ...typed, start: day(typed.start), end: day(typed.end), birth: day(typed.birth) }
  return {
    ...(search.to ? { destination: search.to } : {}),
    ...(search.visa ? { visa: search.visa } : {}),
    ...(search.start ? { start: search.start } : {}),
    ...(search.end ? { end: search.end } : {}),
    ...(search.birth && search.birth <= (search.start || today) ? { age: ageOn(search.birth, search.start || today) } : {}),
  }
}
