/** People of the journeys. All are invented. */
import { addDays, dayOf, endOfMonths, type Day } from '../../../src/lib/days/dates.ts'
import {
  type PeopleDraft,
  type PersonDraft,
  EMPTY_PEOPLE,
} from '../../../src/features/orders/rules/check-person-fields.ts'
import { idOf, person } from '../../api/orders-fixtures.ts'

export const today = (): Day => dayOf(Date.now())
/** Cover of six months from next week. */
export const term = (now: Day = today()): { start: Day; end: Day } => {
  const start = addDays(now, 7)
  return { start, end: endOfMonths(start, 6) }
}
/** A birthday that makes someone this many years and about a month old. */
export const birthDateAtAge = (years: number): Day => {
  const [year = '', ...rest] = addDays(today(), -30).split('-')
  return [Number(year) - years, ...rest].join('-')
}

let people = 0
/** An email used by this test only, so that it never gets messages and logins of others. */
export const email = (name: string): string => `${name}.${Date.now().toString(36)}${(people += 1)}@example.com`

/** Two digits of an ID number, which has room for no more; a site has fewer people. */
const nextSerial = (): number => 10 + ((people += 1) % 90)

/** A student of 21 with a mainland ID; every call creates another one. */
export const student = (over: Partial<PersonDraft> = {}): PersonDraft => {
  const birthDate = over.birthDate ?? birthDateAtAge(21)
  return person(birthDate, {
    idName: '林晓',
    idNumber: idOf(birthDate, 'female', nextSerial()),
    email: email('lin'),
    institution: 'Charlesbank College',
    ...over,
  })
}
/** The student's father, 50. */
export const father = (over: Partial<PersonDraft> = {}): PersonDraft => {
  const birthDate = birthDateAtAge(50)
  return person(birthDate, {
    gender: 'male',
    idName: '林建国',
    idNumber: idOf(birthDate, 'male', nextSerial()),
    email: email('father'),
    institution: '',
    ...over,
  })
}
/** A child whose passport reveals neither birthday nor gender. */
export const child = (years: number, over: Partial<PersonDraft> = {}): PersonDraft =>
  person(birthDateAtAge(years), {
    idType: 'passport',
    idName: 'LIN XIAO',
    idNumber: `EJ${3123000 + (people += 1)}`,
    chineseName: '林晓',
    email: '',
    institution: 'Riverside School',
    ...over,
  })

export const self = (policyholder: PersonDraft = student()): PeopleDraft => ({
  ...EMPTY_PEOPLE,
  relationship: 'self',
  policyholder,
})
