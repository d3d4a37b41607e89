/**
 * Facts from an heir's ID: day of birth, guardian, same person. Apart from the schemas: browsers load it with the
 * heirs' page only.
 */
import { ageOn, isDay, type Day } from '../../../lib/days/dates.ts'
import { checkIdNumber } from '../../../lib/people/id-number.ts'
import { compareNames } from '../../../lib/people/person-names.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import type { Heir } from './heirs.ts'

/** Day of birth from the ID, else as it was typed; '' while neither tells it. */
export function birthOf({ idType, idNumber, birthDate }: Heir, today: Day): Day {
  const read = idType === '' ? undefined : checkIdNumber(idType, idNumber, today)
  if (read?.ok && read.birthDate) return read.birthDate
  return isDay(birthDate) ? birthDate : ''
}

/** Under 18 today: a guardian signs for them. */
export function isMinor(heir: Heir, today: Day): boolean {
  const born = birthOf(heir, today)
  return born !== '' && born <= today && ageOn(born, today) < LIMITS.adultAge
}

/** Are two people of one claim the same? Compared by ID, else by name. */
export const samePersonAs = (a: Pick<Heir, 'name' | 'idNumber'>, b: Pick<Heir, 'name' | 'idNumber'>): boolean =>
  a.idNumber !== '' && b.idNumber !== ''
    ? a.idNumber.replace(/\s/g, '').toUpperCase() === b.idNumber.replace(/\s/g, '').toUpperCase()
    : a.name !== '' && compareNames(a.name, b.name) === 'same'
