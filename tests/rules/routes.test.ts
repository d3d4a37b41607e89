/** The list of routes (`src/routes.ts`) beside the pages and titles that belong to its rows. */
import { ROUTES, type Route } from '../../src/routes.ts'
import { PAGES, pagesOf } from './route-pages.ts'
import { LANGS } from '../../src/lib/locale.ts'
import { once, rule } from './rule.ts'
import { filesUnder, readTexts, type Texts } from './source.ts'
import { readWords, type Words } from './words.ts'

/** Pages without a row: those shown at an unknown address. */
const UNKNOWN = ['src/pages/404.astro', `${PAGES}/404.astro`]

interface Site {
  rows: readonly Route[]
  pages: Texts
}
const readSite = once((): Site => ({
  rows: ROUTES,
  pages: readTexts(filesUnder('src/pages').filter((file) => file.endsWith('.astro'))),
}))
const ids = ({ rows }: Site): string[] => rows.map(({ id }) => id)
const paths = ({ pages }: Site): Iterable<string> => pages.keys()

const row = (id: string, path: string, more: Partial<Route> = {}): Route => ({
  id,
  path,
  access: 'open',
  ...more,
})
const rows = (...all: Route[]): Site => ({ rows: all, pages: new Map() })
const withPages = (all: Route[], pages: Record<string, string>): Site => ({
  rows: all,
  pages: new Map(Object.entries(pages)),
})

const twice = (values: readonly string[]): string[] => values.filter((value, index) => values.indexOf(value) !== index)

rule('no two rows share an id or a path', {
  of: readSite,
  faults: (site) => [
    ...twice(ids(site)).map((id) => `id ${id}`),
    ...twice(site.rows.map(({ path }) => path)).map((path) => `path ${path}`),
  ],
  looksAt: ids,
  among: ['home', 'confirm', 'claims.entry'],
  atLeast: 70,
  seeds: {
    'an id of two rows': [rows(row('a', '/a'), row('a', '/b')), 'id a'],
    'a path of two rows': [rows(row('a', '/a'), row('b', '/a')), 'path /a'],
  },
})

rule('rows that name another row name one that is there', {
  of: readSite,
  faults: (site) =>
    site.rows.flatMap(({ id, redirect, device }) => [
      ...(redirect !== undefined && !ids(site).includes(redirect) ? [`${id} → ${redirect}`] : []),
      ...(device && !site.rows.some((it) => it.id === device.twin || it.path === device.twin)
        ? [`${id} → ${device.twin}`]
        : []),
    ]),
  looksAt: (site) => site.rows.filter(({ redirect, device }) => redirect ?? device).map(({ id }) => id),
  among: ['root', 'payment'],
  seeds: {
    'a redirect to a row that is gone': [rows(row('a', '/a', { redirect: 'b' })), 'a → b'],
    'a twin that is gone': [rows(row('a', '/a', { device: { only: 'web', twin: '/b' } })), 'a → /b'],
  },
  sound: {
    'rows that are there': rows(
      row('a', '/a', { redirect: 'b' }),
      row('b', '/b', { device: { only: 'web', twin: '/a' } }),
    ),
  },
})

const houses = (site: Site): Route[] => site.rows.filter(({ redirect }) => redirect === undefined)

const pageOf = (site: Site, it: Route): string | undefined => pagesOf(it).find((file) => site.pages.has(file))

rule('every row has its page, and the page says so', {
  of: readSite,
  faults: (site) =>
    houses(site).flatMap((it) => {
      const file = pageOf(site, it)
      if (file === undefined) return [`${it.id}: no page ${pagesOf(it)[0]}`]
      // By the layout, or by the part of the claim's pages that is in it.
      return new RegExp(`<(?:Page|Follow)\\b[^<]*\\sroute=["{'\`]+${it.id}["'\`}]`).test(site.pages.get(file) ?? '')
        ? []
        : [`${it.id}: ${file} does not say route="${it.id}"`]
    }),
  looksAt: (site) => houses(site).map((it) => `${it.id}: ${pageOf(site, it)}`),
  among: [
    `home: ${PAGES}/home.astro`,
    `confirm: ${PAGES}/confirm.astro`,
    `claims.entry: ${PAGES}/claims/content/[slug].astro`,
  ],
  atLeast: 60,
  seeds: {
    'a row without a page': [withPages([row('a', '/a')], {}), `a: no page ${PAGES}/a.astro`],
    'a page in no layout': [
      withPages([row('a', '/a')], { [`${PAGES}/a.astro`]: '<main route="a"></main>' }),
      `a: ${PAGES}/a.astro does not say route="a"`,
    ],
    'a page of another row': [
      withPages([row('a', '/a')], { [`${PAGES}/a.astro`]: '<Page\n  route="b"\n>' }),
      `a: ${PAGES}/a.astro does not say route="a"`,
    ],
  },
  sound: {
    'a page, a shell and a folder': withPages(
      [row('a', '/a'), row('b', '/b/[id]', { shell: '/b/shell' }), row('c', '/c'), row('d', '/d', { redirect: 'a' })],
      {
        [`${PAGES}/a.astro`]: '<Page\n  route="a"\n>',
        [`${PAGES}/b/shell.astro`]: "<Page route={'b'}>",
        [`${PAGES}/c/index.astro`]: '<Page route="c">',
      },
    ),
  },
})

rule('every page has its row', {
  of: readSite,
  faults: (site) => {
    const known = new Set([...site.rows.flatMap(pagesOf), ...UNKNOWN])
    return [...site.pages.keys()].filter((file) => !known.has(file))
  },
  looksAt: paths,
  among: [`${PAGES}/home.astro`, `${PAGES}/claims/content/[slug].astro`],
  atLeast: 60,
  seeds: { 'a page without a row': [withPages([row('a', '/a')], { [`${PAGES}/b.astro`]: '' }), `${PAGES}/b.astro`] },
})

interface Titled {
  rows: readonly Route[]
  words: Readonly<Record<string, Words>>
}
/** Titles that belong to no row. */
const OTHER_TITLES = ['site', 'description', 'not_found', 'parts']
const titlesIn = (words: Words | undefined): string[] =>
  [...(words?.keys() ?? [])].filter((key) => key.startsWith('titles:')).map((key) => key.slice('titles:'.length))
const titled = (...keys: string[]): Titled => ({
  rows: [row('a', '/a')],
  words: { en: new Map(keys.map((key) => [`titles:${key}`, 'A'])) },
})

rule('every row has a title of its own, and every title a row', {
  of: (): Titled => ({ rows: ROUTES, words: Object.fromEntries(LANGS.map((lang) => [lang, readWords(lang)])) }),
  faults: ({ rows: all, words }) =>
    Object.entries(words).flatMap(([lang, ofLang]) => {
      const titles = titlesIn(ofLang)
      const belongs = (title: string): boolean =>
        OTHER_TITLES.includes(title) || all.some(({ id }) => title === id || title.startsWith(`${id}_`))
      return [
        ...all.filter(({ id }) => !titles.includes(id)).map(({ id }) => `${lang}: no title of ${id}`),
        ...titles.filter((title) => !belongs(title)).map((title) => `${lang}: no row of ${title}`),
      ]
    }),
  looksAt: ({ words }) =>
    Object.entries(words).flatMap(([lang, ofLang]) => titlesIn(ofLang).map((title) => `${lang} ${title}`)),
  among: ['en home', 'cn home', 'cn claim.apply'],
  atLeast: 140,
  seeds: {
    'a row without a title': [titled('site'), 'en: no title of a'],
    'a title without a row': [titled('a', 'b'), 'en: no row of b'],
  },
  sound: { 'titles of a row in two forms': titled('a', 'a_mobile', 'site') },
})

rule('an unknown address has a page', {
  of: readSite,
  faults: ({ pages }) => (UNKNOWN.some((file) => pages.has(file)) ? [] : ['no page for an unknown address']),
  looksAt: paths,
  among: [`${PAGES}/404.astro`],
  seeds: { 'a site without it': [withPages([], { [`${PAGES}/home.astro`]: '' }), 'no page for an unknown address'] },
})

/** Counted without the lines and spaces that a formatter gives it. */
const MOST_CHARACTERS = 2200
const lengthOf = (text: string): number => text.replace(/\s+/g, '').length

rule('pages are thin', {
  of: readSite,
  faults: ({ pages }) =>
    [...pages]
      .filter(([, text]) => lengthOf(text) > MOST_CHARACTERS)
      .map(([file, text]) => `${file}: ${lengthOf(text)} characters`),
  looksAt: paths,
  among: [`${PAGES}/home.astro`, `${PAGES}/claims/content/[slug].astro`],
  seeds: {
    'a page with too much code': [
      withPages([], { 'src/pages/a.astro': 'a = b\n'.repeat(734) }),
      'src/pages/a.astro: 2202 characters',
    ],
  },
  sound: { 'a page with much room': withPages([], { 'src/pages/a.astro': 'a\n\n'.repeat(2200) }) },
})
