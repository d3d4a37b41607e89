/**
 * Whether what a link says can be bought, on the day it is opened. Refused at once, with what was expected: else the
 * student reads three legal pages before learning it.
 */
import { addDays, ageOn, mayHaveBegun, type Day } from '../../../lib/days/dates.ts'
import { PLAN_LIMITS } from '../../../lib/plan-limits.ts'
import { covers, planSet } from '../../orders/server/door.ts'
import {
  DESTINATIONS,
  earliestStart,
  isRetired,
  quote,
  startMisfit,
  termEnds,
  type Plan,
  type Quote,
} from '../../plans/contract.ts'
import type { LinkPayload } from './link-token.ts'

/** Field → what was expected there. */
export type Expected = Readonly<Record<string, string>>

const soldPlans = (today: Day): readonly Plan[] => planSet().plans.filter((it) => it.online && !isRetired(it, today))

/** The plan of a plan's page. */
const planOfPage = (page: string): string | undefined => /^\/plan\/details\/(.+)$/.exec(page)?.[1]

/** Empty for a link by which its student can buy. */
export function unbuyableFields(payload: LinkPayload, today: Day): Expected {
  const { plan: named, page } = payload
  const sold = soldPlans(today)
  const known = (id: string): boolean => sold.some((it) => it.id === id)
  const ids = sold.map(({ id }) => id).join(', ')
  const onPage = planOfPage(page)
  if (named !== undefined && !known(named)) return { plan: `a plan that is sold here: ${ids}` }
  if (onPage !== undefined && named !== undefined && onPage !== named)
    return { page: `/plan/details/${named}, or another plan in \`plan\`` }
  if (onPage !== undefined && !known(onPage)) return { page: `the page of a plan that is sold here: ${ids}` }
  const plan = sold.find(({ id }) => id === (named ?? onPage))
  const wrong = {
    ...wrongDays(payload, today),
    ...wrongDestination(payload, plan),
    ...(plan ? { ...wrongTier(payload, plan), ...wrongAge(payload, plan, today) } : wrongBirth(payload, today)),
  }
  return plan && Object.keys(wrong).length === 0 ? wrongTerm(payload, plan, today) : wrong
}

function wrongDays({ start, end }: LinkPayload, today: Day): Expected {
  const first = earliestStart(today)
  if (start !== undefined && startMisfit(start, today))
    return { start: `a day from ${first} to ${addDays(today, PLAN_LIMITS.startAheadDays)}` }
  const least = start ?? first
  return end !== undefined && end < least ? { end: `${least} or later` } : {}
}

function wrongDestination({ destination }: LinkPayload, plan: Plan | undefined): Expected {
  const places = DESTINATIONS.filter((id) => !plan || covers(plan, id))
  if (destination === undefined || places.some((id) => id === destination)) return {}
  return { destination: `${plan ? `where ${plan.id} is valid` : 'a country'}: ${places.join(', ')}` }
}

const wrongTier = ({ tier }: LinkPayload, { id, tiers }: Plan): Expected =>
  tier === undefined || tiers.some((it) => it.id === tier)
    ? {}
    : { tier: `a tier of ${id}: ${tiers.map((it) => it.id).join(', ')}` }

const wrongBirth = ({ student: { birth_date: birth } }: LinkPayload, today: Day): Expected =>
  birth !== undefined && !mayHaveBegun(birth, today) ? { 'student.birth_date': `${addDays(today, 1)} or earlier` } : {}

function wrongAge(payload: LinkPayload, { id, ages }: Plan, today: Day): Expected {
  const { start, student } = payload
  const birth = student.birth_date
  const wrong = wrongBirth(payload, today)
  if (birth === undefined || wrong['student.birth_date'] !== undefined) return wrong
  // A start that is wrong itself is said by `start`.
  // The day of birth may be tomorrow's: the age is then 0.
  const age = Math.max(0, ageOn(birth, start !== undefined && start > today ? start : today))
  return age < ages.from || age > ages.to
    ? { 'student.birth_date': `an age from ${ages.from} to ${ages.to} on the first day, for ${id}` }
    : {}
}

/** The term that its tier, or any, is sold for; and whatever else a price depends on. */
function wrongTerm(payload: LinkPayload, plan: Plan, today: Day): Expected {
  const { tier, start, end } = payload
  if (start === undefined || end === undefined) return {}
  const terms = plan.tiers.filter(({ id }) => tier === undefined || id === tier).map((it) => termEnds(it.term, start))
  if (terms.every(({ shortest, longest }) => end < shortest || end > longest))
    return { end: terms.map(({ shortest, longest }) => `a day from ${shortest} to ${longest}`).join(', or ') }
  const price = priceOfLink(payload, today)
  return price && !price.ok ? { plan: `what can be bought together (${price.reason})` } : {}
}

/** What the link's student pays, where the link says all that a price depends on. */
export function priceOfLink(payload: LinkPayload, today: Day): Quote | undefined {
  const { tier, start, end, student } = payload
  const plan = soldPlans(today).find(({ id }) => id === (payload.plan ?? planOfPage(payload.page)))
  const chosen = tier ?? (plan?.tiers.length === 1 ? plan.tiers[0]?.id : undefined)
  if (!plan || !chosen || !start || !end || !student.birth_date) return undefined
  const destination = DESTINATIONS.find((id) => id === payload.destination)
  const trip = { plan, tier: chosen, start, end, birthDate: student.birth_date, today }
  return quote({ ...trip, ...(destination ? { destination } : {}) })
}
