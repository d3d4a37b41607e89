import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LogLineBudget, type LeftOut } from './log-line-budget.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const LINE = 256
const linesAllowed = (budget: LogLineBudget, ips: readonly string[], times: number): number =>
  Array.from({ length: times }, (_, i) => budget.allows(ips[i % ips.length] ?? '', LINE)).filter(Boolean).length

test('an address has so many bytes a minute, others have their own, and what was left out is told once', () => {
  const told: LeftOut[] = []
  const budget = new LogLineBudget((it) => void told.push(it))
  expect(linesAllowed(budget, ['192.0.2.1'], 5000)).toBe(1024)
  expect(budget.allows('192.0.2.2', LINE)).toBe(true)
  expect(told).toEqual([])
  vi.advanceTimersByTime(60_000)
  expect(told).toEqual([{ lines: 3976, addresses: 1 }])
  expect(budget.allows('192.0.2.1', LINE)).toBe(true)
  vi.advanceTimersByTime(60_000)
  expect(told).toHaveLength(1)
})

test('the addresses of one line count as one, and those of a network are bounded together', () => {
  const budget = new LogLineBudget(() => undefined)
  const ofOneCustomer = Array.from({ length: 50 }, (_, i) => `2001:db8:1:1::${i}`)
  expect(linesAllowed(budget, ofOneCustomer, 5000)).toBe(1024)
  const ofOneNetwork = Array.from({ length: 50 }, (_, i) => `2001:db8:2:${i}::1`)
  expect(linesAllowed(budget, ofOneNetwork, 10_000)).toBe(4096)
  const neighbours = Array.from({ length: 50 }, (_, i) => `198.51.100.${i}`)
  expect(linesAllowed(budget, neighbours, 10_000)).toBe(4096)
})

test('more addresses than are counted in a minute share what one may write', () => {
  const budget = new LogLineBudget(() => undefined)
  const many = Array.from({ length: 30_000 }, (_, i) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`)
  expect(linesAllowed(budget, many, many.length)).toBe(10_000 + 1024)
})
