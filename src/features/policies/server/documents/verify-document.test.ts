import { expect, test } from 'vitest'
import { RateLimit } from '../../../../server/http/rate-limit.ts'
import { VERIFY_PER_MINUTE } from './verify-document.ts'

test('tries are counted per address and forgotten after a minute', () => {
  const tries = new RateLimit(VERIFY_PER_MINUTE, 60_000)
  for (let i = 0; i < VERIFY_PER_MINUTE; i++) expect(tries.secondsToWait('a', 0)).toBe(0)
  expect(tries.secondsToWait('a', 1_000)).toBe(59)
  expect(tries.secondsToWait('b', 1_000)).toBe(0)
  expect(tries.secondsToWait('a', 60_000)).toBe(0)
})
