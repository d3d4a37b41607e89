/**
 * Which fields of an application are sensitive, by path (`people.policyholder.idNumber`): the browser may neither keep
 * nor send them without the consent.
 */
import { CHILD_DATA_AGE } from '../../../lib/people/child-data-age.ts'
import { ageOn, isDay, type Day, mayHaveBegun } from '../../../lib/days/dates.ts'
import type { PeopleDraft, PersonDraft } from './people-draft.ts'

/** The family counts as one field, and contains ID numbers. */
const SENSITIVE = /^people\.(?:policyholder|insured)\.(?:idNumber|passportNumber)$|^people\.family$|^health\./
const OF_PERSON = /^people\.(policyholder|insured)\.(?!(?:birthDate|idType)$)/

/** All data of a child under 14 is sensitive, except the date of birth. */
export const isChild = ({ birthDate }: Pick<PersonDraft, 'birthDate'>, today: Day): boolean =>
  isDay(birthDate) && mayHaveBegun(birthDate, today) && ageOn(birthDate, today) < CHILD_DATA_AGE

/** `people`: as typed, and as the server has them. */
export function isSensitiveField(
  path: string,
  people: readonly Pick<PeopleDraft, 'policyholder' | 'insured'>[],
  today: Day,
): boolean {
  const who = OF_PERSON.exec(path)?.[1]
  return (
    SENSITIVE.test(path) ||
    ((who === 'policyholder' || who === 'insured') && people.some((one) => isChild(one[who], today)))
  )
}
