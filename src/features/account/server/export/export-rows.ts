/** The rows of a copy, by file and table: everything that tables declare as `copy`. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { ClosingContact } from '../../../../server/personal-data/account-closure.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { eventLoopTurns } from '../../../../server/event-loop-turns.ts'
import { EMPTIED, MESSAGE_JOB_KINDS } from '../../../../server/messages/message-jobs.ts'
import type { Row } from '../../../../server/keys/sealed-tables.ts'
import type { CopyFile } from '../../../../server/db/define-table.ts'
import type { PersonRecords } from '../person-records.ts'
import { destinationMac } from '../../../../server/keys/destination-mac.ts'
import { openRow, type OpenedRow } from './open-row.ts'
import { maskContact } from '../../../../lib/people/contact.ts'
import { maskIdNumber } from '../../../../lib/people/id-number.ts'
import { shownByAddress } from '../../../orders/server/door.ts'
import { answersSchema } from '../../../orders/contract.ts'
import type { Database } from '../../../../server/db/database-rows.ts'

/** Rows of so many records are read at once, in one turn of the event loop: two hundred applications would be 30 MB. */
const IDS = 5

/** Tables of one file of the copy, with their rows unsealed. */
export async function rowsOf(deps: Deps, person: PersonRecords, file: CopyFile): Promise<Record<string, OpenedRow[]>> {
  const out: Record<string, OpenedRow[]> = {}
  const pause = eventLoopTurns()
  for (const { name: table, copy } of deps.tables) {
    if ('not' in copy || copy.file !== file) continue
    const read: OpenedRow[] = (out[table] = [])
    const ids = [...new Set(person.ids[copy.of])]
    for (let from = 0; from < ids.length; from += IDS) {
      const { rows } =
        await sql<Row>`select * from ${sql.table(table)} where ${sql.ref(copy.by)} in (${sql.join(ids.slice(from, from + IDS))})`.execute(
          deps.db,
        )
      await pause()
      for (const row of rows) {
        read.push(maskedAsOnSite(table, await openRow(deps, table, row), person))
        await pause()
      }
    }
  }
  return out
}

/**
 * Messages whose text still exists: for a day after they were sent, and queued ones. Messages that are a code are left
 * out, and so are the links of all others, because some of them act for whoever has them.
 */
export async function messagesOf(
  deps: Deps,
  person: PersonRecords,
): Promise<{ id: string; at: string; sent: boolean; to: string; template: string; vars: Record<string, string> }[]> {
  const found: Awaited<ReturnType<typeof messagesOf>> = []
  for await (const { id, letter, at, sent } of lettersTo(deps, person.contacts)) {
    if (letter.vars['code'] !== undefined) continue
    const { to, template } = letter
    found.push({ id, at: new Date(at).toISOString(), sent, to, template, vars: withoutLinks(letter.vars) })
  }
  return found
}

const withoutLinks = (vars: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(vars).filter(([, value]) => !/https?:\/\//i.test(value)))

const sealedSchema = z.object({ sealed: z.string() })
const letterSchema = z.object({ template: z.string(), to: z.string(), vars: z.record(z.string(), z.string()) })
const PAGE = 200

/**
 * Jobs of messages to one of these contacts that were written while it was the person's. They are stored sealed, so
 * each is unsealed to check; read in pages, so that nothing else has to wait.
 */
async function* lettersTo(
  deps: Pick<Deps, 'db' | 'seal'>,
  contacts: readonly ClosingContact[],
): AsyncGenerator<{ id: string; at: number; sent: boolean; letter: z.output<typeof letterSchema> }> {
  const pause = eventLoopTurns()
  let after = ''
  for (;;) {
    const rows = await deps.db
      .selectFrom('jobs')
      .select(['id', 'payload', 'created_at', 'run_at', 'done_at'])
      .where('kind', 'in', MESSAGE_JOB_KINDS)
      .where('payload', '!=', EMPTIED)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    for (const row of rows) {
      const letter = deps.seal.open('jobs.message', letterSchema, sealedSchema.parse(JSON.parse(row.payload)).sealed)
      const mac = destinationMac(deps, letter.to)
      const { created_at: written } = row
      if (contacts.some((it) => it.mac === mac && it.provedAt <= written && written <= it.until))
        yield { id: row.id, at: row.run_at, sent: row.done_at !== null, letter }
      await pause()
    }
    if (rows.length < PAGE) return
    after = rows.at(-1)?.id ?? ''
  }
}

/**
 * Rows of a copy that the person may read, but not in full: masked as on the site. What somebody has only because a
 * contact of theirs was typed in it may be there by mistake.
 */
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
const maskedAsOnSite = (table: string, row: OpenedRow, person: PersonRecords): OpenedRow =>
  masks.get(table)?.(row, person) ?? row
