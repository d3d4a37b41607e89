import { expect, test } from 'vitest'
import { lengthReader } from './read-by-length.ts'

test('a stream is read by lengths, however it was cut', async () => {
  async function* source(): AsyncGenerator<Buffer> {
    for (const part of ['ab', '', 'cdef', 'g', 'hi']) yield Buffer.from(part)
  }
  const out = lengthReader(source())
  expect(String(await out.all(3))).toBe('abc')
  const taken: string[] = []
  for await (const part of out.take(4)) taken.push(String(part))
  expect(taken.join('')).toBe('defg')
  expect(await out.all(0)).toHaveLength(0)
  expect(await out.all(3)).toBeUndefined()
})
