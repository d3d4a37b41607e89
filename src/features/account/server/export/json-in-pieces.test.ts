import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonInPieces } from './json-in-pieces.ts'

async function written(value: object): Promise<string[]> {
  const pieces: string[] = []
  for await (const piece of jsonInPieces(value)) pieces.push(Buffer.from(piece).toString())
  return pieces
}
const whole = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

test('the pieces are the JSON of the value', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())), async (value) => {
      // A key of this name is no property of the copy.
      fc.pre(!JSON.stringify(value).includes('__proto__'))
      expect((await written(value)).join('')).toBe(whole(value))
    }),
  )
})

test('a table with many rows comes in many pieces', async () => {
  const value = { orders: Array.from({ length: 500 }, (_, i) => ({ id: i, text: 'line\n'.repeat(100) })), none: [] }
  const pieces = await written(value)
  expect(pieces.join('')).toBe(whole(value))
  expect(pieces.length).toBeGreaterThan(5)
})
