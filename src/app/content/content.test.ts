/**
 * The collections as pages receive them. Mistakes of editors are found by the checker,
 * `src/programs/content/check-content.test.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LoaderContext } from 'astro/loaders'
import { afterEach, expect, test, vi } from 'vitest'
import { COLLECTION_NAMES } from './collections.ts'
import { COUNTRY_IDS } from '../../lib/hospitals/countries-with-hospital-list.ts'
import { frontmatter } from '../../lib/content/frontmatter.ts'
import { LANGS } from '../../lib/locale.ts'
import { localLinks } from './local-links.ts'
import { filledMarkdown } from './markdown-loader.ts'
import { articleSchema } from './schemas.ts'

afterEach(() => vi.unstubAllEnvs())

interface LoadedEntry {
  id: string
  data: Record<string, unknown>
  body: string
}

/** The legal texts as a build of `day` has them, by id. */
async function legalOn(day: string): Promise<Map<string, LoadedEntry>> {
  vi.stubEnv('CONTENT_DAY', day)
  const store = new Map<string, LoadedEntry>()
  const context = {
    store: {
      keys: () => store.keys(),
      get: (id: string) => store.get(id),
      set: (entry: LoadedEntry) => store.set(entry.id, entry),
      delete: (id: string) => store.delete(id),
    },
    generateDigest: JSON.stringify,
    parseData: ({ data }: LoadedEntry) => Promise.resolve(data),
    renderMarkdown: (html: string) => Promise.resolve({ html }),
  }
  // What the loader uses of Astro's context.
  await filledMarkdown('legal').load(context as unknown as LoaderContext)
  return store
}

test('a legal text that was replaced keeps its words as an earlier version with its last day', async () => {
  const [before, after] = [await legalOn('2026-12-08'), await legalOn('2026-12-09')]
  for (const lang of LANGS) {
    expect(before.has(`${lang}/complaints-1-6`), lang).toBe(false)
    for (const [slug, own] of [
      ['complaints', 'complaints-1-6'],
      ['personal-information-consent', 'personal-information-consent-1-8'],
    ] as const) {
      const [was, kept] = [before.get(`${lang}/${slug}`), after.get(`${lang}/${own}`)]
      expect(kept?.body, own).toBe(was?.body)
      expect(kept?.data, own).toEqual({ ...was?.data, until: '2026-12-08' })
      expect(after.get(`${lang}/${slug}`)?.data['until'], slug).toBeUndefined()
      expect(after.get(`${lang}/${slug}`)?.body, slug).not.toBe(was?.body)
    }
    // Each of several, with the day before its own successor.
    expect(['1-1', '1-2'].map((it) => after.get(`${lang}/policy-changes-${it}`)?.data['until'])).toEqual([
      '2026-11-29',
      '2026-11-30',
    ])
    // What was kept by hand stays as it is.
    expect(after.get(`${lang}/privacy-1-13`)?.data['until']).toBe('2026-12-07')
  }
})

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
