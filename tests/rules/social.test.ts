/** Data of the built site for other sites and search engines: pictures, data blocks, feeds, the sitemap. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { HTML_LANG, LANGS, localPath, splitPath } from '../../src/lib/locale.ts'
import { matchRoute } from '../../src/routes.ts'
import { DIST, isBuilt, readPages, tagsOf, type Page } from './dist.ts'
import { filesUnder } from './source.ts'
import { all, readXml } from './xml.ts'

const pages = isBuilt ? readPages() : []
const each = (check: (page: Page) => string[]): string[] =>
  pages.flatMap((page) => check(page).map((why) => `${page.path}: ${why}`))
const KB = 1024

const meta = (page: Page, name: string): string | undefined =>
  tagsOf(page.html).find(
    ({ name: tag, attributes }) => tag === 'meta' && (attributes['property'] ?? attributes['name']) === name,
  )?.attributes['content']
const isForSearch = (page: Page): boolean => meta(page, 'robots') === undefined
/** The file in the site for an absolute address. */
const fileOf = (address: string | undefined): string =>
  join(DIST, decodeURIComponent(new URL(address ?? 'http://x/').pathname))

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

describe.runIf(isBuilt)('what other sites show of a page', () => {
  test('every page has words and a picture for a link to it', () => {
    const asked = [
      'og:title',
      'og:description',
      'og:url',
      'og:type',
      'og:site_name',
      'og:locale',
      'og:locale:alternate',
      'og:image',
      'og:image:width',
      'og:image:height',
      'og:image:alt',
      'twitter:card',
    ]
    expect(each((page) => asked.filter((name) => !meta(page, name)).map((name) => `no ${name}`))).toEqual([])
    expect(
      each((page) =>
        meta(page, 'og:locale') === (splitPath(page.path).lang === 'cn' ? 'zh_CN' : 'en_US')
          ? []
          : ['og:locale of the other language'],
      ),
    ).toEqual([])
    expect(
      each((page) => (existsSync(fileOf(meta(page, 'og:image'))) ? [] : [`${meta(page, 'og:image')} is not there`])),
    ).toEqual([])
  })

  test('pages to be found differ in what they say of themselves', () => {
    const said = pages.filter(isForSearch).map((page) => `${page.path}: ${meta(page, 'description')}`)
    const texts = said.map((line) => line.replace(/^[^:]*: /, ''))
    expect(said.filter((_, index) => texts.indexOf(texts[index] ?? '') !== index)).toEqual([])
  })

  test('every picture is shown by a page, 1200 × 630, and light', async () => {
    const shown = new Set(pages.map((page) => fileOf(meta(page, 'og:image'))))
    const made = filesUnder(join(DIST, 'assets/og'))
    expect(made.filter((file) => !shown.has(file))).toEqual([])
    const bad = await Promise.all(
      made.map(async (file) => {
        const bytes = readFileSync(file)
        const { width, height, format } = await sharp(bytes).metadata()
        return format === 'png' && width === 1200 && height === 630 && bytes.length < 60 * KB
          ? []
          : [`${file}: ${format} ${width} × ${height}, ${bytes.length} bytes`]
      }),
    )
    expect(bad.flat()).toEqual([])
  })

  test('guides, articles, agreements and plans have a picture of their own', () => {
    const own = pages.filter(({ path }) =>
      ['claims.entry', 'information.entry', 'plan.entry'].includes(matchRoute(splitPath(path).path)?.id ?? ''),
    )
    const pictures = own.map((page) => meta(page, 'og:image'))
    expect(own.length).toBeGreaterThan(70)
    expect(new Set(pictures).size).toBe(own.length)
  })

  test('the manifest of each language names icons that are there', () => {
    for (const lang of LANGS) {
      const manifest: { icons: { src: string }[]; lang: string; start_url: string } = JSON.parse(
        readFileSync(join(DIST, localPath(lang, '/site.webmanifest')), 'utf8'),
      )
      expect([manifest.lang, manifest.start_url]).toEqual([HTML_LANG[lang], localPath(lang, '/home')])
      expect(manifest.icons.filter(({ src }) => !existsSync(join(DIST, src)))).toEqual([])
    }
  })
})

describe.runIf(isBuilt)('what search engines are told', () => {
  test('has what they ask of each kind', () => {
    expect(each((page) => nodesOf(page).flatMap(misshapen))).toEqual([])
  })

  test('stands where it belongs: who runs the site, questions, texts, plans, the way', () => {
    const want: Record<string, string> = {
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
    const bad = each((page) => {
      const kind = want[matchRoute(splitPath(page.path).path)?.id ?? '']
      return kind && isForSearch(page) && !nodesOf(page).some((node) => node['@type'] === kind) ? [`no ${kind}`] : []
    })
    expect(bad).toEqual([])
  })

  test('is nothing on pages that are not for search', () => {
    expect(pages.filter((page) => !isForSearch(page) && nodesOf(page).length > 0).map(({ path }) => path)).toEqual([])
  })

  test('of pages behind a login: not to list them', () => {
    expect(
      pages
        .filter((page) => matchRoute(splitPath(page.path).path)?.access !== 'open' && isForSearch(page))
        .map(({ path }) => path),
    ).toEqual([])
  })

  test('the sitemap has the day of every text, and is well-formed', () => {
    const urls = all(readXml(readFileSync(join(DIST, 'sitemap.xml'), 'utf8')), 'url')
    const entry = (address: string): boolean => /\/content\/[^/]+$/.test(address)
    const days = urls.map((url) => [all(url, 'loc')[0]?.text ?? '', all(url, 'lastmod')[0]?.text ?? ''] as const)
    expect(
      days
        .filter(([address, day]) => (entry(address) ? !/^\d{4}-\d\d-\d\d$/.test(day) : day !== ''))
        .map(([address]) => address),
    ).toEqual([])
  })
})

describe.runIf(isBuilt)('the feed of notices', () => {
  test.each(LANGS)('is well-formed in %s, with a page for every item, and named by the pages of notices', (lang) => {
    const path = localPath(lang, '/notice/rss.xml')
    const rss = readXml(readFileSync(join(DIST, path), 'utf8'))
    const links = all(rss, 'item').map((item) => all(item, 'link')[0]?.text ?? '')
    expect(links.length).toBeGreaterThan(5)
    expect(links.filter((address) => !existsSync(`${fileOf(address)}.html`))).toEqual([])
    expect(all(rss, 'content:encoded').filter(({ text }) => /(?:href|src)="[/#]/.test(text))).toEqual([])
    const notices = pages.filter((page) => page.path.startsWith(localPath(lang, '/notice')))
    const names = (page: Page): boolean =>
      tagsOf(page.html).some(
        ({ name, attributes }) =>
          name === 'link' && attributes['type'] === 'application/rss+xml' && attributes['href'] === path,
      )
    expect(notices.filter((page) => !names(page)).map((page) => page.path)).toEqual([])
  })
})
