import { expect, test } from 'vitest'
import { itemOf } from './claim-sample-parts.testing.ts'
import { CASES } from './claim-samples.testing.ts'
import { photosPath } from './photos-path.ts'

test('photos that wait on a device lead to what asks for them, and nowhere once nothing does', () => {
  const [request] = CASES.supplement.requests
  if (!request) throw new Error('no request')
  const claim = {
    ...CASES.supplement,
    requests: [{ ...request, status: 'open' as const, items: [itemOf('item-0009', 'invoice')] }],
  }
  expect(photosPath(claim, 'invoice--item-0009')).toBe(
    `/claim/application/supplement/detail?id=${claim.id}&item=item-0009`,
  )
  expect(photosPath(claim, 'invoice--item-0001')).toBeUndefined()
  expect(photosPath({ ...claim, requests: [{ ...request, status: 'sent' }] }, 'invoice--item-0009')).toBeUndefined()
  expect(photosPath(claim, 'other')).toBe(`/claim/application/supplement/detail?id=${claim.id}&add=other`)
  const appeal = { id: 'appeal-01', at: 1, decision: 'decision-01', text: '', lines: [], clock: null }
  expect(photosPath({ ...claim, appeals: [{ ...appeal, status: 'open' }] }, 'other')).toContain('#appeal')
  expect(photosPath({ ...claim, appeals: [{ ...appeal, status: 'open' }] }, 'invoice')).toContain('add=invoice')
  const closed = { ...claim, may: { ...claim.may, addDocument: false } }
  expect(photosPath({ ...closed, appeals: [{ ...appeal, status: 'answered' }] }, 'other')).toBeUndefined()
})
