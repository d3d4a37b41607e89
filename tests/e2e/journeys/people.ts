/** People of the journeys. Nobody here exists. */
import { addDays, dayOf, endOfMonths } from '../../../src/lib/dates.ts'
import type { Day } from '../../../src/lib/dates.ts'
import type { PeopleDraft, PersonDraft } from '../../../src/features/orders/complete-person.ts'
import { EMPTY_PEOPLE } from '../../../src/features/orders/complete-person.ts'
import { idOf, person } from '../../api/orders-fixtures.ts'

export const today = (): Day => dayOf(Date.now())
/** Cover of six months from next week. */
export const term = (now: Day = today()): { start: Day; end: Day } => {
  const start = addDays(now, 7)
  return { start, end: endOfMonths(start, 6) }
}
/** A birthday that many years and about a month ago. */
export const born = (years: number): Day => {
  const [year = '', ...rest] = addDays(today(), -30).split('-')
  return [Number(year) - years, ...rest].join('-')
}

let people = 0
/** An email of this test alone: messages and logins of others never meet it. */
export const email = (name: string): string => `${name}.${Date.now().toString(36)}${(people += 1)}@example.com`

/** A student of 21 with a mainland ID; every call makes another one. */
export const student = (over: Partial<PersonDraft> = {}): PersonDraft => {
  const birthDate = over.birthDate ?? born(21)
  return person(birthDate, { idName: '林晓', idNumber: idOf(birthDate, 'female', 10 + (people += 1)), email: email('lin'), institution: 'Charlesbank College', ...over })
}
/** The student's father, 50. */
export const father = (over: Partial<PersonDraft> = {}): PersonDraft => {
  const birthDate = born(50)
  return person(birthDate, { gender: 'male', idName: '林建国', idNumber: idOf(birthDate, 'male', 10 + (people += 1)), email: email('father'), institution: '', ...over })
}
/** A child whose passport tells neither birthday nor gender. */
export const child = (years: number, over: Partial<PersonDraft> = {}): PersonDraft =>
  person(born(years), { idType: 'passport', idName: 'LIN XIAO', idNumber: `EJ${3123000 + (people += 1)}`, chineseName: '林晓', email: '', institution: 'Riverside School', ...over })

export const self = (policyholder: PersonDraft = student()): PeopleDraft => ({ ...EMPTY_PEOPLE, relationship: 'self', policyholder })
