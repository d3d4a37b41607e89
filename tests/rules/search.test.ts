/** The site's search index as built: it contains everything that people read, in both languages, and nothing else. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { kindOf, KINDS } from '../../src/app/search/result-kinds.ts'
import { countIn, groupsOf, termsOf } from '../../src/app/search/query.ts'
import { LANGS, localPath, splitPath } from '../../src/lib/locale.ts'
import { matchRoute, ROUTES, type RouteId } from '../../src/routes.ts'
import { DIST, isBuilt, policyOf, readPages } from './dist.ts'
import { filesUnder } from './source.ts'

const INDEX = join(DIST, 'pagefind')
const MARK = 'pagefind_dcd'
const Fragment = z.object({
  url: z.string(),
  content: z.string(),
  filters: z.record(z.string(), z.array(z.string())),
  meta: z.record(z.string(), z.string()),
})
type Fragment = z.infer<typeof Fragment>
const Words = z.object({ examples: z.string(), same: z.string() })

/** The index's contents for each page, by address. */
function readIndex(): Map<string, Fragment> {
  const files = filesUnder(join(INDEX, 'fragment'))
  const pages = files.map((file) => {
    const text = gunzipSync(readFileSync(file)).toString('utf8')
    if (!text.startsWith(MARK)) throw new Error(`${file} is no fragment of pagefind`)
    // Pagefind marks where it split Chinese with zero-width spaces.
    return Fragment.parse(JSON.parse(text.slice(MARK.length).replaceAll('\u200b', '')))
  })
  return new Map(pages.map((page) => [page.url.replace(/\.html$/, ''), page]))
}

const names = (folder: string, ending: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => basename(file, ending))

/** Paths of all entries of the content that have a page, without language. */
const entries = (): string[] => [
  ...names('content/notices/en', '.md').map((slug) => `/notice/content/${slug}`),
  ...names('content/faq/en', '.md').map((slug) => `/claims/FAQ/content/${slug}`),
  ...names('content/guides/en', '.md').map((slug) => `/claims/content/${slug}`),
  ...names('content/articles/en', '.md').map((slug) => `/information/content/${slug}`),
  ...names('content/legal/en', '.md')
    .filter((slug) => !/-\d+-\d+$/.test(slug))
    .map((slug) => `/information/content/${slug}`),
  ...names('content/other/en', '.md').map((slug) => `/other/list/${slug}`),
  ...names('content/overseas/en', '.md').map((slug) => `/other/overseas/details/${slug}`),
  ...names('content/plans', '.yaml').flatMap((id) => [`/plan/details/${id}`, `/plan/details/clause/${id}`]),
  ...names('content/hospitals', '.yaml').map((id) => `/claims/hospital/${id}`),
]

/** Information pages that are not searched, with the reason: lists name everything, and bare paths lead to entries. */
const NOT: readonly RouteId[] = [
  'claims.guide',
  'claims.content',
  'faq.list',
  'faq.content',
  'information',
  'information.content',
  'notice.list',
  'notice.content',
  'plan.details',
  'plan.clause',
]

test('every page of information and plans is searched, or left out on purpose', () => {
  const undecided = ROUTES.filter(
    ({ id, feature }) => ['info', 'plans'].includes(feature) && !kindOf(id) && !NOT.includes(id),
  )
  expect(undecided.map(({ id }) => id)).toEqual([])
})

describe.runIf(isBuilt)('the index', () => {
  const index = isBuilt ? readIndex() : new Map<string, Fragment>()

  test('has every entry of the content in both languages', () => {
    const wanted = entries().flatMap((path) => LANGS.map((lang) => localPath(lang, path)))
    expect(wanted.length).toBeGreaterThan(200)
    expect(wanted.filter((path) => !index.has(path))).toEqual([])
  })

  test('has the same pages in both languages', () => {
    const twin = (path: string): string => {
      const { lang, path: plain } = splitPath(path)
      return localPath(lang === 'en' ? 'cn' : 'en', plain)
    }
    expect([...index.keys()].filter((path) => !index.has(twin(path)))).toEqual([])
  })

  test('has no shell, wizard, list, or page of one person, and nothing that search engines must not have', () => {
    const hidden = new Set(
      readPages()
        .filter(({ html }) => /<meta name="robots" content="noindex"/.test(html))
        .map(({ path }) => path),
    )
    const wrong = [...index.keys()].filter((path) => {
      const route = matchRoute(splitPath(path).path)
      return !route || route.access !== 'open' || !kindOf(route.id as RouteId) || hidden.has(path)
    })
    expect(wrong).toEqual([])
  })

  test('says of each page what kind it is, and its title', () => {
    const wrong = [...index].filter(
      ([, { filters, meta }]) => !KINDS.some((kind) => kind === filters['kind']?.[0]) || !meta['title'],
    )
    expect(wrong.map(([path]) => path)).toEqual([])
    expect(index.get('/information/content/privacy')?.filters['kind']).toEqual(['legal'])
    expect(index.get('/cn/information/content/winter-sports')?.filters['kind']).toEqual(['article'])
  })

  test('holds the text and not what stands around it', () => {
    const text = index.get('/claims/FAQ/content/hospital-deposit')?.content ?? ''
    expect(text).toContain('guarantee of payment')
    expect(text).not.toMatch(/Skip to content|Sign in|min to read|Was this helpful|More:/)
  })

  test.each(LANGS)('has what the dialog offers to look for, %s', (lang) => {
    const { examples, same } = Words.parse(JSON.parse(readFileSync(`public/locales/${lang}/search.json`, 'utf8')))
    const groups = groupsOf(same)
    const own = [...index].filter(([path]) => splitPath(path).lang === lang).map(([, { content }]) => content)
    const missing = examples.split(/[;；]\s*/).filter(
      (word) =>
        !own.some(
          (text) =>
            countIn(
              text,
              termsOf(word, groups).map((term) => [term]),
            ) === termsOf(word, groups).length,
        ),
    )
    expect(missing).toEqual([])
    // Of each group of synonyms, our content uses at least one.
    expect(groups.filter((group) => !group.some((word) => own.some((text) => countIn(text, [[word]]) > 0)))).toEqual([])
  })

  test('brings nothing that no page of ours loads', () => {
    expect(readdirSync(INDEX).filter((name) => /ui|highlight|playground/.test(name))).toEqual([])
  })
})

describe.runIf(isBuilt)('the policy', () => {
  test('lets the search’s worker compile WebAssembly, and no page', () => {
    const loose = readPages().filter(({ html }) =>
      [...policyOf(html).values()].flat().some((value) => value.includes('wasm')),
    )
    expect(loose.map(({ path }) => path)).toEqual([])
    expect(readFileSync(join(DIST, '_headers'), 'utf8')).toMatch(
      /\/pagefind\/pagefind-worker\.js\n {2}! content-security-policy\n {2}content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'/,
    )
    expect(existsSync(join(INDEX, 'pagefind-worker.js'))).toBe(true)
  })
})
