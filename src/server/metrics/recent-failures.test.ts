import { expect, test } from 'vitest'
import { createRecentFailures } from './recent-failures.ts'

const MINUTE = 60_000

test('a kind fails while three or more of its recent calls failed, and half of them', () => {
  let at = 0
  const recent = createRecentFailures(() => at)
  const note = (...results: boolean[]) => results.forEach((ok) => recent.note('payment', ok))
  note(false, false)
  expect(recent.failing('payment')).toBe(false)
  note(false)
  expect([recent.failing('payment'), recent.failing('mail'), recent.failing('mail', 'payment')]).toEqual([
    true,
    false,
    true,
  ])
  note(true, true, true, true)
  expect(recent.failing('payment')).toBe(false)
  note(false)
  expect(recent.failing('payment')).toBe(true)
  at = 5 * MINUTE
  expect(recent.failing('payment')).toBe(false)
})

test('only the latest calls count', () => {
  const recent = createRecentFailures(() => 0)
  for (let i = 0; i < 1000; i++) recent.note('sms', true)
  for (let i = 0; i < 30; i++) recent.note('sms', false)
  expect(recent.failing('sms')).toBe(true)
})
