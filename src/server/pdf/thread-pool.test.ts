import { expect, test } from 'vitest'
import { Refusal } from '../http/call-handlers.ts'
import { CallerLeft, ThreadPool, WorkFailed, WorkTooLong, type Thread } from './thread-pool.ts'

/** Threads that end a piece when the test says so. */
class Bench {
  readonly begun: string[] = []
  readonly stopped: number[] = []
  private readonly ends = new Map<string, { done: (it: string) => void; fail: (error: unknown) => void }>()
  private started = 0
  readonly pool: ThreadPool<string, string>
  constructor(over: { threads?: number; longest?: number; idle?: number } = {}) {
    this.pool = new ThreadPool({
      start: () => this.thread(),
      threads: 1,
      waiting: 2,
      longest: 1_000_000,
      idle: 1_000_000,
      ...over,
    })
  }
  private thread(): Thread<string, string> {
    const number = ++this.started
    return {
      run: (input) => {
        this.begun.push(input)
        return new Promise((done, fail) => this.ends.set(input, { done, fail }))
      },
      stop: () => void this.stopped.push(number),
    }
  }
  get threads(): number {
    return this.started
  }
  end = (input: string): void => this.ends.get(input)?.done(`${input} done`)
  fail = (input: string, error: unknown): void => this.ends.get(input)?.fail(error)
}

test('each sender has one turn after the other', async () => {
  const bench = new Bench()
  const done = ['a1', 'a2', 'a3', 'b1', 'c1'].map((input) => bench.pool.run(input, { sender: input.charAt(0) }))
  const order = ['a1', 'a2', 'b1', 'c1', 'a3']
  for (const [i, input] of order.entries()) {
    await expect.poll(() => bench.begun).toEqual(order.slice(0, i + 1))
    bench.end(input)
  }
  expect(await Promise.all(done)).toEqual(['a1 done', 'a2 done', 'a3 done', 'b1 done', 'c1 done'])
  expect(bench.threads).toBe(1)
})

test('a sender with enough waiting is refused, and nobody else', async () => {
  const bench = new Bench()
  const kept = ['a1', 'a2', 'a3'].map((input) => bench.pool.run(input, { sender: 'a' }))
  expect(() => bench.pool.run('a4', { sender: 'a' })).toThrow(Refusal)
  kept.push(bench.pool.run('b1', { sender: 'b' }))
  kept.push(...['j1', 'j2', 'j3', 'j4'].map((input) => bench.pool.run(input, { sender: 'job', isJob: true })))
  for (const input of ['a1', 'a2', 'b1', 'j1', 'a3', 'j2', 'j3', 'j4']) {
    await expect.poll(() => bench.begun).toContain(input)
    bench.end(input)
  }
  expect(await Promise.all(kept)).toHaveLength(8)
})

test('what waits for a caller who left is not begun', async () => {
  const bench = new Bench()
  const left = new AbortController()
  const first = bench.pool.run('a1', { sender: 'a' })
  const second = bench.pool.run('b1', { sender: 'b', signal: left.signal })
  const third = bench.pool.run('c1', { sender: 'c' })
  left.abort()
  await expect(second).rejects.toThrow(CallerLeft)
  bench.end('a1')
  await first
  await expect.poll(() => bench.begun).toEqual(['a1', 'c1'])
  bench.end('c1')
  await third
  expect(() => bench.pool.run('b2', { sender: 'b', signal: left.signal })).toThrow(CallerLeft)
})

test('a failure of the work keeps its thread; one of the thread, or work without an end, does not', async () => {
  const bench = new Bench({ longest: 20 })
  const first = bench.pool.run('a1', { sender: 'a' })
  bench.fail('a1', new WorkFailed(new RangeError('of the work')))
  await expect(first).rejects.toThrow(RangeError)
  const second = bench.pool.run('a2', { sender: 'a' })
  bench.fail('a2', new Error('of the thread'))
  await expect(second).rejects.toThrow('of the thread')
  await expect(bench.pool.run('a3', { sender: 'a' })).rejects.toThrow(WorkTooLong)
  expect([bench.threads, bench.stopped]).toEqual([2, [1, 2]])
})

test('a thread without work ends', async () => {
  const bench = new Bench({ idle: 1 })
  const only = bench.pool.run('a1', { sender: 'a' })
  bench.end('a1')
  await only
  await expect.poll(() => bench.stopped).toEqual([1])
})
