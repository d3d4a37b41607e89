/**
 * Records that the law made us keep for five years are deleted afterwards, with a moved clock; the store refuses every
 * other deletion.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { successfulCommand } from './claims-handler.ts'
import type { Claimant } from './claims-fixtures.ts'
import { insuredServer } from './insured-server.ts'
import type { TestServer } from './start-server.ts'

const DAY = 86_400_000
/** The policy ends on 28 February 2027; its retention ends five years later. */
const LAST_DAY = Date.UTC(2032, 1, 28, 2)
let server: TestServer
let me: Claimant
let ids: Record<'policy' | 'order' | 'claim', string>

beforeEach(async () => {
  const insured = await insuredServer()
  server = insured.server
  me = insured.claimant
  const claim = await me.send()
  ids = {
    claim: claim.id,
    ...(await server.deps.db
      .selectFrom('policies')
      .select(['id as policy', 'order_id as order'])
      .executeTakeFirstOrThrow()),
  }
  await successfulCommand(server)('wu', 'review', claim.caseNumber)
})
afterEach(() => server.close())

const finish = async (): Promise<string> => {
  const { case_number: number } = await server.deps.db
    .selectFrom('claims')
    .select('case_number')
    .where('id', '=', ids.claim)
    .executeTakeFirstOrThrow()
  return successfulCommand(server)(
    'wu',
    'reject',
    number ?? '',
    '--clause',
    '5.2',
    '--en',
    'Known before cover began.',
    '--cn',
    '投保前已知。',
  )
}

/** Advances day by day, so that every job runs. */
async function until(instant: number, days: number): Promise<void> {
  server.advance(instant - server.deps.clock())
  for (let day = 0; day < days; day++) {
    await server.drain()
    server.advance(DAY)
  }
  await server.drain()
}

const tables = async (): Promise<string[]> => (await server.deps.db.introspection.getTables()).map((it) => it.name)

/** `table: rows` for every table that still names one of the ids, or one of their files. */
async function mentions(wanted: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const name of await tables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(server.deps.db)
    const naming = rows.filter((row) => wanted.some((id) => JSON.stringify(row).includes(id)))
    if (naming.length > 0) found.push(`${name}: ${naming.length}`)
  }
  return found.sort()
}

test('a policy with its claims, documents, order and sales record is deleted five years after its end, not a day earlier', async () => {
  await finish()
  const all = Object.values(ids)
  await until(LAST_DAY - DAY, 1)
  expect(await mentions(all)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^claims:/),
      expect.stringMatching(/^policies:/),
      expect.stringMatching(/^sales_log:/),
    ]),
  )
  const documents = (
    await server.deps.db.selectFrom('claim_documents').select('id').where('claim_id', '=', ids.claim).execute()
  ).map((it) => it.id)
  await until(LAST_DAY + DAY, 40)
  const left = await server.deps.db
    .selectFrom('events')
    .select(['entity', 'to_status', 'data'])
    .where('entity_id', 'in', [...all, ...documents])
    .execute()
  expect(left).toEqual(left.map(({ entity }) => ({ entity, to_status: 'purged', data: null })))
  expect(left.map((it) => it.entity)).toEqual(expect.arrayContaining(['claim', 'policy', 'order', 'claim_document']))
  expect(await mentions(all)).toEqual(['events: 3'])
  expect(await mentions([`claim:${ids.claim}`, `policy:${ids.policy}`])).toEqual([])
})

test('an undecided claim keeps its policy and the sales record from being deleted', async () => {
  const count = async () => (await mentions([ids.order])).length
  await until(LAST_DAY + DAY, 3)
  expect(await count()).toBeGreaterThan(2)
  expect(await server.deps.db.selectFrom('claims').select('id').where('id', '=', ids.claim).execute()).toHaveLength(1)
})

test('the database refuses to delete events unless their record is being deleted', async () => {
  const gone = (entity: string) =>
    server.deps.write((trx) => trx.deleteFrom('events').where('entity', '=', entity).execute())
  await expect(gone('claim')).rejects.toThrow(/append only/)
  await finish()
  await until(LAST_DAY + DAY, 3)
  await expect(gone('claim')).rejects.toThrow(/append only/)
  await expect(gone('user')).rejects.toThrow(/append only/)
  await expect(
    server.deps.write((trx) =>
      trx.updateTable('events').set({ why: 'another' }).where('to_status', '=', 'purged').execute(),
    ),
  ).rejects.toThrow(/append only/)
})
