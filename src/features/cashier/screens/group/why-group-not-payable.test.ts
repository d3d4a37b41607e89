import { expect, test } from 'vitest'
import { whyGroupNotPayable } from './why-group-not-payable.ts'

test.each([
  ['cancelled', true, 1, 'empty'],
  ['cancelled', false, 1, 'cancelled'],
  ['expired', false, 3, 'expired'],
  ['open', false, 3, 'expired'],
  // A wrong sum is being checked, or the link was ended: nobody may be told that the time is over and that nothing was
  // charged.
  ['open', false, 1, 'link'],
] as const)('%s (empty: %s) at %d: %s', (status, empty, now, reason) =>
  expect(whyGroupNotPayable({ status, empty, payUntil: 2, now })).toBe(reason),
)
