/** Checks of the links of a built site, each returning a list of sentences; an empty list means that nothing is wrong. */
import { LANGS, localPath, splitPath } from '../../src/lib/locale.ts'
import { matchRoute, ROUTES } from '../../src/routes.ts'
import { tagsOf, type Tag } from './dist.ts'
import { addressesOf, dataOf, brokenLink, SERVED, withoutTemplates, type Linked, type Walk } from './links.ts'
import type { Rule } from './rule.ts'

type Fault = (walk: Walk) => string[]

/** One sentence per fault, with the first page that has it: a wrong footer link is on all pages. */
function perPage(walk: Walk, check: (page: Linked) => (string | undefined)[]): string[] {
  const found = new Map<string, string>()
  for (const page of walk.pages.values()) {
    for (const why of check(page)) if (why !== undefined && !found.has(why)) found.set(why, page.path)
  }
  return [...found].map(([why, path]) => `${path}: ${why}`)
}

/** Links, pictures, scripts, styles, forms, islands, cards for other sites and data blocks have existing targets. */
const links: Fault = (walk) =>
  perPage(walk, (page) => {
    const { addresses, broken } = dataOf(page, walk.site)
    return [
      ...broken,
      ...[...page.tags.flatMap(addressesOf), ...addresses].map((address) => brokenLink(walk, page.path, address)),
    ]
  })

/** A link without a usable address: none, an empty one, or a script. */
const empty: Fault = (walk) =>
  perPage(walk, ({ html }) =>
    tagsOf(withoutTemplates(html))
      .filter(({ name }) => name === 'a')
      .flatMap(({ attributes: { href } }) =>
        href === undefined || href === '' || href === '#' || /^\s*javascript:/i.test(href)
          ? [`a link without an address: ${href ?? 'no href'}`]
          : [],
      ),
  )

const IDREF = [
  'for',
  'headers',
  'list',
  'form',
  'popovertarget',
  'aria-labelledby',
  'aria-describedby',
  'aria-controls',
  'aria-owns',
  'aria-details',
  'aria-errormessage',
  'aria-flowto',
]

/** Ids are unique, and every referenced id exists. */
const ids: Fault = (walk) =>
  perPage(walk, ({ html, ids: known }) => {
    const tags = tagsOf(withoutTemplates(html))
    const all = tags.flatMap(({ attributes }) => attributes['id'] ?? [])
    const twice = all.filter((id, i) => all.indexOf(id) < i)
    const named = tags.flatMap(({ attributes }) =>
      IDREF.flatMap((key) =>
        (attributes[key] ?? '')
          .split(/\s+/)
          .filter(Boolean)
          .map((id) => [key, id] as const),
      ),
    )
    return [
      ...all.filter((id) => id === '' || /\s/.test(id)).map((id) => `no id: "${id}"`),
      ...twice.map((id) => `id ${id} stands more than once`),
      ...named.filter(([, id]) => !known.has(id)).map(([key, id]) => `${key} names ${id}, which is not there`),
    ]
  })

/** A page links to pages of its own language, unless the link says otherwise. */
const language: Fault = (walk) =>
  perPage(walk, ({ path, tags }) =>
    tags
      .filter(({ name, attributes }) => (name === 'a' || name === 'form') && attributes['hreflang'] === undefined)
      .flatMap(({ attributes }) => {
        const address = attributes['href'] ?? attributes['action'] ?? ''
        if (!address.startsWith('/') || SERVED.test(address) || /\.\w+([?#]|$)/.test(address)) return []
        return splitPath(address.replace(/[?#].*$/, '')).lang === splitPath(path).lang
          ? []
          : [`${address} leads to the other language`]
      }),
  )

/** Other sites do not learn which page somebody comes from, and get no access to it. */
const outside: Fault = (walk) =>
  perPage(walk, (page) =>
    outsideLinks(page).flatMap(({ attributes }) => {
      const rel = (attributes['rel'] ?? '').split(/\s+/)
      return rel.includes('noreferrer') ? [] : [`${attributes['href']} needs rel="noreferrer"`]
    }),
  )
const outsideLinks = ({ html }: Linked): Tag[] =>
  tagsOf(withoutTemplates(html)).filter(
    ({ name, attributes }) => name === 'a' && /^https?:/.test(attributes['href'] ?? ''),
  )

const isForSearch = ({ path, html }: Linked): boolean => {
  const row = matchRoute(splitPath(path).path)
  return (
    row?.access === 'open' &&
    !('redirect' in row) &&
    !('shell' in row) &&
    !/<meta name="robots" content="noindex/.test(html) &&
    row.id !== 'not_found'
  )
}

/** Every public page can be reached from the front page by links alone, in either language. */
const reachable: Fault = (walk) =>
  LANGS.flatMap((lang) => {
    const seen = new Set<string>()
    const open = [localPath(lang, '/home')]
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      const page = walk.pages.get(path)
      if (!page || seen.has(path)) continue
      seen.add(path)
      for (const { name, attributes } of page.tags) {
        const href = name === 'a' && attributes['hreflang'] === undefined ? attributes['href'] : undefined
        if (href === undefined || !URL.canParse(href, walk.site)) continue
        const target = new URL(href, `${walk.site}${path}`)
        if (target.origin === walk.site) open.push(ledTo(target.pathname))
      }
    }
    return [...walk.pages.values()]
      .filter((page) => splitPath(page.path).lang === lang && isForSearch(page) && !seen.has(page.path))
      .map(({ path }) => `${path}: no link leads here`)
  })

function ledTo(path: string): string {
  const { lang, path: plain } = splitPath(path)
  const row = matchRoute(plain)
  const target = row && 'redirect' in row ? ROUTES.find(({ id }) => id === row.redirect)?.path : undefined
  return target === undefined ? path : localPath(lang, target)
}

const located = (xml: string, pattern: RegExp): string[] =>
  [...xml.matchAll(pattern)].map(([, address = '']) => address.replaceAll('&amp;', '&').trim())

const sitemapOf = (walk: Walk): string => (walk.files.has('sitemap.xml') ? walk.text('sitemap.xml') : '')
const listedIn = (xml: string): string[] => located(xml, /<loc>([^<]*)<\/loc>/g)

/** The sitemap lists exactly the pages that are meant to be found; `robots.txt` names it. */
const sitemap: Fault = (walk) => {
  const xml = sitemapOf(walk)
  const listed = new Set(listedIn(xml))
  const twins = located(xml, /<xhtml:link [^>]*href="([^"]*)"/g)
  const wanted = [...walk.pages.values()].filter(isForSearch).map(({ path }) => `${walk.site}${path}`)
  const robots = walk.files.has('robots.txt') ? walk.text('robots.txt') : ''
  return [
    ...wanted.filter((address) => !listed.has(address)).map((address) => `sitemap.xml: ${address} is not in it`),
    ...[...listed]
      .filter((address) => !wanted.includes(address))
      .map((address) => `sitemap.xml: ${address} is not for search engines, or not there`),
    ...twins
      .filter((address) => !listed.has(address))
      .map((address) => `sitemap.xml: the twin ${address} is not listed itself`),
    ...(located(robots, /^Sitemap: (.*)$/gm).some((address) => address === `${walk.site}/sitemap.xml`)
      ? []
      : ['robots.txt: names no sitemap of ours']),
  ]
}

const feedFiles = ({ files }: Walk): string[] =>
  [...files].filter((file) => /\.(xml|rss|atom|webmanifest)$/.test(file) && file !== 'sitemap.xml')

/** Feeds and manifests: every address in them has an existing target. */
const feeds: Fault = (walk) =>
  feedFiles(walk).flatMap((file) => {
    const text = walk.text(file)
    const inside = file.endsWith('.webmanifest')
      ? located(text, /"(?:src|start_url|scope|url)"\s*:\s*"([^"]*)"/g)
      : [
          ...located(text, /<(?:link|guid|url|comments|id)\b[^>]*>([^<]+)</g).filter((address) =>
            /^https?:/.test(address),
          ),
          ...located(text, /<(?:atom:link|link|enclosure|media:content)\b[^>]*(?:href|url)="([^"]*)"/g),
        ]
    return inside
      .map((address) => brokenLink(walk, `/${file}`, address))
      .filter((why) => why !== undefined)
      .map((why) => `${file}: ${why}`)
  })

const assetFiles = ({ files }: Walk): string[] =>
  [...files].filter((file) => /^(assets\/.*\.(css|js)|[\w-]+\.js)$/.test(file))

/** Files named by styles and scripts exist. */
const assets: Fault = (walk) =>
  assetFiles(walk).flatMap((file) => {
    const text = walk.text(file)
    const named = file.endsWith('.css')
      ? located(text, /url\(["']?([^"')]+)["']?\)/g)
      : located(text, /["'`](\/?(?:assets|fonts|data|downloads|og)\/[\w./@~-]+\.\w+)["'`]/g)
    return named
      .filter((address) => !address.startsWith('data:'))
      .filter((address) => {
        const url = new URL(address, `${walk.site}/${address.startsWith('assets/') ? '' : file}`)
        return url.origin !== walk.site || !walk.files.has(decodeURIComponent(url.pathname.slice(1)))
      })
      .map((address) => `${file}: ${address} is not there`)
  })

const pdfs = ({ files }: Walk): string[] => [...files].filter((file) => file.endsWith('.pdf'))

/** Documents have the type that their name says, and some page links to each. */
const documents: Fault = (walk) => {
  const linked = new Set([...walk.pages.values()].flatMap(({ tags }) => tags.flatMap(addressesOf)))
  return pdfs(walk).flatMap((file) => {
    const text = walk.text(file)
    return [
      ...(text.startsWith('%PDF-') && text.trimEnd().endsWith('%%EOF') ? [] : [`${file}: no whole PDF`]),
      ...(linked.has(`/${file}`) ? [] : [`${file}: no page leads to it`]),
    ]
  })
}

const redirected = (walk: Walk): string[][] =>
  (walk.files.has('_redirects') ? walk.text('_redirects') : '')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(/\s+/))

/**
 * Rules of static hosts lead to pages, or to a file where nothing was found; `:slug` stands for any part, `:splat` for
 * any rest.
 */
const redirects: Fault = (walk) =>
  redirected(walk).flatMap(([from = '', to = '', status = '']) => {
    const page = new RegExp(`^${to.replace(':splat', '.+').replace(/:\w+/g, '[^/]+')}$`)
    const found = /^404!?$/.test(status)
      ? walk.files.has(to.slice(1))
      : [...walk.pages.keys()].some((it) => page.test(it))
    return found ? [] : [`_redirects: ${from}: ${to} leads nowhere`]
  })

type Sight = Pick<Rule<Walk>, 'looksAt' | 'among' | 'atLeast'>

const pages: Sight = {
  looksAt: (walk) => walk.pages.keys(),
  among: ['/home', '/cn/home', '/claims/FAQ/content/emergency', '/cn/plan/details/us-campus', '/cashier/shell'],
  atLeast: 400,
}

/** By the name of what is checked; the tests run them one by one. */
export const CHECKS = {
  links: {
    faults: links,
    looksAt: (walk) => [...walk.pages.values()].flatMap(({ tags }) => tags.flatMap(addressesOf)),
    among: ['#main', '/cn/claims', '/claims/FAQ/content/emergency#help-lines', '/downloads/en/accident-statement.pdf'],
    atLeast: 2000,
  },
  empty: { faults: empty, ...pages },
  ids: { faults: ids, ...pages },
  language: { faults: language, ...pages },
  outside: {
    faults: outside,
    looksAt: (walk) =>
      [...walk.pages.values()].flatMap((page) =>
        outsideLinks(page).map(({ attributes }) => new URL(attributes['href'] ?? '').hostname),
      ),
    among: ['www.google.com'],
  },
  reachable: {
    faults: reachable,
    looksAt: (walk) => [...walk.pages.values()].filter(isForSearch).map(({ path }) => path),
    among: ['/plan/list', '/cn/plan/details/us-campus', '/claims/hospital/uk'],
    atLeast: 300,
  },
  sitemap: {
    faults: sitemap,
    looksAt: (walk) => listedIn(sitemapOf(walk)).map((address) => new URL(address).pathname),
    among: ['/home', '/cn/home', '/cn/plan/details/us-campus'],
    atLeast: 300,
  },
  feeds: {
    faults: feeds,
    looksAt: feedFiles,
    among: ['notice/rss.xml', 'cn/notice/rss.xml', 'site.webmanifest', 'cn/site.webmanifest'],
  },
  assets: {
    faults: assets,
    // Without the hashes of their contents.
    looksAt: (walk) => assetFiles(walk).map((file) => file.replace(/\.[\w-]{6,10}(?=\.(?:css|js)$)/, '')),
    among: ['assets/Page.css', 'hospitals-sw.js'],
    atLeast: 100,
  },
  documents: { faults: documents, looksAt: pdfs, among: ['downloads/en/accident-statement.pdf'], atLeast: 20 },
  redirects: {
    faults: redirects,
    looksAt: (walk) => redirected(walk).map(([from = '']) => from),
    among: ['/', '/cn', '/payment'],
  },
} satisfies Record<string, Sight & { faults: Fault }>
