/** The queries of a list: as many for one row as for two hundred, and none that scans a whole table. */
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { claimablePolicies, listClaims } from '../../src/features/claims/contract.ts'
import { createOrder, listOrders, saveOrder } from '../../src/features/orders/contract.ts'
import { listPolicies } from '../../src/features/policies/contract.ts'
import { me } from '../../src/features/session/contract.ts'
import { directRead, readDirectly } from '../../src/server/db/direct-read.ts'
import { newId } from '../../src/server/new-id.ts'
import { OWNER, placeClaim } from './place-claim.ts'
import { Claimant, TODAY } from './claims-fixtures.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'
import { agreeToSensitive, ok, SELF, TRIP } from './orders-fixtures.ts'

let server: TestServer
let person: Client
beforeAll(async () => {
  server = await startServer()
  person = (await Claimant.insured(server, { email: OWNER })).client
  await placeClaim(server.deps)
  const draft = await agreeToSensitive(
    person,
    ok(await person.request(createOrder, { trip: TRIP, key: 'list-queries-1' })),
  )
  ok(await person.request(saveOrder, { id: draft.id, version: draft.version, people: SELF }))
})
afterAll(() => server.close())

type Asked = Pick<CompiledQuery, 'sql' | 'parameters'>

/** The reads of one call, including the caller's session: those through Kysely and those that bypass it. */
async function readsOf(run: () => Promise<unknown>): Promise<Asked[]> {
  const { db } = server.deps
  const executor = Object.getPrototypeOf(Object.getPrototypeOf(db.getExecutor())) as {
    executeQuery: (query: CompiledQuery) => unknown
  }
  const { executeQuery } = executor
  const seen: Asked[] = []
  const direct = directRead(db)
  if (direct) readDirectly(db, (query) => (seen.push(query), direct(query)))
  executor.executeQuery = function (query) {
    if (query.sql.startsWith('select')) seen.push(query)
    return executeQuery.call(this, query)
  }
  try {
    await run()
  } finally {
    executor.executeQuery = executeQuery
    if (direct) readDirectly(db, direct)
  }
  return seen
}

const CALLS = {
  'session/me': async () => ok(await person.request(me, {})),
  'order/list': async () => ok(await person.request(listOrders, { limit: 50 })).orders,
  'policy/list': async () => ok(await person.request(listPolicies, {})).policies,
  'policy/list, expired': async () => ok(await person.request(listPolicies, { tab: 'expired' })).policies,
  'order/list, counts': async () => ok(await person.request(listOrders, { counts: true })).orders,
  'claim/list, waiting': async () => ok(await person.request(listClaims, { waiting: true })).claims,
  'policy/list with a search': async () => ok(await person.request(listPolicies, { search: 'yutong' })).policies,
  'claim/policies': async () => ok(await person.request(claimablePolicies, {})).policies,
  'claim/policies on a day': async () => ok(await person.request(claimablePolicies, { day: TODAY })).policies,
  'claim/list': async () => ok(await person.request(listClaims, { limit: 50 })).claims,
}
const names = Object.keys(CALLS) as (keyof typeof CALLS)[]

/** Copies a table's rows under new ids. */
async function copy(table: 'orders' | 'policies' | 'claims', unique: string, count: number): Promise<void> {
  const rows = await server.deps.db.selectFrom(table).selectAll().execute()
  const copies = Array.from({ length: Math.ceil(count / rows.length) }, () => rows)
    .flat()
    .slice(0, count)
    .map((row, i) => {
      const key = newId()
      const id =
        table === 'orders'
          ? `YFO-260301-${key
              .slice(-6)
              .toUpperCase()
              .replace(/[ILOU]/g, '0')}`
          : key
      return {
        ...row,
        id,
        [unique]: key,
        ...(table === 'policies' ? { order_id: key, order_person: key } : {}),
        ...(table === 'claims' ? { case_number: `copy-${key}-${i}` } : {}),
      }
    })
  await server.deps.write(async (trx) => {
    for (const row of copies) await trx.insertInto(table).values(row).execute()
  })
}
const total = async (table: 'orders' | 'policies' | 'claims'): Promise<number> =>
  Number(
    (
      await server.deps.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )

describe('a list', () => {
  test('costs the same number of queries for a few rows, twenty and two hundred', async () => {
    const counts: Record<string, number[]> = {}
    const measure = async (): Promise<void> => {
      for (const name of names) (counts[name] ??= []).push((await readsOf(CALLS[name])).length)
    }
    await measure()
    for (const rows of [20, 200]) {
      for (const [table, unique] of [
        ['orders', 'create_key'],
        ['policies', 'number'],
        ['claims', 'start_key'],
      ] as const) {
        await copy(table, unique, rows - (await total(table)))
        expect(await total(table)).toBe(rows)
      }
      await measure()
    }
    for (const name of names) {
      expect(new Set(counts[name]).size, `${name}: ${String(counts[name])}`).toBe(1)
      expect(counts[name]?.[0], name).toBeLessThanOrEqual(10)
    }
    expect((await CALLS['order/list']()).length).toBe(50)
    expect((await CALLS['policy/list']()).length).toBe(20)
    expect((await CALLS['claim/policies']()).length).toBe(20)
    expect((await CALLS['claim/policies on a day']()).length).toBe(20)
    expect((await CALLS['claim/list']()).length).toBe(50)
  })

  test('scans no whole table', async () => {
    for (const name of names) {
      for (const query of await readsOf(CALLS[name]))
        expect(await wholeTables(query), `${name}: ${query.sql}`).toEqual([])
    }
  })

  // Loading every row of an account to sort or count made two thousand rows cost ten times what ten did (decision
  // 0066).
  test.runIf(inject('store')?.kind === 'sqlite').each([
    [
      'policy/list',
      [
        /COVERING INDEX policies_user_ends \(user_id=\? AND status=\? AND ends>/,
        /COVERING INDEX policies_user_starts \(user_id=\? AND status=\? AND starts>/,
      ],
    ],
    ['policy/list, expired', [/COVERING INDEX policies_user_ends \(user_id=\? AND status=\? AND ends</]],
    // The index holds state and time in their order, so rows are read for the page only.
    ['order/list', [/SEARCH orders USING INDEX orders_user_newest \(user_id=\?\)/]],
    ['order/list, counts', [/COVERING INDEX orders_user_status \(user_id=\?\)/]],
    ['claim/list', [/INDEX claims_user \(user_id=\?/, /COVERING INDEX claims_user_status \(user_id=\?\)/]],
    ['claim/list, waiting', [/INDEX claims_user_status \(user_id=\? AND status=\?/]],
  ] as const)('%s finds and counts the account’s rows by an index, without sorting', async (name, indexes) => {
    const plans = (await Promise.all((await readsOf(CALLS[name])).map(planOf))).flat()
    for (const index of indexes)
      expect(
        plans.filter((line) => index.test(line)),
        `${name}: ${String(index)} in ${plans.join(' | ')}`,
      ).not.toEqual([])
    expect(plans.filter((line) => /MULTI-INDEX OR/.test(line))).toEqual([])
  })
})

/**
 * Lines of a query's plan. PostgreSQL scans small tables unless told not to: then it scans only where no index can be
 * used.
 */
async function planOf({ sql: text, parameters }: Asked): Promise<string[]> {
  const { db } = server.deps
  if (inject('store')?.kind === 'sqlite') {
    return (
      await db.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${text}`, [...parameters]))
    ).rows.map((it) => it.detail)
  }
  return db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    return (
      await trx.executeQuery<{ 'QUERY PLAN': string }>(CompiledQuery.raw(`explain ${text}`, [...parameters]))
    ).rows.map((it) => it['QUERY PLAN'])
  })
}
const wholeTables = async (query: Asked): Promise<string[]> =>
  (await planOf(query)).filter((line) =>
    /^SCAN (?!\(|CONSTANT|reached|listed)|Seq Scan on (policies|orders|claims)\b/.test(line),
  )

test('claims come in pages, each claim once, newest change first', async () => {
  const seen: { id: string; updatedAt: number }[] = []
  for (let before: { at: number; id: string } | undefined; ;) {
    const page = ok(await person.request(listClaims, { limit: 30, ...(before ? { before } : {}) }))
    expect(page.claims.length).toBeLessThanOrEqual(30)
    expect(page.counts.draft + page.counts.open + page.counts.closed).toBe(200)
    seen.push(...page.claims)
    const last = page.claims.at(-1)
    if (!page.more || !last) break
    before = { at: last.updatedAt, id: last.id }
  }
  expect(new Set(seen.map((it) => it.id)).size).toBe(200)
  expect(seen.toSorted((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1)).map((it) => it.id)).toEqual(
    seen.map((it) => it.id),
  )
})
