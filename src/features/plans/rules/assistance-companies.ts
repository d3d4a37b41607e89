/** Whom to call when someone covered by a plan is ill or hurt: the insurer's assistance company, at any hour. */
import type { CountryId } from '../../../lib/hospitals/countries-with-hospital-list.ts'
import { joined, type Lang } from '../../../lib/locale.ts'
import { keysOf } from '../../../lib/object-keys.ts'
import type { PlanSet } from '../content/load-plans.ts'
import type { Insurer, Plan } from './plan-types.ts'

/**
 * The countries whose local numbers a plan shows: those that it is made for; all of its insurer's where it covers the
 * world.
 */
const covers = ({ destinations }: Plan, country: CountryId): boolean =>
  'only' in destinations
    ? destinations.only.some((place) => place === country)
    : !destinations.worldExcept.some((place) => place === country)

export interface HelpLines {
  company: string
  /** Works from every country. */
  anywhere: string
  /** Numbers to dial inside a country. */
  local: readonly { country: CountryId; number: string }[]
}

/** Throws a `RangeError` for a plan that does not exist. */
export function helpLinesOf(set: PlanSet, planId: string, lang: Lang): HelpLines {
  const plan = set.plan(planId)
  const {
    assistance: { company, phones },
  } = set.insurer(plan.insurer)
  return {
    company: company[lang],
    anywhere: phones.anywhere,
    local: localNumbers(phones.local).filter(({ country }) => covers(plan, country)),
  }
}

/**
 * Whom abroad an insurer's assistance company passes data to, with the place and how to reach it: "Hengtu Assistance
 * International (sample), 8 Sample Street, Singapore, privacy@hengtu.example". A dash if nobody.
 */
export function recipientAbroad(set: PlanSet, insurer: string, lang: Lang): string {
  const { abroad } = set.insurer(insurer).assistance
  return abroad ? joined(lang, abroad.company[lang], abroad.address[lang], abroad.email) : '—'
}

export interface AssistanceCompany extends HelpLines {
  /** Ids of the plans that it serves. */
  plans: readonly string[]
}

/**
 * The companies behind some plans, each once, in the order of the plans. With `countries`, only the local numbers of
 * those.
 */
export function companiesOf(
  set: PlanSet,
  planIds: readonly string[],
  lang: Lang,
  countries?: readonly CountryId[],
): AssistanceCompany[] {
  const served = planIds.map((id) => ({ id, lines: helpLinesOf(set, id, lang) }))
  return [...Map.groupBy(served, ({ lines }) => lines.company)].map(([company, of]) => {
    const local = of
      .flatMap(({ lines }) => lines.local)
      .filter(({ country }) => countries === undefined || countries.includes(country))
    return {
      company,
      plans: of.map(({ id }) => id),
      anywhere: of[0]?.lines.anywhere ?? '',
      local: [...new Map(local.map((line) => [line.country, line])).values()],
    }
  })
}

const localNumbers = (local: Insurer['assistance']['phones']['local']): HelpLines['local'] =>
  keysOf(local).flatMap((country) => {
    const number = local[country]
    return number === undefined ? [] : { country, number }
  })

/**
 * The number to call first: the local one of the country that the insured person goes to, or of a plan's only country;
 * else the one that works from everywhere, which cards print beside it.
 */
export function cardLineOf({ anywhere, local }: HelpLines, destination?: string | null): string {
  const [first, ...others] = local
  const there = local.find(({ country }) => country === destination)
  return there?.number ?? (first && others.length === 0 ? first.number : anywhere)
}
