/**
 * The data that a partner filled in, and which of it is unchanged: that is marked where it is shown, and the buyer
 * confirms it.
 */
import { keysOf, onlyGiven, without } from '../../../lib/object-keys.ts'
import { EMPTY_PEOPLE, EMPTY_PERSON, withRelationship, type PersonDraft } from './people-draft.ts'
import { answersSchema, tripSchema, type Answers, type Prefill, type Trip } from '../contract.ts'

type Said = Pick<Prefill, 'trip' | 'student' | 'relationship'>

const onlySaid = <T extends object>(given: T) => onlyGiven(given, '')

/** An application as the partner began it; days, tier and date of birth that the visitor chose since take precedence. */
export function prefilledAnswers(
  { trip, student, relationship }: Said,
  chosen: { trip?: Trip | undefined; birthDate?: string | undefined } = {},
): Answers | undefined {
  const own = chosen.trip && onlySaid(without(chosen.trip, 'arrived'))
  // The visitor chose another plan: it has other tiers, days and destinations.
  const said = chosen.trip && chosen.trip.plan !== trip.plan ? {} : trip
  const merged = tripSchema.safeParse({ ...onlySaid(said), ...own })
  if (!merged.success) return undefined
  const insured: PersonDraft = {
    ...EMPTY_PERSON,
    ...onlySaid(student),
    ...(chosen.birthDate ? { birthDate: chosen.birthDate } : {}),
  }
  return answersSchema.parse({
    trip: merged.data,
    people: withRelationship({ ...EMPTY_PEOPLE, insured, pricedBirthDate: insured.birthDate }, relationship ?? ''),
  })
}

/** Paths of answers (`trip.start`, `people.insured.idName`) that still have the partner's value. */
export function prefilledFields(
  { trip, student, relationship }: Said,
  { trip: now, people }: Pick<Answers, 'trip' | 'people'>,
): string[] {
  const who = people.relationship === 'self' ? 'policyholder' : 'insured'
  const person = people[who]
  return [
    ...keysOf(onlySaid(trip))
      .filter((key) => now[key] === trip[key])
      .map((key) => `trip.${key}`),
    ...(relationship && people.relationship === relationship ? ['people.relationship'] : []),
    ...keysOf(onlySaid(student))
      .filter((key) => person[key] === student[key])
      .map((key) => `people.${who}.${key}`),
  ]
}
