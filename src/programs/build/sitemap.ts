/**
 * `sitemap.xml` and `robots.txt` from the built pages and the route table: public, indexable pages with their twins and
 * their day.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { HTML_LANG, LANGS, localPath, splitPath, type Lang } from '../../lib/locale.ts'
import { matchRoute } from '../../routes.ts'

export interface ListedPage {
  /** Without language. */
  path: string
  /** Day of its last change, where its head states it. */
  changed?: string
}

/** Whether the page is for search engines. Personal pages say `noindex`; guarded ones and redirects are never listed. */
export function wantsToBeFound(path: string, html: string): boolean {
  const route = matchRoute(path)
  return (
    route?.access === 'open' && !route.redirect && !route.shell && !/<meta name="robots" content="noindex"/.test(html)
  )
}

/**
 * The later of the days that `Head.astro` wrote: a notice has only its first. A text that begins to apply on a day to
 * come was not changed on that day: it has `today` at the latest. Both twins carry the same (the checker of `content/`
 * ensures it).
 */
export const dayOfPage = (html: string, today: string): string | undefined =>
  [...html.matchAll(/<meta property="article:(?:published|modified)_time" content="(\d{4}-\d\d-\d\d)"/g)]
    .map(([, day = '']) => (day < today ? day : today))
    .sort()
    .at(-1)

/** Each path is listed once per language, with both twins and the default for all other languages beside it. */
export function sitemapXml(listed: readonly ListedPage[], site: string): string {
  const address = (lang: Lang, path: string): string => new URL(localPath(lang, path), site).href
  const twin = (hreflang: string, href: string): string =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`
  const url = ({ path, changed }: ListedPage, lang: Lang): string => {
    const twins = [...LANGS.map((of) => twin(HTML_LANG[of], address(of, path))), twin('x-default', address('en', path))]
    return `<url><loc>${address(lang, path)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}${twins.join('')}</url>`
  }
  const urls = [...listed]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap((page) => LANGS.map((lang) => url(page, lang)))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}

/**
 * Crawlers may read everything but calls and the sandbox. Pages that are not for search say `noindex`, which a crawler
 * must read to obey.
 */
export const robotsTxt = (site: string): string =>
  `User-agent: *\nAllow: /\nDisallow: /index/\nDisallow: /file/\nDisallow: /sandbox\n\nSitemap: ${new URL('/sitemap.xml', site).href}\n`

export async function writeSitemap(root: string, site: string, today: string): Promise<number> {
  const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.html'))
  const found: ListedPage[] = []
  for (const file of files) {
    const { lang, path } = splitPath(
      `/${relative('.', file)
        .split(sep)
        .join('/')
        .replace(/\.html$/, '')}`,
    )
    if (lang !== 'en') continue
    const html = await readFile(join(root, file), 'utf8')
    const changed = dayOfPage(html, today)
    if (wantsToBeFound(path, html)) found.push({ path, ...(changed && { changed }) })
  }
  await writeFile(join(root, 'sitemap.xml'), sitemapXml(found, site))
  await writeFile(join(root, 'robots.txt'), robotsTxt(site))
  return found.length
}
