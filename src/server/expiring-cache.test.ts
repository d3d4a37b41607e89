import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deepFreeze, ExpiringCache } from './expiring-cache.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('holds a value for its time and no longer, whether it is asked for or not', () => {
  const memory = new ExpiringCache<string>({ heldMs: 1000, units: 100 })
  memory.set('a', 'one')
  vi.advanceTimersByTime(600)
  expect(memory.get('a')).toBe('one')
  memory.set('b', 'two')
  vi.advanceTimersByTime(400)
  expect(memory.get('a')).toBeUndefined()
  expect(memory.size).toBe(1)
  expect(memory.get('b')).toBe('two')
  vi.advanceTimersByTime(600)
  expect(memory.size).toBe(0)
  memory.set('c', 'three')
  vi.advanceTimersByTime(1000)
  expect(memory.size).toBe(0)
})

test('holds so much and no more; the oldest go first', () => {
  const memory = new ExpiringCache<number>({ heldMs: 1000, units: 10 })
  memory.set('aaaa', 1)
  memory.set('bbbb', 2)
  memory.set('aaaa', 3)
  memory.set('cccc', 4)
  expect([memory.get('aaaa'), memory.get('bbbb'), memory.get('cccc')]).toEqual([3, undefined, 4])
  memory.set('longer than all', 5)
  expect([memory.get('longer than all'), memory.size]).toEqual([undefined, 2])
})

test('what is frozen is frozen through and through', () => {
  const value = deepFreeze({ a: [{ b: 1 }], c: null })
  expect(() => {
    ;(value.a[0] as { b: number }).b = 2
  }).toThrow(TypeError)
  expect(() => void value.a.push({ b: 3 })).toThrow(TypeError)
})
