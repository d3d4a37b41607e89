/** `store move` to a real PostgreSQL and a real object store (OpenStack Swift), killed at each of its steps. */
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { s3Storage } from '../../src/server/files/s3-storage.ts'
import { createMetrics } from '../../src/server/metrics/metrics.ts'
import { buy, countRows, countTables, MovingStore } from '../stores/moving-store.ts'
import { multiplyRows } from '../stores/multiply-store.ts'
import { ensurePostgres } from '../stores/postgres-binaries.ts'
import { startSwift, type Swift } from '../stores/swift.ts'
import { FailingPostgres } from './failing-postgres.ts'

let postgres: FailingPostgres
let swift: Swift
let moving: MovingStore | undefined
beforeAll(async () => {
  swift = await startSwift('/var/tmp')
  postgres = await FailingPostgres.start(ensurePostgres() ?? '')
})
afterEach(async () => {
  vi.useRealTimers()
  await moving?.close()
})
afterAll(async () => {
  await postgres.stop()
  swift.stop()
})

const ORDERS = 20_000
const later = (ms: number): void => void vi.setSystemTime(Date.now() + ms)

test('killed at every step and begun again, it loses and doubles nothing', async () => {
  // The time of marks stands still until a test moves it.
  vi.useFakeTimers({ toFake: ['Date'] })
  moving = await MovingStore.make(postgres.url, swift.settings)
  const old = await moving.startOld()
  const storage = s3Storage(swift.settings, { metrics: createMetrics(), log: pino({ level: 'silent' }) })
  for (const [step, line] of [
    'files copied and compared',
    'Jobs rest',
    'The site only reads',
    'policies: ',
  ].entries()) {
    expect(await moving.runKilledAt(line)).toBe('SIGKILL')
    if (step > 1) await expect(buy(old, `refused-order-${step}`)).rejects.toMatchObject({ code: 'server' })
    // The mark of a process that died ends by itself, and the site goes on.
    later(30_000)
    expect(await buy(old, `bought-order-${step}`)).toMatchObject({ ok: true })
    expect(await moving.inNew(countTables)).toBe(0)
  }
  const before = await moving.inOld(countRows)
  // Marked as moved, and not committed: neither store takes writes.
  expect(await moving.runKilledAt('rows are copied and compared')).toBe('SIGKILL')
  later(30_000)
  await expect(buy(old, 'bought-between')).rejects.toMatchObject({ code: 'server' })
  await expect(moving.startOld()).rejects.toThrow('store reopen')
  expect(await moving.inNew(countTables)).toBe(0)
  expect(await moving.runKilledAt('files are copied and compared')).toBe('SIGKILL')
  expect(await moving.run('move')).toMatchObject({ code: 0, said: expect.stringMatching(/^Moved, on /) })
  expect(await moving.inNew(countRows)).toEqual({ ...before, events: (before['events'] ?? 0) + 1 })
  const bought = await moving.inNew(({ db }) =>
    db.selectFrom('orders').select('id').where('create_key', 'like', '%bought-order-%').execute(),
  )
  expect(bought).toHaveLength(4)
  const files = await moving.inNew(({ db }) => db.selectFrom('files').select('id').execute())
  const names: string[] = []
  for await (const { name } of storage.list()) names.push(name)
  expect(names.sort()).toEqual(files.map(({ id }) => id).sort())
})

test('a store of 20,000 orders: so long the site only reads', async () => {
  await postgres.administer('create database large')
  moving = await MovingStore.make(postgres.urlOf('large'))
  await moving.inOld(async (store) => {
    const { count } = await store.db
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    await multiplyRows(store, Math.ceil(ORDERS / count) - 1)
  })
  const { code, said } = await moving.run('move')
  expect(code).toBe(0)
  console.log(said.split('\n').slice(-6).join('\n'))
  expect((await moving.inNew(countRows))['orders']).toBeGreaterThanOrEqual(ORDERS)
}, 3_600_000)
