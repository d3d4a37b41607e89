/**
 * The sensitive data of an application: numbers of IDs and passports, health answers, and all data of a child under 14
 * (decision 0081). Pure.
 */
import { isDay, type Day } from '../../../lib/days/dates.ts'
import { dayReading } from '../../../lib/days/ambiguous-day.ts'
import { LANGS, type Lang } from '../../../lib/locale.ts'
import { canonicalJson } from '../../../lib/text/canonical-json.ts'
import type { Answers } from '../contract.ts'
import { EMPTY_PERSON, PERSON_FIELDS, type PersonDraft, type PersonField } from './people-draft.ts'
import { isChild } from './sensitive-fields.ts'

const NUMBERS: readonly PersonField[] = ['idNumber', 'passportNumber']

/** A date of birth alone identifies nobody, and a price is asked for with it. */
const OF_CHILD: readonly PersonField[] = PERSON_FIELDS.filter((field) => field !== 'birthDate' && field !== 'idType')

const sensitiveFields = (person: PersonDraft, today: Day): readonly PersonField[] =>
  mayBeChild(person, today) ? OF_CHILD : NUMBERS

/**
 * A date of birth may be stored as typed (1/2/2015) until its person has chosen the day that it means: a child under
 * any reading counts as one.
 */
const mayBeChild = ({ birthDate }: PersonDraft, today: Day): boolean =>
  isChild({ birthDate }, today) ||
  (birthDate !== '' &&
    !isDay(birthDate) &&
    LANGS.some((lang) => readingsOf(birthDate, lang, today).some((day) => isChild({ birthDate: day }, today))))

function readingsOf(text: string, lang: Lang, max: Day): readonly Day[] {
  const reading = dayReading(text, { lang, max })
  return reading.kind === 'which' ? reading.days : reading.kind === 'day' ? [reading.day] : []
}

const without = (person: PersonDraft, today: Day): PersonDraft => ({
  ...person,
  ...Object.fromEntries(sensitiveFields(person, today).map((field) => [field, EMPTY_PERSON[field]])),
})

/** The same answers without the sensitive data. */
export function withoutSensitive(answers: Answers, today: Day): Answers {
  const { people } = answers
  return {
    ...answers,
    people: {
      ...people,
      policyholder: without(people.policyholder, today),
      insured: without(people.insured, today),
      family: people.family.map((member) => ({ ...member, person: without(member.person, today) })),
    },
    health: { answers: {}, details: {} },
  }
}

const personsOf = ({ people }: Pick<Answers, 'people'>): PersonDraft[] => [
  people.policyholder,
  people.insured,
  ...people.family.map(({ person }) => person),
]

/**
 * Each sensitive value with its field. It does not matter whose it is: another relationship moves a person to another
 * place.
 */
function valuesOf(answers: Answers, today: Day): Set<string> {
  const { health } = answers
  return new Set([
    ...personsOf(answers).flatMap((person) =>
      sensitiveFields(person, today)
        .filter((field) => person[field] !== '')
        .map((field) => `${field}:${person[field]}`),
    ),
    ...Object.entries(health.answers).map(([question, answer]) => `${question}:${answer}`),
    ...Object.entries(health.details)
      .filter(([, detail]) => detail !== '')
      .map(([question, detail]) => `${question}:${detail}`),
  ])
}

export const holdsSensitive = (answers: Answers, today: Day): boolean => valuesOf(answers, today).size > 0

/** Whether a change adds sensitive data that was not there. */
export function addsSensitive(before: Answers, after: Answers, today: Day): boolean {
  const known = valuesOf(before, today)
  return [...valuesOf(after, today)].some((value) => !known.has(value))
}

/** Restores what `withoutSensitive` removed from answers, for everybody who is still the same person. */
export function withSensitiveOf(answers: Answers, source: Answers, today: Day): Answers {
  const same = (now: PersonDraft, of: PersonDraft): PersonDraft =>
    canonicalJson(now) === canonicalJson(without(of, today)) ? of : now
  const { people, health } = answers
  const members = new Map(source.people.family.map(({ key, person }) => [key, person]))
  return {
    ...answers,
    people: {
      ...people,
      policyholder: same(people.policyholder, source.people.policyholder),
      insured: same(people.insured, source.people.insured),
      family: people.family.map((member) => ({
        ...member,
        person: same(member.person, members.get(member.key) ?? member.person),
      })),
    },
    health: Object.keys(health.answers).length === 0 ? source.health : health,
  }
}
