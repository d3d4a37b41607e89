/**
 * Rows of a copy that the person may read, but not in full: masked as on the site. What somebody has only because a
 * contact of theirs was typed in it may be there by mistake.
 */
import { z } from 'zod'
import { maskContact } from '../../../../lib/people/contact.ts'
import { maskIdNumber } from '../../../../lib/people/id-number.ts'
import { shownByAddress } from '../../../orders/server/door.ts'
import { answersSchema } from '../../../orders/contract.ts'
import type { Database } from '../../../../server/db/database-rows.ts'
import type { PersonRecords } from '../person-records.ts'
import type { OpenedRow } from './open-row.ts'

type Mask = (row: OpenedRow, person: PersonRecords) => OpenedRow
const textOf = (row: OpenedRow, column: string): string => z.string().parse(row[column])
const anyRecord = z.record(z.string(), z.json())
const peopleOf = z.object({ policyholder: anyRecord, insured: anyRecord }).loose()

function maskedPerson(person: z.output<typeof anyRecord>): z.output<typeof anyRecord> {
  const hide = (field: string, by: (text: string) => string) => {
    const value = person[field]
    return typeof value === 'string' && value !== '' ? { [field]: by(value) } : {}
  }
  return {
    ...person,
    ...hide('idNumber', maskIdNumber),
    ...hide('passportNumber', maskIdNumber),
    ...hide('email', maskContact),
    ...hide('mobile', maskContact),
  }
}

const peopleOfPolicy =
  (idColumn: string): Mask =>
  (row, { inFull }) => {
    const seen = inFull.get(textOf(row, idColumn)) ?? []
    const people = peopleOf.parse(row['people'])
    const shown = (who: 'policyholder' | 'insured') => (seen.includes(who) ? people[who] : maskedPerson(people[who]))
    return { ...row, people: { ...people, policyholder: shown('policyholder'), insured: shown('insured') } }
  }

const ofOrder =
  (idColumn: string, change: (row: OpenedRow) => OpenedRow): Mask =>
  (row, { byAddress }) =>
    byAddress.has(textOf(row, idColumn)) ? change(row) : row

const MASKS: Partial<Record<keyof Database, Mask>> = {
  policies: peopleOfPolicy('id'),
  policy_versions: peopleOfPolicy('policy_id'),
  // What a partner said of the student is for whoever applied.
  orders: ofOrder('id', ({ prefill: _, ...row }) => ({
    ...row,
    answers: shownByAddress(answersSchema.parse(row['answers'])),
  })),
  consents: ofOrder('order_id', (row) => ({ ...row, destination: maskContact(textOf(row, 'destination')) })),
  // The last characters are in `account_tail`.
  refund_accounts: ofOrder('payable_id', ({ account: _, ...row }) => row),
}

const masks = new Map(Object.entries(MASKS))

/** The row as its person may read it. */
export const maskedAsOnSite = (table: string, row: OpenedRow, person: PersonRecords): OpenedRow =>
  masks.get(table)?.(row, person) ?? row
