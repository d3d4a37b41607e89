import { expect, it } from 'vitest'
import { keptByTexts, oncePer, oncePerText, remembering } from './remembering.ts'

it('reads a text once in a run and in the next, and anew after a run that did not ask for it', () => {
  const read: string[] = []
  const length = oncePerText((name: string, text: string) => {
    read.push(`${name}:${text}`)
    return text.length
  })
  expect(remembering(() => [length('a', 'one'), length('a', 'one'), length('a', 'three')])).toEqual([3, 3, 5])
  expect(read).toEqual(['a:one', 'a:three'])
  expect(remembering(() => length('a', 'three'))).toBe(5)
  expect(read).toHaveLength(2)
  expect(remembering(() => length('a', 'one'))).toBe(3)
  expect(read).toEqual(['a:one', 'a:three', 'a:one'])
})

it('keeps nothing outside of a run, and begins none within another', () => {
  const made: number[] = []
  const kept = keptByTexts<number>()
  const make = (): number => made.push(0)
  expect([kept(['a'], make), kept(['a'], make)]).toEqual([1, 2])
  expect(remembering(() => [kept(['a'], make), remembering(() => kept(['a'], make))])).toEqual([3, 3])
})

it('goes on reading after a run that failed', () => {
  expect(() =>
    remembering(() => {
      throw new Error('unreadable')
    }),
  ).toThrow('unreadable')
  const read = oncePerText((text: string) => ({ text }))
  expect(read('a')).not.toBe(read('a'))
})

it('looks at a thing once, also where nothing is found', () => {
  let looked = 0
  const found = oncePer((_: object) => void (looked += 1))
  const one = {}
  expect([found(one), found(one), found({})]).toEqual([undefined, undefined, undefined])
  expect(looked).toBe(2)
})
