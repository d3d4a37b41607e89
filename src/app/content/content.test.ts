/**
 * The collections as pages receive them. Mistakes of editors are found by the checker,
 * `src/programs/content/check-content.test.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COLLECTION_NAMES } from './collections.ts'
import { COUNTRY_IDS } from '../../lib/hospitals/countries-with-hospital-list.ts'
import { frontmatter } from '../../lib/content/frontmatter.ts'
import { LANGS } from '../../lib/locale.ts'
import { localLinks } from './local-links.ts'
import { articleSchema } from './schemas.ts'

test('every collection has texts', () => {
  for (const name of COLLECTION_NAMES) expect(readdirSync(join('content', name, 'en')), name).not.toEqual([])
})

test('a link in a text gets the prefix of its language', () => {
  expect(localLinks('[a](/notice) [b](https://x.example/) [c](//x)', 'cn')).toBe(
    '[a](/cn/notice) [b](https://x.example/) [c](//x)',
  )
  expect(localLinks('[a](/notice)', 'en')).toBe('[a](/notice)')
})

test('links to pictures and downloads get no language prefix', () => {
  const files = '![a](/pictures/a.svg) [b](/downloads/en/b.pdf)'
  expect(localLinks(files, 'cn')).toBe(files)
})

test('every country with a list of hospitals has one guide, in both languages', () => {
  const files = readdirSync(join('content', 'hospitals')).map((file) => file.replace('.yaml', ''))
  expect([...COUNTRY_IDS].sort()).toEqual(files.sort())
  for (const lang of LANGS) {
    const folder = join('content', 'articles', lang)
    const named = readdirSync(folder).flatMap((file) => {
      const data = articleSchema.parse(frontmatter(readFileSync(join(folder, file), 'utf8'), file).data)
      expect(data.countries.length > 0, file).toBe(data.topic === 'countries')
      return data.countries
    })
    expect(named.sort(), lang).toEqual(files.sort())
  }
})
