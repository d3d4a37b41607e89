/** Lanes of jobs, and endpoints that are left alone (decision 0103). What runs meanwhile waits for the test's word. */
import { pino } from 'pino'
import { expect } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/server/jobs/define-job.ts'
import type { Deps } from '../../src/server/dependencies.ts'
import { createMetrics } from '../../src/server/metrics/metrics.ts'
import { EndpointFailed, pauseAfter } from '../../src/server/jobs/job-endpoints.ts'
import { backoff } from '../../src/server/jobs/job-rows.ts'
import { createOutbox, handleJob, type Outbox, type Recurring } from '../../src/server/jobs/outbox.ts'
import { describeStore, type TestStore } from '../stores/describe.ts'

const HOUR = 3_600_000

/** Somebody who is waited for until they say so. */
function gate() {
  let open = (): void => undefined
  const opened = new Promise<void>((go) => (open = go))
  return { open: () => open(), opened }
}

const payload = z.object({ text: z.string() })
const JOBS = {
  slow: defineJob('slow', 'partners', payload),
  tell: defineJob('tell', 'partners', payload),
  code: defineJob('code', 'codeMails', payload),
}

interface Bench {
  outbox: Outbox
  ran: string[]
  now: { at: number }
  /** Endpoints that do not answer. */
  down: Set<string>
  /** Resolves when a job with this text has begun. */
  begun: (text: string) => Promise<void>
  /** Lets every `slow` job end. */
  end: () => void
}

async function bench(store: TestStore, given: Partial<{ keep: boolean; recurring: Recurring[] }> = {}): Promise<Bench> {
  if (!given.keep) {
    await store.write((trx) => trx.deleteFrom('jobs').execute())
    await store.write((trx) => trx.deleteFrom('job_endpoints').execute())
  }
  const [ran, now, down, slow] = [[] as string[], { at: 1_000 * HOUR }, new Set<string>(), gate()]
  const begun = new Map<string, ReturnType<typeof gate>>()
  const beginning = (text: string) => {
    const known = begun.get(text) ?? gate()
    begun.set(text, known)
    return known
  }
  const outbox = createOutbox({
    store,
    clock: () => now.at,
    log: pino({ level: 'silent' }),
    jobs: [
      handleJob(JOBS.slow, async (_, { text }) => {
        beginning(text).open()
        await slow.opened
        ran.push(text)
      }),
      handleJob(JOBS.tell, async (_, { text }) => {
        ran.push(text)
        if (down.has(text.split(' ')[0] ?? '')) throw new EndpointFailed('does not answer')
      }),
      handleJob(JOBS.code, async (_, { text }) => {
        ran.push(text)
        beginning(text).open()
      }),
    ],
    recurring: given.recurring ?? [],
    deps: () => ({ metrics: createMetrics() }) as Deps,
  })
  return { outbox, ran, now, down, begun: (text) => beginning(text).opened, end: slow.open }
}

const add = (
  store: TestStore,
  { outbox }: Bench,
  kind: keyof typeof JOBS,
  text: string,
  endpoint?: string,
): Promise<void> => store.write((trx) => outbox.enqueue(trx, JOBS[kind], { text }, endpoint ? { endpoint } : {}))

describeStore('lanes', [], (test) => {
  test('a code runs while all slots of another lane are taken by jobs that do not end', async (store) => {
    const it = await bench(store)
    for (let i = 1; i <= 40; i++) await add(store, it, 'slow', `slow ${i}`)
    it.outbox.start()
    await Promise.all([1, 2, 3, 4].map((i) => it.begun(`slow ${i}`)))
    await add(store, it, 'code', 'code')
    it.outbox.nudge()
    await it.begun('code')
    expect(it.ran).toEqual(['code'])
    // That nobody else answers does not mean that this server does not work.
    it.now.at += 10 * 60_000
    expect(await it.outbox.lag()).toBe(0)
    it.end()
    await it.outbox.stop()
  })

  test('of an endpoint one job runs at a time, whichever process claims it', async (store) => {
    const one = await bench(store)
    const two = await bench(store, { keep: true })
    for (let i = 1; i <= 3; i++) await add(store, one, 'slow', `a ${i}`, 'a.example')
    await add(store, one, 'slow', 'b 1', 'b.example')
    one.outbox.start()
    two.outbox.start()
    await Promise.all(['a 1', 'b 1'].map((text) => Promise.race([one.begun(text), two.begun(text)])))
    const running = await store.db
      .selectFrom('jobs')
      .select('endpoint')
      .where('lease_until', 'is not', null)
      .orderBy('endpoint')
      .execute()
    expect(running).toEqual([{ endpoint: 'a.example' }, { endpoint: 'b.example' }])
    for (const it of [one, two]) it.end()
    await Promise.all([one.outbox.stop(), two.outbox.stop()])
  })

  test('an endpoint that fails three times in a row is left alone, tried by one job, and then used again', async (store) => {
    const it = await bench(store)
    it.down.add('a')
    await add(store, it, 'tell', 'a 1', 'a.example')
    await add(store, it, 'tell', 'a 2', 'a.example')
    await add(store, it, 'tell', 'a 3', 'a.example')
    expect(await it.outbox.drain()).toBe(3)
    // It is left alone now: the first two, which are due again, and a new one wait; another endpoint does not.
    it.now.at += backoff(1)
    await add(store, it, 'tell', 'a 4', 'a.example')
    await add(store, it, 'tell', 'b 1', 'b.example')
    it.ran.length = 0
    await it.outbox.drain()
    expect(it.ran).toEqual(['b 1'])
    expect(await it.outbox.lag()).toBe(0)
    // Another process leaves it alone as well.
    const other = await bench(store, { keep: true })
    other.now.at = it.now.at
    expect(await other.outbox.drain()).toBe(0)
    it.now.at += pauseAfter(3) - backoff(1)
    it.ran.length = 0
    expect(await it.outbox.drain()).toBe(1)
    it.down.clear()
    it.now.at += pauseAfter(4)
    it.ran.length = 0
    await it.outbox.drain()
    expect([...it.ran].sort()).toEqual(['a 1', 'a 2', 'a 3', 'a 4'])
    expect(await store.db.selectFrom('job_endpoints').select('endpoint').execute()).toEqual([])
  })

  test('a clock that was ahead and is right again stops no sweep', async (store) => {
    let swept = 0
    const sweep: Recurring = { kind: 'sweep', lane: 'sweeps', every: HOUR, run: async () => void swept++ }
    const it = await bench(store, { recurring: [sweep] })
    for (const hours of [0, 1, 2]) {
      it.now.at = (1_000 + hours) * HOUR
      await it.outbox.drain()
    }
    expect(swept).toBe(2)
    it.now.at = 1_000 * HOUR + 1
    await it.outbox.drain()
    it.now.at = 1_001 * HOUR
    await it.outbox.drain()
    expect(swept).toBe(3)
  })
})
