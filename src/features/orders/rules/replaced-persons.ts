/**
 * Health answers belong to the person they were given about: whoever takes another's place in an application is asked
 * anew. Pure.
 */
import { normaliseIdNumber } from '../../../lib/people/id-number-text.ts'
import type { Answers } from '../contract.ts'
import { insuredDraft, type PersonDraft } from './people-draft.ts'
import { askedOf } from './plan-facts.ts'

const plainName = (name: string): string => name.normalize('NFKC').replace(/\s/g, '').toUpperCase()

/**
 * Whether what identified the person is gone or replaced: the number of the ID, or without one the name or the date of
 * birth. Completing it changes nobody.
 */
function isReplaced(was: PersonDraft, is: PersonDraft): boolean {
  const differs = (a: string, b: string): boolean => a !== '' && a !== b
  const number = normaliseIdNumber(was.idNumber)
  if (number !== '') return differs(number, normaliseIdNumber(is.idNumber))
  return differs(plainName(was.idName), plainName(is.idName)) || differs(was.birthDate, is.birthDate)
}

/**
 * Keys of insured persons whom other persons replaced; `null` for the student. A member of the family who was removed
 * is none.
 */
function replacedPersons(before: Answers['people'], after: Answers['people']): (string | null)[] {
  const members = new Map(after.family.map(({ key, person }) => [key, person]))
  const family = before.family.filter(({ key, person }) => {
    const now = members.get(key)
    return now !== undefined && isReplaced(person, now)
  })
  return [...(isReplaced(insuredDraft(before), insuredDraft(after)) ? [null] : []), ...family.map(({ key }) => key)]
}

/**
 * The health answers without those about persons who were replaced or are no longer in the application. `replaced`:
 * whether an answer went for the first reason.
 */
export function answersOfPresent(
  before: Answers,
  { people, health }: Answers,
): { health: Answers['health']; replaced: boolean } {
  const present = new Set<string | null>([null, ...people.family.map(({ key }) => key)])
  const gone = replacedPersons(before.people, people)
  const kept = <T>(record: Record<string, T>): Record<string, T> =>
    Object.fromEntries(
      Object.entries(record).filter(([question]) => {
        const { key } = askedOf(question)
        return present.has(key) && !gone.includes(key)
      }),
    )
  return {
    health: { answers: kept(health.answers), details: kept(health.details) },
    replaced: Object.keys(before.health.answers).some((question) => gone.includes(askedOf(question).key)),
  }
}
