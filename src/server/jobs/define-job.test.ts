/** What is queued fits its job: the compiler says so (`npm run lint`), and the handler reads nothing else. */
import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import type { Trx } from '../db/database.ts'
import { defineJob } from './define-job.ts'
import type { Deps } from '../dependencies.ts'
import { handleJob } from './outbox.ts'
import type { Outbox } from '../service-interfaces.ts'

const noteJob = defineJob('note', 'records', z.object({ text: z.string(), round: z.number().optional() }))
/** Reads what an earlier version queued, too. */
const closeJob = defineJob(
  'close',
  'records',
  z.union([z.object({ id: z.string() }), z.object({ order: z.string() }).transform(({ order }) => ({ id: order }))]),
)

test('a payload that its job cannot read, or a job that nobody declared, does not compile', () => {
  const queue = (trx: Trx, { enqueue }: Outbox): Promise<void>[] => [
    enqueue(trx, noteJob, { text: 'a' }),
    enqueue(trx, noteJob, { text: 'a', round: 1 }, { key: 'k', runAt: 1 }),
    enqueue(trx, closeJob, { id: 'a' }),
    // @ts-expect-error a value of another type
    enqueue(trx, noteJob, { text: 1 }),
    // @ts-expect-error a value is missing
    enqueue(trx, noteJob, {}),
    // @ts-expect-error a value that the job does not know
    enqueue(trx, noteJob, { text: 'a', texts: 'b' }),
    // @ts-expect-error only earlier versions wrote this
    enqueue(trx, closeJob, { order: 'a' }),
    // @ts-expect-error a kind is a text only in its declaration
    enqueue(trx, 'note', { text: 'a' }),
  ]
  expectTypeOf(queue).returns.toEqualTypeOf<Promise<void>[]>()
})

test('a handler gets what the schema reads, and runs with nothing else', async () => {
  const read: unknown[] = []
  const note = handleJob(noteJob, async (_, payload) => void read.push(payload))
  const close = handleJob(closeJob, async (_, { id }) => void read.push(id))
  const run = (job: typeof note, payload: unknown) => job.run({} as Deps, payload, { id: '1', attempt: 1 })
  await run(note, { text: 'a', more: 'b' })
  await run(close, { order: 'c' })
  expect(read).toEqual([{ text: 'a' }, 'c'])
  expect(() => run(note, { text: 1 })).toThrow(z.core.$ZodError)
  expect(note).toMatchObject({ kind: 'note', lane: 'records' })
})
