/** Rules of change requests: their states, and which field of a person each item is. Pure. */
import { z } from 'zod'
import { maskContact } from '../../lib/contact.ts'
import { addDays, startOfCover, type Day } from '../../lib/dates.ts'
import { checkIdNumber, maskIdNumber } from '../../lib/id-number.ts'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { machine, type Graph } from '../../server/transition.ts'
import type { PolicyPerson } from '../policies/policy-people.server.ts'
import { besideId, type PersonField } from '../orders/check-person-change.server.ts'
import type { ChangedThing, ChangeItem, ChangeSide, ChangeStatus } from './contract.ts'

/** design §5 "Change request"; one that costs something is approved first, and takes effect once it is paid (decision 0062). */
const graph: Graph<ChangeStatus> = {
  submitted: ['approved', 'awaiting_payment', 'rejected', 'withdrawn'],
  awaiting_payment: ['approved', 'lapsed', 'withdrawn'],
  approved: [], rejected: [], withdrawn: [], lapsed: [],
}
export const changeMachine = machine({ entity: 'policy_change', table: 'policy_changes', graph })

/** Waiting states: no other request for the policy may be sent. */
export const OPEN = ['submitted', 'awaiting_payment'] as const satisfies readonly ChangeStatus[]

/** The requested change, as sealed; `value` in its normal form. */
export const changeFacts = z.object({ value: z.string(), before: z.string() })
export type ChangeFacts = z.output<typeof changeFacts>

/** The person's field of each item, on the ID that the policy was bought with. */
const FIELD_OF = { email: 'email', mobile: 'mobile', name: 'idName', id_number: 'idNumber', gender: 'gender', birth_date: 'birthDate' } as const satisfies Record<ChangeItem, keyof PolicyPerson>

/** What is asked for: the item, and which side of it. */
export interface Asked {
  item: ChangeItem
  /** `null` in requests from before sides were asked for. */
  side?: ChangeSide | null
}

const THINGS: Partial<Record<`${ChangeItem}.${ChangeSide}`, readonly [thing: ChangedThing, field: keyof PolicyPerson]>> = {
  'name.passport': ['passport_name', 'passportName'], 'name.chinese': ['chinese_name', 'chineseName'], 'id_number.passport': ['passport_number', 'passportNumber'],
}
const thingOf = ({ item, side }: Asked) => THINGS[`${item}.${side ?? 'id'}`] ?? ([item, FIELD_OF[item]] as const)

export const whatOf = (asked: Asked): ChangedThing => thingOf(asked)[0]
export const fieldOf = (asked: Asked) => thingOf(asked)[1] as PersonField

export const valueOf = (person: PolicyPerson, asked: Asked): string => person[fieldOf(asked)] ?? ''

/** The sides of an item that this person can have; `id` alone where there is nothing to choose. */
export function sidesOf(person: PolicyPerson, item: ChangeItem): ChangeSide[] {
  const beside = besideId(person)
  if (item === 'name') return ['id', ...(beside.passportName ? ['passport' as const] : []), ...(beside.chineseName ? ['chinese' as const] : [])]
  return ['id', ...(item === 'id_number' && beside.passportNumber ? ['passport' as const] : [])]
}

/** The fields to enter for an item, including birth date and gender, which a resident's number contains. */
export function entered(person: PolicyPerson, { item, side }: Asked, value: string, today: Day): Record<string, string> {
  const field = fieldOf({ item, side: side ?? 'id' })
  const id = field === 'idNumber' ? checkIdNumber(person.idType, value, today) : undefined
  return {
    [field]: value,
    ...(id?.ok && id.birthDate ? { birthDate: id.birthDate } : {}), ...(id?.ok && id.gender ? { gender: id.gender } : {}),
  }
}

export function maskValue(item: ChangeItem, value: string): string {
  if (value === '') return ''
  if (item === 'email' || item === 'mobile') return maskContact(value)
  return item === 'id_number' ? maskIdNumber(value) : value
}

export const DAY_MS = 24 * 3_600_000

/** Latest decision, ms. */
export const dueAt = (submittedAt: number): number => submittedAt + LIMITS.changeDays * DAY_MS
/** Until when the difference can be paid: some days from the decision, and no longer than cover lasts, ms. */
export const payUntilOf = (decidedAt: number, end: Day): number => Math.min(decidedAt + LIMITS.changePayDays * DAY_MS, startOfCover(addDays(end, 1)))
/** Most requests by one person within a day. */
export const MOST_A_DAY = 10
