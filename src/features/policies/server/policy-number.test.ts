import { expect, test } from 'vitest'
import { policyNumber } from './policy-number.ts'

test('numbers carry the day of issue', () => {
  expect(policyNumber('2026-11-20', 3817)).toBe('YF26-1120-003817')
})
