import { expect, test } from 'vitest'
import { frontmatter } from './frontmatter.ts'

const TEXT = '---\ntitle: A\ndate: 2026-11-20\n---\n\nText\n'

test('fields, and the text with the line on which it begins', () => {
  expect(frontmatter(TEXT, 'a.md')).toEqual({ data: { title: 'A', date: '2026-11-20' }, body: '\nText\n', bodyLine: 5 })
})

test('a file of Windows is read the same: mark at its head, two characters at the end of a line', () => {
  expect(frontmatter(`\ufeff${TEXT.replaceAll('\n', '\r\n')}`, 'a.md')).toEqual(frontmatter(TEXT, 'a.md'))
})

test('no fields, or no list of fields', () => {
  expect(() => frontmatter('Text', 'a.md')).toThrow('a.md:1: no frontmatter')
  expect(() => frontmatter('---\n- a\n---\n', 'a.md')).toThrow('a.md:2: frontmatter is not a mapping')
})
