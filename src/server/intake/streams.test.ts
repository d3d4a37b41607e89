import { expect, test } from 'vitest'
import { createQueue } from './queue.ts'
import { pieces } from './pieces.ts'

test('a line is served in its order, one at a time, whatever fails', async () => {
  const queue = createQueue(1)
  const seen: string[] = []
  let inside = 0
  const work = (name: string, fails = false) => queue.run(async () => {
    expect(++inside).toBe(1)
    await new Promise((turn) => setImmediate(turn))
    seen.push(name)
    inside -= 1
    if (fails) throw new Error(name)
  })
  const all = await Promise.allSettled([work('a'), work('b', true), work('c'), work('d')])
  expect(seen).toEqual(['a', 'b', 'c', 'd'])
  expect(all.map((it) => it.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
})

test('a stream is read by lengths, however it was cut', async () => {
  async function* source(): AsyncGenerator<Buffer> {
    for (const part of ['ab', '', 'cdef', 'g', 'hi']) yield Buffer.from(part)
  }
  const out = pieces(source())
  expect(String(await out.all(3))).toBe('abc')
  const taken: string[] = []
  for await (const part of out.take(4)) taken.push(String(part))
  expect(taken.join('')).toBe('defg')
  expect(await out.all(0)).toHaveLength(0)
  expect(await out.all(3)).toBeUndefined()
})
