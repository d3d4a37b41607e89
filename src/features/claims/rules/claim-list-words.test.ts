import { expect, test } from 'vitest'
import type { ClaimRow } from './listed-claim.ts'
import { groupsByNeed } from './claim-list-words.ts'

const claim = (id: string, over: Partial<ClaimRow>): ClaimRow =>
  ({ id, status: 'submitted', needs: 0, needsBy: null, clock: null, ...over }) as ClaimRow
const listed = (...claims: ClaimRow[]) =>
  groupsByNeed(claims).map(({ group, claims: own }) => [group, ...own.map(({ id }) => id)])

const begun = claim('begun', { status: 'draft' })
const paid = claim('paid', { status: 'paid' })

test('what was begun comes first, and no group is empty', () => {
  expect(listed(paid, claim('sent', {}), begun)).toEqual([
    ['draft', 'begun'],
    ['open', 'sent'],
    ['closed', 'paid'],
  ])
  expect(listed(paid)).toEqual([['closed', 'paid']])
})

test('a sent claim that waits for the person stands above what was begun, the one due first on top', () => {
  const later = claim('later', { needs: 2, needsBy: '2026-12-20' })
  const sooner = claim('sooner', { needs: 1, needsBy: '2026-12-05' })
  expect(listed(begun, claim('sent', {}), later, sooner)).toEqual([
    ['open', 'sooner', 'later', 'sent'],
    ['draft', 'begun'],
  ])
})
