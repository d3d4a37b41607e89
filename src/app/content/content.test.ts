/** The collections as pages get them. What an editor may break is found by the checker, `src/server/content/check.test.ts`. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COLLECTION_NAMES } from './collections.ts'
import { localLinks } from './local-links.ts'

test('every collection has texts', () => {
  for (const name of COLLECTION_NAMES) expect(readdirSync(join('content', name, 'en')), name).not.toEqual([])
})

test('a link gets the language of its text', () => {
  expect(localLinks('[a](/notice) [b](https://x.example/) [c](//x)', 'cn')).toBe('[a](/cn/notice) [b](https://x.example/) [c](//x)')
  expect(localLinks('[a](/notice)', 'en')).toBe('[a](/notice)')
})

test('pictures and documents to download are files of no language', () => {
  const files = '![a](/pictures/a.svg) [b](/downloads/en/b.pdf)'
  expect(localLinks(files, 'cn')).toBe(files)
})
