/** Which field of a person each item of a change request is: its value, its sides, and how it is masked. Pure. */
import { maskContact } from '../../../lib/people/contact.ts'
import { maskContacts } from '../../../lib/people/masked-contacts.ts'
import type { Day } from '../../../lib/days/dates.ts'
import { checkIdNumber, maskIdNumber } from '../../../lib/people/id-number.ts'
import { type PolicyPerson, besideId, type PersonField } from '../../orders/server/door.ts'
import type { ChangedThing, ChangeItem, ChangeSide } from '../contract.ts'

/** The person's field of each item, on the ID that the policy was bought with. */
const FIELD_OF = {
  email: 'email',
  mobile: 'mobile',
  name: 'idName',
  id_number: 'idNumber',
  gender: 'gender',
  birth_date: 'birthDate',
} as const satisfies Record<ChangeItem, PersonField>

/** What is asked for: the item, and which side of it. */
export interface Asked {
  item: ChangeItem
  /** `null` in requests from before sides were asked for. */
  side?: ChangeSide | null
}

const THINGS: Partial<Record<`${ChangeItem}.${ChangeSide}`, readonly [thing: ChangedThing, field: PersonField]>> = {
  'name.passport': ['passport_name', 'passportName'],
  'name.chinese': ['chinese_name', 'chineseName'],
  'id_number.passport': ['passport_number', 'passportNumber'],
}
const thingOf = ({ item, side }: Asked) => THINGS[`${item}.${side ?? 'id'}`] ?? ([item, FIELD_OF[item]] as const)

export const whatOf = (asked: Asked): ChangedThing => thingOf(asked)[0]
export const fieldOf = (asked: Asked) => thingOf(asked)[1]

export const valueOf = (person: PolicyPerson, asked: Asked): string => person[fieldOf(asked)] ?? ''

/** The sides of an item that this person can have; `id` alone where there is nothing to choose. */
export function sidesOf(person: PolicyPerson, item: ChangeItem): ChangeSide[] {
  const beside = besideId(person)
  if (item === 'name')
    return [
      'id',
      ...(beside.passportName ? ['passport' as const] : []),
      ...(beside.chineseName ? ['chinese' as const] : []),
    ]
  return ['id', ...(item === 'id_number' && beside.passportNumber ? ['passport' as const] : [])]
}

/** The fields to enter for an item, including birth date and gender, which a resident's number contains. */
export function entered(
  person: PolicyPerson,
  { item, side }: Asked,
  value: string,
  today: Day,
): Record<string, string> {
  const field = fieldOf({ item, side: side ?? 'id' })
  const id = field === 'idNumber' ? checkIdNumber(person.idType, value, today) : undefined
  return {
    [field]: value,
    ...(id?.ok && id.birthDate ? { birthDate: id.birthDate } : {}),
    ...(id?.ok && id.gender ? { gender: id.gender } : {}),
  }
}

/** Value and new value of an item, masked, and told apart where the masks alone would be alike. */
export function maskChange(item: ChangeItem, before: string, after: string): { before: string; after: string } {
  if (item !== 'email' && item !== 'mobile') return { before: maskValue(item, before), after: maskValue(item, after) }
  const masks = maskContacts(before, after)
  return { before: masks.old ?? '', after: masks.new ?? '' }
}

export function maskValue(item: ChangeItem, value: string): string {
  if (value === '') return ''
  if (item === 'email' || item === 'mobile') return maskContact(value)
  return item === 'id_number' ? maskIdNumber(value) : value
}
