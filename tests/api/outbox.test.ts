import { pino } from 'pino'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import { defineJob, type JobOptions } from '../../src/server/jobs/define-job.ts'
import type { Deps } from '../../src/server/dependencies.ts'
import { createOutbox, handleJob, type Outbox, type Recurring } from '../../src/server/jobs/outbox.ts'
import { createMetrics } from '../../src/server/metrics/metrics.ts'
import { backoff, claimJob, LEASE } from '../../src/server/jobs/job-rows.ts'
import { describeStore, type TestStore } from '../stores/describe.ts'

const HOUR = 3_600_000

const noteJob = defineJob('note', 'records', z.object({ text: z.string() }), 3)

interface Bench {
  outbox: Outbox
  ran: string[]
  now: { at: number }
  fail: { times: number }
}

/** An outbox over the store with a clock that stands still; jobs of earlier tests are deleted. */
async function bench(
  store: TestStore,
  recurring: readonly Recurring[] = [],
  keep = false,
  meanwhile = async (): Promise<void> => undefined,
): Promise<Bench> {
  if (!keep) await store.write((trx) => trx.deleteFrom('jobs').execute())
  const ran: string[] = []
  const now = { at: 1_000 * HOUR }
  const fail = { times: 0 }
  const handler = handleJob(noteJob, async (_, { text }) => {
    if (fail.times-- > 0) throw new Error('not now')
    await meanwhile()
    ran.push(text)
  })
  const deps = (): Deps => ({ metrics: createMetrics() }) as Deps
  const outbox = createOutbox({
    store,
    clock: () => now.at,
    log: pino({ level: 'silent' }),
    jobs: [handler],
    recurring,
    deps,
  })
  return { outbox, ran, now, fail }
}

const note = (text: string, options: JobOptions = {}) => [noteJob, { text }, options] as const

describeStore('outbox', [], (test) => {
  test('runs what is due in its order, once per key, and keeps the rest for its time', async (store) => {
    const { outbox, ran, now } = await bench(store)
    await store.write(async (trx) => {
      await outbox.enqueue(trx, ...note('later', { runAt: now.at + HOUR }))
      await outbox.enqueue(trx, ...note('a', { key: 'k' }))
      await outbox.enqueue(trx, ...note('again', { key: 'k' }))
      await outbox.enqueue(trx, ...note('b'))
    })
    expect(await outbox.drain()).toBe(2)
    expect(ran).toEqual(['a', 'b'])
    now.at += HOUR
    expect(await outbox.lag()).toBe(0)
    now.at += 5
    expect(await outbox.lag()).toBe(5)
    await outbox.drain()
    expect(ran).toEqual(['a', 'b', 'later'])
  })

  test('tries again after a growing wait, and gives up with an open failure', async (store) => {
    const { outbox, ran, now, fail } = await bench(store)
    await store.write((trx) => outbox.enqueue(trx, ...note('x')))
    fail.times = 3
    for (const attempt of [1, 2]) {
      expect(await outbox.drain()).toBe(1)
      now.at += backoff(attempt) - 1
      expect(await outbox.drain()).toBe(0)
      now.at += 1
    }
    expect(await outbox.drain()).toBe(1)
    now.at += 24 * HOUR
    expect(await outbox.drain()).toBe(0)
    expect(ran).toEqual([])
    expect(await store.db.selectFrom('jobs').select(['attempts', 'last_error']).executeTakeFirst()).toEqual({
      attempts: 3,
      last_error: 'Error',
    })
  })

  test('the job of a dead worker runs again when its lease is over', async (store) => {
    const { outbox, ran, now } = await bench(store)
    await store.write((trx) => outbox.enqueue(trx, ...note('x')))
    await store.write((trx) =>
      trx
        .updateTable('jobs')
        .set({ attempts: 1, lease_until: now.at + LEASE })
        .execute(),
    )
    expect(await outbox.drain()).toBe(0)
    now.at += LEASE
    expect(await outbox.drain()).toBe(1)
    expect(ran).toEqual(['x'])
  })

  test('a job that runs for longer than a lease is not run by another process, too', async (store) => {
    const leased = async (): Promise<number | null> =>
      (await store.db.selectFrom('jobs').select('lease_until').executeTakeFirstOrThrow()).lease_until
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const one = await bench(store, [], false, async () => {
      begun.resolve()
      await mayEnd.promise
    })
    const two = await bench(store, [], true)
    await store.write((trx) => one.outbox.enqueue(trx, ...note('long')))
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const ended = one.outbox.drain()
      await begun.promise
      for (const at of [one.now, two.now]) at.at += LEASE - 1
      vi.advanceTimersByTime(LEASE / 3)
      await expect.poll(leased).toBe(one.now.at + LEASE)
      two.now.at += LEASE / 2
      expect(await two.outbox.drain()).toBe(0)
      mayEnd.resolve()
      expect(await ended).toBe(1)
    } finally {
      vi.useRealTimers()
    }
    expect([one.ran, two.ran, await leased()]).toEqual([['long'], [], null])
  })

  test('two workers never take the same job', async (store) => {
    const one = await bench(store)
    const two = await bench(store, [], true)
    const texts = Array.from({ length: 30 }, (_, i) => `j${i}`)
    await store.write(async (trx) => {
      for (const text of texts) await one.outbox.enqueue(trx, ...note(text))
    })
    await Promise.all([one.outbox.drain(), two.outbox.drain()])
    expect([...one.ran, ...two.ran].sort()).toEqual([...texts].sort())
  })

  test('a recurring job runs once each period, however many processes schedule it', async (store) => {
    let swept = 0
    const sweep: Recurring = { kind: 'sweep', lane: 'sweeps', every: HOUR, run: async () => void swept++ }
    const one = await bench(store, [sweep])
    const two = await bench(store, [sweep], true)
    for (let hour = 0; hour < 3; hour++) {
      await one.outbox.drain()
      await two.outbox.drain()
      one.now.at += HOUR
      two.now.at += HOUR
    }
    expect(swept).toBe(2)
  })

  test('a clock that was ahead and was corrected holds up nothing for longer than a period', async (store) => {
    const every = HOUR / 4
    const sweep: Recurring = { kind: 'sweep', lane: 'sweeps', every, run: async () => void ran.push('sweep') }
    const { outbox, ran, now } = await bench(store, [sweep])
    await outbox.drain()
    now.at += 2 * HOUR
    await outbox.drain()
    await store.write((trx) => outbox.enqueue(trx, ...note('issue the policy')))
    await store.write((trx) => claimJob(trx, store.dialect, now.at))
    await store.write((trx) => outbox.enqueue(trx, ...note('send the mail')))
    ran.length = 0
    now.at -= 2 * HOUR
    await outbox.drain()
    expect(ran).toEqual(['issue the policy', 'send the mail'])
    now.at += every
    await outbox.drain()
    expect(ran.slice(2)).toEqual(['sweep'])
  })

  test('a clock that was ahead until the server was started again holds up nothing either', async (store) => {
    const sweep: Recurring = { kind: 'sweep', lane: 'sweeps', every: HOUR, run: async () => undefined }
    const before = await bench(store, [sweep])
    before.now.at += 2 * HOUR
    await store.write((trx) => before.outbox.enqueue(trx, ...note('issue the policy')))
    await store.write((trx) => claimJob(trx, store.dialect, before.now.at))
    await store.write((trx) => before.outbox.enqueue(trx, ...note('send the mail')))
    const after = await bench(store, [sweep], true)
    await after.outbox.drain()
    expect(after.ran).toEqual(['issue the policy', 'send the mail'])
  })

  test('runs jobs without being called, and stops after the current job', async (store) => {
    const { outbox, ran } = await bench(store)
    await store.write((trx) => outbox.enqueue(trx, ...note('x')))
    outbox.start()
    await outbox.stop()
    await store.write((trx) => outbox.enqueue(trx, ...note('y')))
    outbox.nudge()
    await outbox.stop()
    expect(ran).not.toContain('y')
  })
})
