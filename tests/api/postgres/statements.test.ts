/**
 * How the statements of all calls and of all jobs find their rows: by an index, whatever the number of people, so that
 * none of them grows with a table (docs/scale.md).
 */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { encodeFields } from '../../../src/lib/contract.ts'
import type { NamedRow } from '../ownership/row.ts'
import { World, type Credentials } from '../ownership/world.ts'
import { wholeScans } from '../../stores/scans-of-statements.ts'
import { StatementWatch, type Statement } from '../../stores/watch-statements.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const YEAR = 366 * DAY

const files = import.meta.glob<{ rows: readonly NamedRow[] }>('../ownership/*.rows.ts', { eager: true })
const rows = Object.values(files).flatMap((file) => file.rows)

/** Tables with few rows, however many people there are, and why. */
const SMALL: Readonly<Record<string, string>> = {
  account_questions: 'questions of the last ten minutes; the rest is deleted every hour',
  bank_batches: 'a file for the bank, one or two a day',
  campaigns: 'of schools',
  gateway_faults: 'of the sandbox',
  incoming: 'files that wait to be checked; `uncheckedAll` limits them',
  messages: 'the inbox of the sandbox',
  operators: 'people who work here',
  sandbox_invoices: 'books of the sandbox',
  sandbox_partner_inbox: 'books of the sandbox',
}
/** Indexes that hold only what waits, and may be read as a whole. */
const WAITING: Readonly<Record<string, string>> = {
  claims_rejected: 'claims that may still be appealed against',
  payments_unsettled: 'payments that are under way',
  users_closed: 'closed accounts of which the law keeps something; looked through once a day',
}

/** Copied to all machines (docs/scale.md): a call may read a range of them. */
const COPIED = new Set(['exchange_rates'])

/** Statements of the helpers of these tests. */
const OWN = ['select "id" from "contact_changes"', 'select "id" from "policies" where "plan" = $1']

let world: World
const watch = new StatementWatch()
beforeAll(async () => {
  world = await World.begin()
  watch.start()
  const { 'the owner': headers } = await world.callers()
  for (const row of rows) await call(row, headers)
  for (const later of [HOUR, DAY, 8 * DAY, 40 * DAY, YEAR, 6 * YEAR, 6 * YEAR]) {
    world.server.advance(later)
    watch.of = 'a job'
    await world.server.drain()
    watch.of = ''
  }
})
afterAll(async () => {
  watch.stop()
  await world.server.close()
})

/** As the owner, who is answered or refused. */
async function call(row: NamedRow, headers: Credentials): Promise<void> {
  await world.signOwnerIn()
  // What comes before: also the checks of files and the commands of operators.
  watch.of = `before ${row.call.path}`
  const fields = encodeFields(await row.input(world))
  await world.server.check()
  const parts = (await row.files?.(world)) ?? {}
  const multipart = row.call.transport === 'multipart'
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...fields, ...parts })) body.append(name, value)
  watch.of = row.call.path
  const query = new URLSearchParams({ ...(multipart ? {} : fields), lang: 'en' })
  await fetch(`${world.server.url}${row.path}?${query}`, { method: 'POST', headers, ...(multipart ? { body } : {}) })
  watch.of = ''
}

/** Those that read a table of many rows as a whole. */
const lines = (found: Awaited<ReturnType<typeof wholeScans>>): string[] =>
  found
    .filter(({ statement, scan }) => SMALL[scan.table] === undefined && !OWN.includes(statement.sql))
    .map(({ statement, scan }) => `${scan.table}, ${statement.of}: ${statement.sql}`)

/** Each text of these senders once: its plan depends on the text. */
function distinct(ofThese = (of: string): boolean => of !== ''): Statement[] {
  const found = new Map<string, Statement>()
  for (const it of watch.statements)
    if (ofThese(it.of) && /^(select|with|insert|update|delete)\b/.test(it.sql)) found.set(it.sql, it)
  return [...found.values()]
}

test.skipIf(inject('store')?.kind !== 'server')('what no index answers is seen', async () => {
  const asked = [
    ['select id from orders where payment_id = $1', 'x'],
    ['select id from policies where holder = $1 or id in (select policy_id from policies_kept)', 'x'],
    ['select id from login_sends where at < $1', 0],
    ['select id from orders where user_id = $1 and payment_id is null', 'x'],
    ['select orders.id from orders inner join claims on claims.policy_id = orders.policy_id where claims.id = $1', 'x'],
  ] as const
  const statements = asked.map(([text, value]) => ({ of: 'test', sql: text, values: [value], ms: 0 }))
  const found = await wholeScans(world.server.deps.db, statements, new Set())
  expect(found.map(({ scan }) => scan.table)).toEqual(['orders', 'policies', 'policies_kept', 'orders'])
})

test.skipIf(inject('store')?.kind !== 'server')('find their rows by an index', async () => {
  const found = await wholeScans(world.server.deps.db, distinct(), new Set(Object.keys(WAITING)))
  expect(lines(found)).toEqual([])
})

test.skipIf(inject('store')?.kind !== 'server')(
  'of a call name one value by which rows are spread over machines',
  async () => {
    const ofCalls = distinct((of) => of !== '' && of !== 'a job' && !of.startsWith('before '))
    const found = await wholeScans(world.server.deps.db, ofCalls, new Set(), 'one value')
    expect(lines(found.filter(({ scan }) => !COPIED.has(scan.table)))).toEqual([])
  },
)
