import { expect, test } from 'vitest'
import { textVersionWords } from './text-version-words.ts'

test('the version of a signed text has its day in words, and one without a day stays as it is', () => {
  expect(textVersionWords('1.4 (2026-11-25)', 'cn')).toBe('1.4（2026年11月25日）')
  expect(textVersionWords('1.4 (2026-11-25)', 'en').replaceAll('\u00a0', ' ')).toBe('1.4 (25 November 2026)')
  expect(textVersionWords('1.4', 'en')).toBe('1.4')
})
