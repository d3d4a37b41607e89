/** What search engines are told: data blocks, the sitemap, the feed of notices. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGS, localPath, splitPath, type Lang } from '../../src/lib/locale.ts'
import { matchRoute } from '../../src/routes.ts'
import { DIST, pageOf, readPages, tagsOf, type Page } from './dist.ts'
import { isForSearch } from './head-tags.ts'
import { once, rule } from './rule.ts'
import { all, readXml } from './xml.ts'

const pages = once(readPages)
const idOf = ({ path }: Page): string => matchRoute(splitPath(path).path)?.id ?? ''

/** Nodes of a page's data, including nested ones. */
type Data = { readonly '@type': string } & Readonly<Record<string, unknown>>
function nodesOf({ html }: Page): Data[] {
  const isNode = (value: object): value is Data => '@type' in value
  const walk = (value: unknown): Data[] => {
    if (Array.isArray(value)) return value.flatMap(walk)
    if (typeof value !== 'object' || value === null) return []
    return [...(isNode(value) ? [value] : []), ...Object.values(value).flatMap(walk)]
  }
  return [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].flatMap(([, text = '']) =>
    walk(JSON.parse(text)),
  )
}
const data = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const NOINDEX = '<meta name="robots" content="noindex">'

/** Properties that readers of schema.org require of each kind; for some, one of several. */
const ASKED: Record<string, readonly (string | readonly string[])[]> = {
  Organization: ['name', 'url'],
  WebSite: ['name', 'url', 'inLanguage'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', ['item', 'url']],
  Article: [
    'headline',
    'image',
    'author',
    'publisher',
    'inLanguage',
    'mainEntityOfPage',
    ['datePublished', 'dateModified'],
  ],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  Product: ['name', 'description', 'image', 'brand', 'url'],
  Brand: ['name'],
  AggregateOffer: ['lowPrice', 'highPrice', 'priceCurrency', 'availability', 'offerCount'],
  Offer: ['price', 'priceCurrency', 'availability', 'url', 'name'],
  UnitPriceSpecification: ['price', 'priceCurrency', 'unitCode'],
  ContactPoint: ['contactType', 'telephone'],
  ItemList: ['itemListElement'],
}

function misshapen(node: Data): string[] {
  const asked = ASKED[node['@type']]
  if (!asked) return [`a node of an unknown kind: ${node['@type']}`]
  const has = (key: string): boolean =>
    node[key] !== undefined && node[key] !== '' && !(Array.isArray(node[key]) && node[key].length === 0)
  return asked
    .filter((keys) => ![keys].flat().some(has))
    .map((keys) => `${node['@type']} without ${[keys].flat().join(' or ')}`)
}

const STEP = { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://example.org/home' }

rule('data blocks have what is asked of each kind', {
  built: true,
  of: pages,
  faults: (site) =>
    site.flatMap((page) =>
      nodesOf(page)
        .flatMap(misshapen)
        .map((why) => `${page.path}: ${why}`),
    ),
  looksAt: (site) => site.flatMap((page) => nodesOf(page).map((node) => node['@type'])),
  among: ['Organization', ...Object.keys(ASKED)],
  seeds: {
    'an unknown kind': [[pageOf('/home', data({ '@type': 'Recipe' }))], '/home: a node of an unknown kind: Recipe'],
    'a missing property, deep inside': [
      [pageOf('/home', data({ '@graph': [{ '@type': 'BreadcrumbList', itemListElement: [{ ...STEP, name: '' }] }] }))],
      '/home: ListItem without name',
    ],
    'an empty list': [
      [pageOf('/home', data({ '@type': 'FAQPage', mainEntity: [] }))],
      '/home: FAQPage without mainEntity',
    ],
    'none of several properties': [
      [pageOf('/home', data({ ...STEP, item: undefined }))],
      '/home: ListItem without item or url',
    ],
  },
  sound: { 'a complete list': [pageOf('/home', data({ '@type': 'BreadcrumbList', itemListElement: [STEP] }))] },
})

/** What pages of a route are, by the route's id. */
const WANTED: Record<string, string> = {
  home: 'Organization',
  'faq.list': 'FAQPage',
  'faq.entry': 'FAQPage',
  'claims.entry': 'Article',
  'information.entry': 'Article',
  'notice.entry': 'Article',
  'plan.entry': 'Product',
  'plan.list': 'ItemList',
  'hospital.country': 'BreadcrumbList',
}
const wanting = (site: readonly Page[]): Page[] => site.filter((page) => WANTED[idOf(page)] && isForSearch(page))

rule('data blocks stand where they belong: who runs the site, questions, texts, plans, the way', {
  built: true,
  of: pages,
  faults: (site) =>
    wanting(site).flatMap((page) => {
      const kind = WANTED[idOf(page)]
      return nodesOf(page).some((node) => node['@type'] === kind) ? [] : [`${page.path}: no ${kind}`]
    }),
  looksAt: (site) => wanting(site).map(idOf),
  among: ['home', ...Object.keys(WANTED)],
  seeds: {
    'a question without data': [[pageOf('/claims/FAQ/content/a', '')], '/claims/FAQ/content/a: no FAQPage'],
    'a plan that is an article': [
      [pageOf('/cn/plan/details/a', data({ '@type': 'Article' }))],
      '/cn/plan/details/a: no Product',
    ],
  },
  sound: { 'a page that is not for search': [pageOf('/plan/details/a', NOINDEX)] },
})

const unsought = (site: readonly Page[]): Page[] => site.filter((page) => !isForSearch(page))

rule('pages that are not for search have no data blocks', {
  built: true,
  of: pages,
  faults: (site) => unsought(site).flatMap((page) => (nodesOf(page).length > 0 ? [page.path] : [])),
  looksAt: (site) => unsought(site).map(({ path }) => path),
  among: ['/confirm', '/cn/confirm', '/personal'],
  atLeast: 60,
  seeds: { 'a wizard with data': [[pageOf('/confirm', NOINDEX + data({ '@type': 'Product' }))], '/confirm'] },
})

const closed = (site: readonly Page[]): Page[] =>
  site.filter(({ path }) => matchRoute(splitPath(path).path)?.access !== 'open')

rule('search engines are told not to list pages behind a login', {
  built: true,
  of: pages,
  faults: (site) => closed(site).flatMap((page) => (isForSearch(page) ? [page.path] : [])),
  looksAt: (site) => closed(site).map(({ path }) => path),
  among: ['/personal', '/cn/personal/mine', '/personal/order'],
  atLeast: 10,
  seeds: { 'a personal page': [[pageOf('/personal/mine', '<p>a')], '/personal/mine'] },
  sound: { 'a personal page that says so': [pageOf('/personal/mine', NOINDEX)] },
})

/** The fault of a text that is no XML, or what is found in it. */
const parsed = (xml: string, faults: (root: ReturnType<typeof readXml>) => string[]): string[] => {
  try {
    return faults(readXml(xml))
  } catch (error) {
    return [`no XML: ${String(error)}`]
  }
}
const daysIn = (root: ReturnType<typeof readXml>): (readonly [address: string, day: string])[] =>
  all(root, 'url').map((url) => [all(url, 'loc')[0]?.text ?? '', all(url, 'lastmod')[0]?.text ?? ''] as const)
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
const url = (path: string, day?: string): string =>
  `${DECLARATION}<urlset><url><loc>https://a.example${path}</loc>${day === undefined ? '' : `<lastmod>${day}</lastmod>`}</url></urlset>`

/** Texts and plans say when they were last changed. */
const HAS_DAY = /\/content\/[^/]+$|\/plan\/details\/(?!clause\/)[^/]+$/

rule('the sitemap has the day of every text and plan, and is well-formed', {
  built: true,
  of: () => readFileSync(join(DIST, 'sitemap.xml'), 'utf8'),
  faults: (xml) =>
    parsed(xml, (root) =>
      daysIn(root)
        .filter(([address, day]) => (HAS_DAY.test(address) ? !/^\d{4}-\d\d-\d\d$/.test(day) : day !== ''))
        .map(([address, day]) => `${address}: “${day}”`),
    ),
  looksAt: (xml) => daysIn(readXml(xml)).map(([address]) => new URL(address).pathname),
  among: ['/home', '/cn/plan/details/us-campus', '/claims/FAQ/content/emergency', '/cn/information/content/privacy'],
  atLeast: 300,
  seeds: {
    'a plan without its day': [url('/plan/details/a'), 'https://a.example/plan/details/a: “”'],
    'a text without its day': [url('/notice/content/a'), 'https://a.example/notice/content/a: “”'],
    'a day in words': [url('/notice/content/a', '1 May'), 'https://a.example/notice/content/a: “1 May”'],
    'a day of a page': [url('/home', '2026-05-01'), 'https://a.example/home: “2026-05-01”'],
    'a tag that is not closed': [`${DECLARATION}<urlset><url></urlset>`, 'no XML: Error: </urlset> closes nothing'],
    'a bare ampersand': [url('/home?a&b'), 'no XML: Error: no entity of XML'],
  },
  sound: { 'a text and a page': url('/notice/content/a', '2026-05-01') },
})

interface Feed {
  lang: Lang
  xml: string
  pages: readonly Page[]
}
const feedPath = (lang: Lang): string => localPath(lang, '/notice/rss.xml')
const itemsIn = (xml: string): string[] => all(readXml(xml), 'item').map((item) => all(item, 'link')[0]?.text ?? '')
const noticesOf = ({ lang, pages: site }: Feed): Page[] =>
  site.filter(({ path }) => path.startsWith(localPath(lang, '/notice')))
const namesFeed = ({ html }: Page, path: string): boolean =>
  tagsOf(html).some(
    ({ name, attributes }) =>
      name === 'link' && attributes['type'] === 'application/rss+xml' && attributes['href'] === path,
  )

const NAMED = '<link rel="alternate" type="application/rss+xml" href="/notice/rss.xml">'
const feed = (item: string, head = NAMED): Feed[] => [
  {
    lang: 'en',
    xml: `${DECLARATION}<rss><channel><item><link>https://a.example/notice/content/a</link>${item}</item></channel></rss>`,
    pages: [pageOf('/notice', NAMED), pageOf('/notice/content/a', head), pageOf('/claims', '')],
  },
]

rule('the feed of notices is well-formed, with a page for every item, and named by the pages of notices', {
  built: true,
  of: (): Feed[] =>
    LANGS.map((lang) => ({ lang, xml: readFileSync(join(DIST, feedPath(lang)), 'utf8'), pages: pages() })),
  faults: (feeds) =>
    feeds.flatMap((it) => [
      ...parsed(it.xml, (root) => [
        ...itemsIn(it.xml)
          .filter((address) => !it.pages.some(({ path }) => path === new URL(address).pathname))
          .map((address) => `${it.lang}: no page ${address}`),
        ...all(root, 'content:encoded')
          .filter(({ text }) => /(?:href|src)="[/#]/.test(text))
          .map(({ text }) => `${it.lang}: an address without its site: ${text}`),
      ]),
      ...noticesOf(it)
        .filter((page) => !namesFeed(page, feedPath(it.lang)))
        .map(({ path }) => `${path} does not name the feed`),
    ]),
  looksAt: (feeds) =>
    feeds.flatMap((it) => [
      ...itemsIn(it.xml).map((address) => new URL(address).pathname),
      ...noticesOf(it).map(({ path }) => path),
      ...(all(readXml(it.xml), 'content:encoded').length > 5 ? [`texts of ${it.lang}`] : []),
    ]),
  among: ['/notice', '/cn/notice', 'texts of en', 'texts of cn'],
  atLeast: 14,
  seeds: {
    'an item without a page': [
      feed('<item><link>https://a.example/notice/content/b</link></item>'),
      'en: no page https://a.example/notice/content/b',
    ],
    'an address without its site': [
      feed('<content:encoded>&lt;a href="/claims"&gt;</content:encoded>'),
      'en: an address without its site: <a href="/claims">',
    ],
    'a notice that does not name the feed': [feed('', ''), '/notice/content/a does not name the feed'],
    'a notice that names the other feed': [
      feed('', NAMED.replace('/notice', '/cn/notice')),
      '/notice/content/a does not name the feed',
    ],
    'a text that is no XML': [feed('<p>'), 'no XML: Error: </item> closes nothing'],
  },
  sound: { 'a feed': feed('<content:encoded>&lt;a href="https://a.example/claims"&gt;</content:encoded>') },
})
