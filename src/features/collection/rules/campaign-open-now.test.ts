import { expect, test } from 'vitest'
import { campaignStanding } from './campaign-open-now.ts'

const LIMITS = { ended: false, opensAt: 100, closesAt: 200, places: 2 }

test.each([
  ['not_begun', 0, 99],
  ['open', 0, 100],
  ['open', 1, 199],
  ['full', 2, 199],
  ['over', 0, 200],
  ['over', 2, 200],
] as const)('is %s with %d taken at %d', (standing, taken, now) => {
  expect(campaignStanding(LIMITS, taken, now)).toBe(standing)
})

test('without a limit it is never full, and one that was ended takes nothing', () => {
  expect(campaignStanding({ ...LIMITS, places: null }, 1_000_000, 150)).toBe('open')
  expect(campaignStanding({ ...LIMITS, ended: true }, 0, 150)).toBe('ended')
})
