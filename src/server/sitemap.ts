/** `sitemap.xml` and `robots.txt` from the built pages and the route table: open pages that want to be found, with their twins. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { HTML_LANG, LANGS, localPath, splitPath } from '../lib/locale.ts'
import { matchRoute } from '../routes.ts'

/** Is the page for search engines? Pages of one person say `noindex`; guarded ones and redirects are never listed. */
export function wantsToBeFound(path: string, html: string): boolean {
  const route = matchRoute(path)
  return route?.access === 'open' && !route.redirect && !route.shell && !/<meta name="robots" content="noindex"/.test(html)
}

/** `paths` without language. Each is listed once per language, with both twins beside it. */
export function sitemapXml(paths: readonly string[], site: string): string {
  const address = (lang: (typeof LANGS)[number], path: string): string => new URL(localPath(lang, path), site).href
  const url = (path: string, lang: (typeof LANGS)[number]): string => {
    const twins = LANGS.map((twin) => `<xhtml:link rel="alternate" hreflang="${HTML_LANG[twin]}" href="${address(twin, path)}"/>`)
    return `<url><loc>${address(lang, path)}</loc>${twins.join('')}</url>`
  }
  const urls = [...paths].sort().flatMap((path) => LANGS.map((lang) => url(path, lang)))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}

export async function writeSitemap(root: string, site: string): Promise<number> {
  const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.html'))
  const found: string[] = []
  for (const file of files) {
    const { lang, path } = splitPath(`/${relative('.', file).split(sep).join('/').replace(/\.html$/, '')}`)
    if (lang === 'en' && wantsToBeFound(path, await readFile(join(root, file), 'utf8'))) found.push(path)
  }
  await writeFile(join(root, 'sitemap.xml'), sitemapXml(found, site))
  await writeFile(join(root, 'robots.txt'), `User-agent: *\nAllow: /\nDisallow: /index/\nDisallow: /file/\n\nSitemap: ${new URL('/sitemap.xml', site).href}\n`)
  return found.length
}
