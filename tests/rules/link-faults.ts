/** What can be wrong with the links of a built site, each as a list of sentences; an empty list is a sound site. */
import { LANGS, localPath, splitPath } from '../../src/lib/locale.ts'
import { matchRoute, ROUTES } from '../../src/routes.ts'
import { tagsOf } from './dist.ts'
import { addressesOf, dataOf, lost, SERVED, withoutTemplates } from './links.ts'
import type { Linked, Walk } from './links.ts'

type Fault = (walk: Walk) => string[]

/** One sentence for each thing that is wrong, with the first page that has it: a wrong link of the footer stands on all of them. */
function perPage(walk: Walk, check: (page: Linked) => (string | undefined)[]): string[] {
  const found = new Map<string, string>()
  for (const page of walk.pages.values()) {
    for (const why of check(page)) if (why !== undefined && !found.has(why)) found.set(why, page.path)
  }
  return [...found].map(([why, path]) => `${path}: ${why}`)
}

/** Links, pictures, scripts, styles, forms, islands, cards for other sites and data blocks lead somewhere. */
const links: Fault = (walk) =>
  perPage(walk, (page) => {
    const { addresses, broken } = dataOf(page, walk.site)
    return [...broken, ...[...page.tags.flatMap(addressesOf), ...addresses].map((address) => lost(walk, page.path, address))]
  })

/** A link that says nothing of where it leads: no address, an empty one, a script. */
const empty: Fault = (walk) =>
  perPage(walk, ({ html }) =>
    tagsOf(withoutTemplates(html))
      .filter(({ name }) => name === 'a')
      .flatMap(({ attributes: { href } }) => (href === undefined || href === '' || href === '#' || /^\s*javascript:/i.test(href) ? [`a link without an address: ${href ?? 'no href'}`] : [])),
  )

const IDREF = ['for', 'headers', 'list', 'form', 'popovertarget', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'aria-details', 'aria-errormessage', 'aria-flowto']

/** Ids stand once, and what is named by its id is there. */
const ids: Fault = (walk) =>
  perPage(walk, ({ html, ids: known }) => {
    const tags = tagsOf(withoutTemplates(html))
    const all = tags.flatMap(({ attributes }) => attributes['id'] ?? [])
    const twice = all.filter((id, i) => all.indexOf(id) < i)
    const named = tags.flatMap(({ attributes }) => IDREF.flatMap((key) => (attributes[key] ?? '').split(/\s+/).filter(Boolean).map((id) => [key, id] as const)))
    return [
      ...all.filter((id) => id === '' || /\s/.test(id)).map((id) => `no id: "${id}"`),
      ...twice.map((id) => `id ${id} stands more than once`),
      ...named.filter(([, id]) => !known.has(id)).map(([key, id]) => `${key} names ${id}, which is not there`),
    ]
  })

/** A page leads to pages of its own language, unless the link says otherwise. */
const language: Fault = (walk) =>
  perPage(walk, ({ path, tags }) =>
    tags.filter(({ name, attributes }) => (name === 'a' || name === 'form') && attributes['hreflang'] === undefined).flatMap(({ attributes }) => {
      const address = attributes['href'] ?? attributes['action'] ?? ''
      if (!address.startsWith('/') || SERVED.test(address) || /\.\w+([?#]|$)/.test(address)) return []
      return splitPath(address.replace(/[?#].*$/, '')).lang === splitPath(path).lang ? [] : [`${address} leads to the other language`]
    }),
  )

/** Other sites are not told which page somebody comes from, and cannot reach back. */
const outside: Fault = (walk) =>
  perPage(walk, ({ html }) =>
    tagsOf(withoutTemplates(html)).filter(({ name, attributes }) => name === 'a' && /^https?:/.test(attributes['href'] ?? '')).flatMap(({ attributes }) => {
      const rel = (attributes['rel'] ?? '').split(/\s+/)
      return rel.includes('noreferrer') ? [] : [`${attributes['href']} needs rel="noreferrer"`]
    }),
  )

const isForSearch = ({ path, html }: Linked): boolean => {
  const row = matchRoute(splitPath(path).path)
  return row?.access === 'open' && !('redirect' in row) && !('shell' in row) && !/<meta name="robots" content="noindex/.test(html) && row.id !== 'not_found'
}

/** Whoever starts at the front page reaches every page that is meant to be found, by links alone and in either language. */
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
    return [...walk.pages.values()].filter((page) => splitPath(page.path).lang === lang && isForSearch(page) && !seen.has(page.path)).map(({ path }) => `${path}: no link leads here`)
  })

function ledTo(path: string): string {
  const { lang, path: plain } = splitPath(path)
  const row = matchRoute(plain)
  const target = row && 'redirect' in row ? ROUTES.find(({ id }) => id === row.redirect)?.path : undefined
  return target === undefined ? path : localPath(lang, target)
}

const located = (xml: string, pattern: RegExp): string[] => [...xml.matchAll(pattern)].map(([, address = '']) => address.replaceAll('&amp;', '&').trim())

/** The sitemap lists what is meant to be found, all of it, and nothing else; `robots.txt` knows where it is. */
const sitemap: Fault = (walk) => {
  const xml = walk.files.has('sitemap.xml') ? walk.text('sitemap.xml') : ''
  const listed = new Set(located(xml, /<loc>([^<]*)<\/loc>/g))
  const twins = located(xml, /<xhtml:link [^>]*href="([^"]*)"/g)
  const wanted = [...walk.pages.values()].filter(isForSearch).map(({ path }) => `${walk.site}${path}`)
  const robots = walk.files.has('robots.txt') ? walk.text('robots.txt') : ''
  return [
    ...wanted.filter((address) => !listed.has(address)).map((address) => `sitemap.xml: ${address} is not in it`),
    ...[...listed].filter((address) => !wanted.includes(address)).map((address) => `sitemap.xml: ${address} is not for search engines, or not there`),
    ...twins.filter((address) => !listed.has(address)).map((address) => `sitemap.xml: the twin ${address} is not listed itself`),
    ...(located(robots, /^Sitemap: (.*)$/gm).some((address) => address === `${walk.site}/sitemap.xml`) ? [] : ['robots.txt: names no sitemap of ours']),
  ]
}

/** Feeds and manifests: every address in them leads somewhere. */
const feeds: Fault = (walk) =>
  [...walk.files].filter((file) => /\.(xml|rss|atom|webmanifest)$/.test(file) && file !== 'sitemap.xml').flatMap((file) => {
    const text = walk.text(file)
    const inside = file.endsWith('.webmanifest') ? located(text, /"(?:src|start_url|scope|url)"\s*:\s*"([^"]*)"/g) : [
      ...located(text, /<(?:link|guid|url|comments|id)\b[^>]*>([^<]+)</g).filter((address) => /^https?:/.test(address)),
      ...located(text, /<(?:atom:link|link|enclosure|media:content)\b[^>]*(?:href|url)="([^"]*)"/g),
    ]
    return inside.map((address) => lost(walk, `/${file}`, address)).filter((why) => why !== undefined).map((why) => `${file}: ${why}`)
  })

/** Files that styles and scripts name are there. */
const assets: Fault = (walk) =>
  [...walk.files].filter((file) => /^(assets\/.*\.(css|js)|[\w-]+\.js)$/.test(file)).flatMap((file) => {
    const text = walk.text(file)
    const named = file.endsWith('.css') ? located(text, /url\(["']?([^"')]+)["']?\)/g) : located(text, /["'`](\/?(?:assets|fonts|data|downloads|og)\/[\w./@~-]+\.\w+)["'`]/g)
    return named.filter((address) => !address.startsWith('data:')).filter((address) => {
      const url = new URL(address, `${walk.site}/${address.startsWith('assets/') ? '' : file}`)
      return url.origin !== walk.site || !walk.files.has(decodeURIComponent(url.pathname.slice(1)))
    }).map((address) => `${file}: ${address} is not there`)
  })

/** Documents are what their name says, and some page leads to each. */
const documents: Fault = (walk) => {
  const linked = new Set([...walk.pages.values()].flatMap(({ tags }) => tags.flatMap(addressesOf)))
  return [...walk.files].filter((file) => file.endsWith('.pdf')).flatMap((file) => {
    const text = walk.text(file)
    return [
      ...(text.startsWith('%PDF-') && text.trimEnd().endsWith('%%EOF') ? [] : [`${file}: no whole PDF`]),
      ...(linked.has(`/${file}`) ? [] : [`${file}: no page leads to it`]),
    ]
  })
}

/** Redirects of static hosts end at pages. */
const redirects: Fault = (walk) =>
  (walk.files.has('_redirects') ? walk.text('_redirects') : '').split('\n').filter(Boolean).flatMap((line) => {
    const [from = '', to = ''] = line.split(/\s+/)
    const why = lost(walk, '/', to)
    return why === undefined ? [] : [`_redirects: ${from}: ${why}`]
  })

/** By name of what is held; the tests go through them one by one. */
export const FAULTS = { links, empty, ids, language, outside, reachable, sitemap, feeds, assets, documents, redirects } satisfies Record<string, Fault>
