/**
 * Policies to claim on: a page of those in force on a day, however many there are, and the same ones that the screen's
 * own rule selects.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimablePolicies } from '../../src/features/claims/contract.ts'
import { coverOn } from '../../src/features/claims/rules/draft/cover-on-day.ts'
import { addDays, startOfCover } from '../../src/lib/days/dates.ts'
import { newId } from '../../src/server/new-id.ts'
import { Claimant, TODAY } from './claims-fixtures.ts'
import { logInAs } from './logged-in-user.ts'
import { ok } from './orders-fixtures.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'

const ME = 'many@example.com'
const HOUR = 3_600_000
let server: TestServer
let me: Client
const ask = async (input: Parameters<typeof me.request<typeof claimablePolicies>>[1] = {}, client = me) =>
  ok(await client.request(claimablePolicies, input))

/** This many copies, a fifth each: ended, future, cancelled today, cancelled yesterday, and in force. */
async function copies(count: number): Promise<void> {
  const [row] = await server.deps.db.selectFrom('policies').selectAll().execute()
  if (!row) throw new Error('no policy')
  const kinds = [
    { starts: addDays(TODAY, -400), ends: addDays(TODAY, -35) },
    { starts: addDays(TODAY, 10), ends: addDays(TODAY, 300) },
    { status: 'cancelled' as const, cancelled_at: startOfCover(TODAY) + HOUR },
    { status: 'cancelled' as const, cancelled_at: startOfCover(TODAY) - HOUR },
    {},
  ]
  await server.deps.write(async (trx) => {
    for (let i = 0; i < count; i += 1) {
      const id = newId()
      await trx
        .insertInto('policies')
        .values({
          ...row,
          id,
          order_id: id,
          order_person: id,
          number: `YF26-0101-${String(i).padStart(6, '0')}`,
          ...kinds[i % kinds.length],
        })
        .execute()
    }
  })
}

beforeAll(async () => {
  server = await startServer()
  me = (await Claimant.insured(server, { email: ME })).client
  await copies(150)
})
afterAll(() => server.close())

async function allPages(input: { day?: string; search?: string }) {
  const first = await ask(input)
  const rest = await Promise.all(Array.from({ length: first.pages - 1 }, (_, i) => ask({ ...input, page: i + 2 })))
  return { first, all: [first, ...rest].flatMap(({ policies }) => policies) }
}

test('without a day all policies come in pages, each once, latest end first', async () => {
  const { first, all } = await allPages({})
  expect(first).toMatchObject({ pages: 8, others: [], otherCount: 0 })
  expect(first.policies).toHaveLength(20)
  expect(new Set(all.map(({ id }) => id)).size).toBe(151)
  expect(all.map(({ end }) => end)).toEqual(
    all
      .map(({ end }) => end)
      .toSorted()
      .reverse(),
  )
})

test.each([
  TODAY,
  addDays(TODAY, -1),
  addDays(TODAY, -33),
  addDays(TODAY, -34),
  addDays(TODAY, -36),
  addDays(TODAY, 9),
  addDays(TODAY, 8),
])('on %s policies in force are separated from the others by the same rule as on the screen', async (day) => {
  const { all: whole } = await allPages({})
  const { first, all } = await allPages({ day })
  const covering = whole.filter((policy) => coverOn(policy, day, '') === 'covered')
  expect(all.map(({ id }) => id).toSorted()).toEqual(covering.map(({ id }) => id).toSorted())
  expect(first.policies.length).toBeLessThanOrEqual(20)
  expect(first.otherCount).toBe(151 - covering.length)
  expect(first.others).toHaveLength(Math.min(20, first.otherCount))
  expect(first.others.every((policy) => coverOn(policy, day, '') !== 'covered')).toBe(true)
})

test('a search matches number, plan or insured person, with or without a day', async () => {
  const [one] = (await ask({ day: TODAY })).policies
  const found = await ask({ day: TODAY, search: ` ${one?.number.toLowerCase() ?? ''} ` })
  expect(found).toMatchObject({ pages: 1, otherCount: 0, policies: [{ id: one?.id }] })
  const byName = await allPages({ day: TODAY, search: one?.insured ?? '' })
  expect(byName.all.map(({ id }) => id).toSorted()).toEqual(
    (await allPages({ day: TODAY })).all.map(({ id }) => id).toSorted(),
  )
  expect(byName.first.otherCount).toBe((await ask({ day: TODAY })).otherCount)
  expect(await ask({ day: TODAY, search: 'nobody of this name' })).toMatchObject({
    policies: [],
    pages: 1,
    others: [],
    otherCount: 0,
  })
})

test('a page past the end is empty, and nobody sees another person’s', async () => {
  expect((await ask({ day: TODAY, page: 900 })).policies).toEqual([])
  const stranger = await logInAs(server, 'stranger@example.com')
  expect(await ask({ search: 'YF26' }, stranger)).toMatchObject({ policies: [], others: [], otherCount: 0 })
  expect(await ask({ day: TODAY }, stranger)).toMatchObject({ policies: [], others: [], otherCount: 0 })
})
