/** Characters that are invisible in the file, or that hide text from the check. */
import { expect, test } from 'vitest'
import { Addresses } from './addresses.ts'
import { readEntry } from '../entry.ts'
import { linkProblems, publicFile } from './link-problems.ts'
import { hiddenCharacterProblems } from './invisible-characters-in-files.ts'

const HEAD = '---\ntitle: "A"\nsummary: "B"\ndate: 2026-11-17\n---\n\n'
const codes = (body: string): string[] => {
  const entry = readEntry('notices', 'en', 'a', 'a.md', HEAD + body)
  return linkProblems(entry, new Addresses([entry])).map(({ code }) => code)
}

test.each([
  ['\\` [x](javascript:alert(1)) \\`', ['dead_link']],
  ['> [y]: javascript:alert(1)\n\n[y]', ['reference']],
  ['- [y]: javascript:alert(1)\n\n[y]', ['reference']],
  ['1. [y]: /plan', ['reference']],
  ['<?php x ?>', ['html']],
  ['<![CDATA[x]]>', ['html']],
  ['`[x](javascript:alert(1))`', []],
])('%s', (body, expected) => {
  expect(codes(body)).toEqual(expected)
})

test('a path outside of the public folder is not a public file', () => {
  expect(publicFile('/../package.json')).toBe(false)
  expect(publicFile('/favicon.svg')).toBe(true)
})

test('reports a file in another encoding, and characters that hide or reorder words', () => {
  const tree = {
    root: 'content',
    files: new Map([
      ['notices/en/a.md', `${HEAD}ok\n\ufffd\ufffd\n`],
      ['faq/cn/b.md', `${HEAD}a\u202eb`],
      ['faq/en/c.md', `${HEAD}a\u200bb`],
      ['faq/en/d.md', `${HEAD}\u{1f468}\u200d\u{1f469}`],
    ]),
  }
  expect(hiddenCharacterProblems(tree).map(({ file, line, code }) => [file, line, code])).toEqual([
    ['content/notices/en/a.md', 8, 'encoding'],
    ['content/faq/cn/b.md', 7, 'unseen'],
    ['content/faq/en/c.md', 7, 'unseen'],
  ])
})

test('a field that every object has is shown an example of ours', () => {
  for (const name of ['constructor', '__proto__', 'toString']) {
    const { problems } = readEntry('notices', 'en', 'a', 'a.md', HEAD.replace('date:', `${name}: 1\ndate:`))
    expect(
      problems.map(({ example }) => example),
      name,
    ).toEqual([expect.stringMatching(/^[a-z]+: /)])
  }
})
