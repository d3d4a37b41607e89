import { expect, test, vi } from 'vitest'

vi.mock('./entries.ts', () => ({}))
const { agreedSentence } = await import('./legal-versions-not-yet-in-force.ts')

const TEXT = { title: '隐私政策', version: '1.11', date: '2026-12-03', before: '1.1' }
const plain = (text: string): string => text.replaceAll('\u00a0', ' ').replaceAll('\u2060', '')

test('a text that is not in force yet is named with its day and the version before', () => {
  expect(plain(agreedSentence('cn', [TEXT], '2026-12-02'))).toBe('（现行隐私政策1.1版，2026年12月3日起为1.11版）')
})

test('texts that take effect on one day share it, and a text without an earlier version stands apart', () => {
  const privacy = { ...TEXT, title: 'Privacy policy' }
  const agreement = { title: 'Service agreement', version: '1.3', date: TEXT.date, before: '1.0' }
  expect(plain(agreedSentence('en', [agreement, privacy], '2026-12-02'))).toBe(
    ' (now Service agreement 1.0 and Privacy policy 1.1; 1.3 and 1.11 from 3 December 2026)',
  )
  expect(
    plain(
      agreedSentence('en', [privacy, { title: 'Consent notice', version: '1.0', date: '2026-12-04' }], '2026-12-02'),
    ),
  ).toBe(' (now Privacy policy 1.1; 1.11 from 3 December 2026; Consent notice 1.0, from 4 December 2026)')
})

test('nothing is added on the day on which it takes effect', () => {
  expect(agreedSentence('cn', [TEXT], '2026-12-03')).toBe('')
})
