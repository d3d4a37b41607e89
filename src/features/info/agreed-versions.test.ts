import { expect, test, vi } from 'vitest'

vi.mock('./entries.ts', () => ({}))
const { agreedSentence } = await import('./agreed-versions.ts')

const TEXT = { title: '隐私政策', version: '1.11', date: '2026-12-03', before: '1.1' }

test('a text that is not in force yet is named with its day and the version before', () => {
  expect(agreedSentence('cn', [TEXT], '2026-12-02')).toBe('（隐私政策1.11版自2026年12月3日起施行，此前适用1.1版）')
  expect(agreedSentence('en', [{ ...TEXT, title: 'Privacy policy' }, { title: 'Service agreement', version: '1.0', date: '2026-12-04' }], '2026-12-02').replaceAll('\u00a0', ' '))
    .toBe(' (Privacy policy 1.11 is in force from 3 December 2026, and 1.1 until then; Service agreement 1.0 is in force from 4 December 2026)')
})

test('nothing is added on the day on which it takes effect', () => {
  expect(agreedSentence('cn', [TEXT], '2026-12-03')).toBe('')
})
