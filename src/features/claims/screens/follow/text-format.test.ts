import { expect, test } from 'vitest'
import { withoutLineBreaks } from './text-format.ts'

test.each([
  ['INV-20877', 'INV\u2060-\u206020877'],
  ['2026-11-22', '2026\u2060-\u206011\u2060-\u206022'],
  ['A-1-2', 'A\u2060-\u20601\u2060-\u20602'],
  ['well-known - 5', 'well-known - 5'],
])('%s stays on one line', (text, kept) => expect(withoutLineBreaks(text)).toBe(kept))
