/**
 * A store in which everything happened (`tests/stores/fill-store.ts`): the copies of its people hold what the tables
 * declare, and when all accounts are closed and the legal periods pass, what they declare is what stays.
 */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { closureCommands } from '../../src/features/account/server/closure/closure-commands.ts'
import { openRow } from '../../src/features/account/server/export/open-row.ts'
import { rowsOf } from '../../src/features/account/server/export/export-rows.ts'
import { recordsOf, type PersonRecords } from '../../src/features/account/server/person-records.ts'
import { ALL_TABLES } from '../../src/programs/database-tables.ts'
import { COPY_FILES, type Table } from '../../src/server/db/define-table.ts'
import { BankDesk, PAID, readBatchFile, resultFile } from './bank-fixtures.ts'
import { oldRows, oldServer, type OldServer } from './old-server.ts'
import { successfulOutput } from './operator-commands.ts'
import type { TestServer } from './start-server.ts'

const DAY = 86_400_000
const YEAR = 365 * DAY
/** Of the store's people: names, numbers of papers, contacts, accounts, and their own words. */
const WORDS = [
  ['林语桐', 'LIN YUTONG', '林晓', '林𠮷', '林小禾', '林示例', 'LIN SHILI', '王示例', 'CHEN SHILI', '陈示例'],
  ['E00000000', 'E00000002', 'E00000005', 'E00000009', 'E00000012', '110105200408'],
  ['demo@example.com', 'lin@example.com', 'friend@example.com', 'zhou.stranger', 'yue@lakeside.example'],
  ['13800138000', '13900139002', '13900139009', '13900139777', '13900139778', '7911 123456'],
  ['6217850000800002417', '6217850000000004417', '6222021234567890128', '示例留学', 'books@example.com'],
  ['My school pays', 'Sore throat', 'INV-20877', 'Which bill'],
].flat()
/** Content of the site, not of a person: the examples of plans have a name. */
const OF_THE_SITE = ['plan_files']

/** Declared for the copy, and without a row in this store. */
const NOT_FILLED = ['claim_appeals', 'policies_kept', 'refund_accounts', 'visa_refusal_letters']
/** What has the number of an order, a payment or a claim for good: money was booked on it, or that it was deleted. */
const BOOKS = ['bank_batch_lines', 'events', 'gateway_refunds', 'gateway_trades', 'orders', 'payments', 'refunds']
/** Records whose events stay: of money, and of those who are no customers. */
const EVENTS_KEPT = [
  'bank_batch',
  'bank_batch_line',
  'campaign',
  'group_payment',
  'operator',
  'partner',
  'partner_key',
  'payment',
  'payment_link',
  'prepaid_link',
  'refund',
]

type Row = Record<string, unknown>
let old: OldServer
let server: TestServer
let people: PersonRecords[]
beforeEach(async () => {
  old = await oldServer()
  server = old.server
  const users = await server.deps.db.selectFrom('users').select('id').orderBy('id').execute()
  people = await Promise.all(users.map(({ id }) => recordsOf(server.deps, id)))
})
afterEach(() => old.close())

const rowsIn = async (name: string): Promise<Row[]> =>
  (await sql<Row>`select * from ${sql.table(name)}`.execute(server.deps.db)).rows

/** Whether a column of it is one of these. */
const has = (row: Row, ids: ReadonlySet<string>): boolean =>
  Object.values(row).some((it) => typeof it === 'string' && ids.has(it))

/** A row with an account in it is that account's. */
const isSomebodyElses = ({ user_id: user }: Row, { userId }: PersonRecords): boolean =>
  typeof user === 'string' && user !== userId

it('the copy of each person has every table that declares a file, with every row of theirs, and no other table', async () => {
  const declared = ALL_TABLES.flatMap(({ name, copy }) => ('not' in copy ? [] : [name])).sort()
  const filled = new Set<string>()
  for (const person of people) {
    const files = await Promise.all(COPY_FILES.map((file) => rowsOf(server.deps, person, file)))
    const copied = Object.assign({}, ...files) as Awaited<ReturnType<typeof rowsOf>>
    expect(Object.keys(copied).sort()).toEqual(declared)
    // Not the policies that somebody else bought for them: what belongs to those may be the buyer's alone.
    const { users, orders, claims, decisions, changes, payables, invoices } = person.ids
    const bought = server.deps.db.selectFrom('policies').select('id').where('user_id', '=', person.userId)
    const own = [users, orders, claims, decisions, changes, payables, invoices].flat()
    const ids = new Set([...own, ...(await bought.execute()).map(({ id }) => id)])
    for (const name of declared) {
      const theirs = (await rowsIn(name)).filter((row) => has(row, ids) && !isSomebodyElses(row, person)).length
      if (theirs > 0) filled.add(name)
      expect(copied[name]?.length, name).toBeGreaterThanOrEqual(theirs)
    }
  }
  expect(declared.filter((it) => !filled.has(it))).toEqual(NOT_FILLED)
})

/** Jumps, and runs the jobs of so many days after that. */
async function pass(ms: number, days: number): Promise<void> {
  server.advance(ms)
  for (let day = 0; day < days; day++) {
    await server.drain()
    server.advance(DAY)
  }
  await server.drain()
}

/** What only people decide, so that nothing prevents closing: the bank pays, the rest is refused or confirmed. */
async function settle(): Promise<void> {
  const desk = new BankDesk(server)
  const { number, lines } = readBatchFile(await desk.export(oldRows.given.batch))
  await desk.result(
    resultFile(
      number,
      lines.map((line) => ({ line, answer: { ...PAID, day: '2026-03-23' } })),
    ),
  )
  desk.close()
  const at = oldRows.now
  await server.deps.write(async (trx) => {
    await sql`update claims set status = 'rejected', closed_at = ${at}, decided_at = ${at}
      where status not in ('rejected', 'paid', 'cancelled', 'discarded', 'draft')`.execute(trx)
    await sql`update policy_changes set status = 'rejected', decided_at = ${at} where status = 'submitted'`.execute(trx)
    await sql`update education_orders set status = 'confirmed' where status = 'sent'`.execute(trx)
  })
  await pass(20 * DAY, 2)
}

/** Closes every account, two years later, when no policy is in force any more. */
async function closeAll(): Promise<void> {
  await pass(2 * YEAR, 3)
  const contacts = server.deps.db
    .selectFrom('contacts')
    .select(['destination', 'channel'])
    .where('ended_at', 'is', null)
  for (const { destination } of await contacts.where('channel', '=', 'email').execute()) {
    const to = server.deps.seal.open('users.contact', z.string(), destination)
    const words = ['accounts', 'close', to, '--by', 'wang', '--why', 'wrote to us']
    expect(await successfulOutput(server.deps, closureCommands, words)).toContain('going to be closed')
  }
  // Words of messages go a day later, what was sent a month later.
  for (const days of [8, 2, 31]) await pass(days * DAY, 1)
  expect(await server.deps.db.selectFrom('contacts').select('id').execute()).toEqual([])
}

/** Those of these tables that still have a row for which this holds. */
async function tablesWhere(
  tables: readonly Table[],
  holds: (table: Table, row: Row) => boolean | Promise<boolean>,
): Promise<string[]> {
  const found: string[] = []
  for (const table of tables)
    for (const row of await rowsIn(table.name))
      if (await holds(table, row)) {
        found.push(table.name)
        break
      }
  return found.sort()
}

const names = async ({ name }: Table, row: Row): Promise<boolean> => {
  const said = JSON.stringify(row) + JSON.stringify(await openRow(server.deps, name, row))
  return !OF_THE_SITE.includes(name) && WORDS.some((word) => said.includes(word))
}

it('closed accounts leave no row where a table says so; after the legal periods nobody is named anywhere', async () => {
  await settle()
  await closeAll()
  const gone = ALL_TABLES.filter(({ afterClosing }) => afterClosing === 'gone')
  const records = new Set(people.flatMap((it) => Object.values(it.ids).flat()))
  const keys = new Set(people.flatMap((it) => [it.userId, ...it.contacts.map(({ mac }) => mac)]))
  expect(await tablesWhere(gone, (_, row) => has(row, records))).toEqual([])
  expect(await tablesWhere(gone, (_, row) => [...keys].some((key) => JSON.stringify(row).includes(key)))).toEqual([])
  expect(await tablesWhere(gone, names)).toEqual([])

  await pass(3 * YEAR, 4)
  await pass(15 * YEAR, 4)
  expect(await tablesWhere(ALL_TABLES, names)).toEqual([])
  // That a record or an account was deleted stays, and in the books who asked for a refund, by an id of nobody.
  const byWhom = ({ name }: Table, row: Row): boolean =>
    name !== 'refunds' &&
    !(name === 'events' && (row['to_status'] === 'purged' || row['entity'] === 'refund')) &&
    [...keys].some((key) => JSON.stringify(row).includes(key))
  expect(await tablesWhere(ALL_TABLES, byWhom)).toEqual([])
  expect(await tablesWhere(ALL_TABLES, (_, row) => has(row, records))).toEqual(BOOKS)
  const events = (await rowsIn('events')).filter((it) => it['to_status'] !== 'purged').map((it) => String(it['entity']))
  expect([...new Set(events)].sort()).toEqual(EVENTS_KEPT)
})
