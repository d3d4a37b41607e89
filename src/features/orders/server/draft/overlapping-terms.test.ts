import { expect, it } from 'vitest'
import { overlaps } from './overlapping-terms.ts'

it('terms overlap when they share a day', () => {
  const term = (start: string, end: string) => ({ start, end })
  expect(overlaps(term('2026-01-01', '2026-01-31'), term('2026-01-31', '2026-02-28'))).toBe(true)
  expect(overlaps(term('2026-01-01', '2026-01-31'), term('2026-02-01', '2026-02-28'))).toBe(false)
  expect(overlaps(term('', ''), term('2026-02-01', '2026-02-28'))).toBe(false)
})
