import { expect, test } from 'vitest'
import type { PageText } from '../contract.ts'
import { differences } from './text-differences.ts'

const text = (lead: string, sections: Record<string, string[]>): PageText => ({
  page: 'before-you-buy',
  lang: 'en',
  version: '1',
  date: '2026-01-01',
  sha256: '0'.repeat(64),
  title: 'Before you buy',
  lead,
  questions: [],
  declarations: [],
  sections: Object.entries(sections).map(([id, items]) => ({
    id,
    title: id.toUpperCase(),
    blocks: [{ kind: 'list' as const, items }],
  })),
})
const NAMES = { was: 'Gold', now: 'Plus' }

test('only what differs is named, with what stood there before', () => {
  const was = text('Facts', { pays: ['Up to 1,000', 'Worldwide'], waits: ['30 days'] })
  const now = text('Facts', { pays: ['Up to 2,000', 'Worldwide'], waits: ['30 days'] })
  expect(differences(was, now, NAMES)).toEqual([
    { title: 'PAYS', changes: [{ now: 'Up to 2,000', was: 'Up to 1,000' }] },
  ])
})

test('a sentence that differs in the name of the tier alone says nothing new', () => {
  expect(
    differences(
      text('The facts of Gold', { a: ['Gold pays'] }),
      text('The facts of Plus', { a: ['Plus pays'] }),
      NAMES,
    ),
  ).toEqual([])
})

test('what is new and what is said no more are both named', () => {
  expect(differences(text('', { a: ['x'], b: ['gone'] }), text('', { a: ['x', 'new'] }), NAMES)).toEqual([
    { title: 'A', changes: [{ now: 'new', was: '' }] },
    { title: 'B', changes: [{ now: '', was: 'gone' }] },
  ])
})

test('before a tier was chosen there was no name to leave out', () => {
  expect(differences(text('of —', {}), text('of Plus', {}), { was: '—', now: 'Plus' })).toEqual([])
  expect(differences(text('same', {}), text('same', {}), { was: '', now: 'Plus' })).toEqual([])
})

test('a sentence about all tiers, the same in both, is no difference', () => {
  expect(differences(text('', { a: ['Gold 1, Plus 2'] }), text('', { a: ['Gold 1, Plus 2'] }), NAMES)).toEqual([])
})
