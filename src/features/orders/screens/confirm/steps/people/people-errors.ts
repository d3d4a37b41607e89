/**
 * Everything that is wrong with the people page, by the same rules as the server's. Keys: `trip.start`,
 * `policyholder.idName` …
 */
import { ageOn, isDay, type Day, mayHaveBegun } from '../../../../../../lib/days/dates.ts'
import type { FieldErrors } from '../../../../../../lib/errors.ts'
import { DESTINATIONS, quote, rankOf, type ClientPlan, type Destination } from '../../../../../plans/contract.ts'
import type { Answers, OrderView } from '../../../../contract.ts'
import { planFacts } from '../../../../rules/plan-facts.ts'
import { checkPeople, inFormOrder, PRINTING_CODES, type PeopleResult } from '../../../../rules/who-may-buy-for-whom.ts'
import { familyOf, insuredDraft, type PeopleDraft } from '../../../../rules/check-person-fields.ts'
import { checkTrip, PRICE_FIELDS } from '../../../../rules/check-trip.ts'
import type { Json } from '../../../../../../lib/text/canonical-json.ts'
import { fieldsOf, fieldsOfAnswers } from '../../answer-fields.ts'

const isDestination = (text: string): text is Destination => (DESTINATIONS as readonly string[]).includes(text)

const covers = (plan: ClientPlan, place: string): boolean => isDestination(place) && rankOf(plan, place) !== undefined

/** Destinations a plan may be bought for, in the list's order. */
export const placesOf = (plan: ClientPlan): Destination[] => DESTINATIONS.filter((place) => covers(plan, place))

export function checkPage(answers: Answers, plan: ClientPlan, today: Day): PeopleResult {
  const { trip, people } = answers
  const found = checkTrip({
    trip,
    today,
    tiers: plan.tiers.map(({ id }) => id),
    covers: (place) => covers(plan, place),
    asksArrival: plan.waiting?.afterArrival ?? false,
  })
  const errors: FieldErrors = {}
  for (const [field, code] of Object.entries(found)) errors[`trip.${field}`] = code
  const checked = checkPeople({
    people,
    plan: planFacts(plan, trip.tier),
    start: isDay(trip.start) ? trip.start : null,
    today,
  })
  Object.assign(errors, priceErrors(answers, plan, errors), withoutFollowing(checked.errors, people))
  return { ...checked, errors }
}

const FOLLOWING = ['birthDate', 'gender', 'nationality'] as const

/**
 * Birth date and gender follow from a mainland ID number, so they are no errors while the number itself is wrong: one
 * mistake is one error.
 */
function withoutFollowing(errors: FieldErrors, people: PeopleDraft): FieldErrors {
  const out = { ...errors }
  const typed = [
    ['policyholder', people.policyholder],
    ['insured', people.insured],
    ...familyOf(people).map(({ key, person }) => [key, person] as const),
  ] as const
  for (const [who, { idType }] of typed) {
    if (idType !== 'resident_id' || !errors[`${who}.idNumber`]) continue
    for (const field of FOLLOWING) delete out[`${who}.${field}`]
  }
  return out
}

/**
 * Characters that the documents cannot print, as the server found them, in fields that are unchanged since they were
 * saved.
 */
export function printingErrors({ peopleErrors, answers: saved }: OrderView, answers: Answers): FieldErrors {
  const [was, is] = [typedFields(saved), typedFields(answers)]
  const found = Object.entries(peopleErrors).filter(
    ([path, code]) => PRINTING_CODES.includes(code) && was.get(path) === is.get(path),
  )
  return Object.fromEntries(found.map(([path, code]) => [path.replace(/^people\./, ''), code]))
}

/**
 * Every field by the path that errors use; the family is one answer, but its fields are listed here under their
 * members' keys.
 */
const typedFields = (answers: Answers): Map<string, Json> =>
  new Map([
    ...fieldsOfAnswers(answers),
    ...familyOf(answers.people).flatMap(({ key, person }) => [...fieldsOf(person, `people.${key}`)]),
  ])

/** All errors, in the order of the form. */
export const together = (local: FieldErrors, fromServer: FieldErrors, people: PeopleDraft): FieldErrors =>
  inFormOrder({ ...fromServer, ...local }, familyOf(people))

/** Errors that the price gives, e.g. a term that the tier is not sold for. */
function priceErrors({ trip, people }: Answers, plan: ClientPlan, known: FieldErrors): FieldErrors {
  if (known['trip.tier'] || known['trip.start'] || known['trip.end']) return {}
  const birthDate = insuredDraft(people).birthDate
  const result = quote({
    plan,
    tier: trip.tier,
    start: trip.start,
    end: trip.end,
    birthDate: isDay(birthDate) ? birthDate : middleAge(plan, trip.start),
  })
  if (result.ok) return {}
  const field = PRICE_FIELDS[result.reason]
  return field ? { [`trip.${field}`]: result.reason } : {}
}

/** A birth date that the plan accepts, to check the term alone while the real one is missing. */
const middleAge = (plan: ClientPlan, start: Day): Day =>
  `${Number(start.slice(0, 4)) - Math.floor((plan.ages.from + Math.min(plan.ages.to, 60)) / 2)}-01-01`

/** Certainly under 18 today: cannot buy, cannot insure a family, and is not asked for consent. */
export const isMinor = (birthDate: string, today: Day): boolean => (ageToday(birthDate, today) ?? 18) < 18

/** Age today, or undefined while the birth date is not a day. */
export const ageToday = (birthDate: string, today: Day): number | undefined =>
  isDay(birthDate) && mayHaveBegun(birthDate, today) ? Math.max(0, ageOn(birthDate, today)) : undefined
