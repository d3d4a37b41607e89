import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextInQueue, pauseAfter, type SenderState, type Waiting } from './next-in-queue.ts'

const SECOND = 1000

interface Arrival {
  sender: string
  at: number
  heavy: boolean
  takes: number
}

const arrivals = fc.array(
  fc.record({
    sender: fc.constantFrom('a', 'b', 'c', 'd'),
    at: fc.integer({ min: 0, max: 60 }),
    heavy: fc.boolean(),
    takes: fc.integer({ min: 1, max: 8 }),
  }),
  { minLength: 1, maxLength: 40 },
)

interface Turn extends Waiting {
  from: number
  until: number
}

/** A queue as one process works through it, second by second. */
function run(files: readonly Arrival[], pausedUntil: Readonly<Record<string, number>> = {}): Turn[] {
  const turns: Turn[] = []
  for (let now = 0; turns.length < files.length; now++) {
    for (;;) {
      const mine = turns.filter((it) => it.until > now)
      const waiting = files
        .map((it, i): Waiting => ({
          id: String(i).padStart(3, '0'),
          sender: it.sender,
          receivedAt: it.at,
          heavy: it.heavy,
        }))
        .filter((it) => it.receivedAt <= now && !turns.some(({ id }) => id === it.id))
      const senders = new Map(
        ['a', 'b', 'c', 'd'].map((it): [string, SenderState] => [
          it,
          {
            turnAt: Math.max(
              0,
              ...turns.filter(({ sender }) => sender === it).map(({ until }) => Math.min(until, now)),
            ),
            pausedUntil: pausedUntil[it] ?? 0,
          },
        ]),
      )
      const next = nextInQueue({ waiting, mine, elsewhere: [], senders, now })
      if (!next) break
      turns.push({ ...next, from: now, until: now + (files[Number(next.id)]?.takes ?? 1) })
    }
  }
  return turns
}

test('one of each sender at once, two in all, one heavy, and every file has its turn', () => {
  fc.assert(
    fc.property(arrivals, (files) => {
      const turns = run(files)
      expect(turns.map(({ id }) => id).sort()).toHaveLength(files.length)
      for (const turn of turns) {
        const together = turns.filter((it) => it.from <= turn.from && it.until > turn.from)
        expect(together.length).toBeLessThanOrEqual(2)
        expect(together.filter(({ heavy }) => heavy).length).toBeLessThanOrEqual(1)
        expect(new Set(together.map(({ sender }) => sender)).size).toBe(together.length)
      }
    }),
  )
})

test('while a file waits that could begin, no other sender has more than two turns', () => {
  fc.assert(
    fc.property(
      arrivals.map((files) => files.map((it) => ({ ...it, heavy: false }))),
      (files) => {
        const turns = run(files)
        for (const turn of turns) {
          // A sender's own files wait for each other: a file counts as waiting only after the sender's previous one has
          // ended.
          const own = turns.filter((it) => it.sender === turn.sender && it.from < turn.from)
          const since = Math.max(turn.receivedAt, ...own.map(({ until }) => until))
          for (const other of ['a', 'b', 'c', 'd'].filter((it) => it !== turn.sender)) {
            expect(
              turns.filter((it) => it.sender === other && it.from > since && it.from < turn.from).length,
            ).toBeLessThanOrEqual(2)
          }
        }
      },
    ),
  )
})

test('eighteen of the worst files of one sender keep a stranger waiting for none of them but the one in hand', () => {
  const worst = Array.from({ length: 18 }, (): Arrival => ({ sender: 'a', at: 0, heavy: true, takes: 8 }))
  const stranger = run([...worst, { sender: 'b', at: 3, heavy: false, takes: 1 }]).find(({ sender }) => sender === 'b')
  expect(stranger?.from).toBe(3)
  expect(
    run([...worst, { sender: 'b', at: 3, heavy: true, takes: 1 }]).find(({ sender }) => sender === 'b')?.from,
  ).toBe(8)
})

test('a sender who is paused waits; the others do not', () => {
  const turns = run(
    [
      { sender: 'a', at: 0, heavy: false, takes: 1 },
      { sender: 'b', at: 1, heavy: false, takes: 1 },
    ],
    { a: 20 },
  )
  expect(turns.map(({ sender, from }) => [sender, from])).toEqual([
    ['b', 1],
    ['a', 20],
  ])
})

test('pauses double, and end', () => {
  expect([1, 2, 3, 6, 60].map((stops) => pauseAfter(stops) / SECOND)).toEqual([30, 60, 120, 960, 960])
})

test('what another process has in hand counts as its sender’s turn', () => {
  const waiting = [
    { id: '1', sender: 'a', receivedAt: 0, heavy: false },
    { id: '2', sender: 'b', receivedAt: 1, heavy: false },
  ]
  expect(nextInQueue({ waiting, mine: [], elsewhere: ['a'], senders: new Map(), now: 2 })?.id).toBe('2')
})
