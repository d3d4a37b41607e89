import { expect, it } from 'vitest'
import { queryInterval } from './query-interval.ts'

it('the query interval grows with the age of the payment', () => {
  expect([0, 60_000, 600_000, 5_400_000].map(queryInterval)).toEqual([15_000, 15_000, 150_000, 300_000])
})
