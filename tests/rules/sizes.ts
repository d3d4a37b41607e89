/** The compressed size of a page (design §8): its HTML, its style sheets, and the scripts that it needs to work. */
import { brotliCompressSync } from 'node:zlib'
import { splitPath } from '../../src/lib/locale.ts'
import { matchRoute } from '../../src/routes.ts'
import { inlineScripts, moduleClosure, shippedOf, tagsOf } from './dist.ts'
import type { Page } from './dist.ts'

export const KB = 1024
export const LIMITS = { page: 25 * KB, pageJs: 5 * KB, islandJs: 110 * KB }

export interface Size {
  path: string
  /** Its row in the route table: pages of one row are alike. */
  kind: string
  island: boolean
  html: number
  css: number
  /** Everything, including what is written into the page. */
  js: number
  /** HTML (with what is written into it), style sheets and script files. */
  all: number
}

const local = (address: string | undefined): string[] =>
  address?.startsWith('/') ? [address.slice(1).replace(/[?#].*$/, '')] : []

/**
 * Files below `dist` that a page requests before it is used: sheets, and scripts by device. Fonts, icons and data are
 * separate.
 */
export function loadedBy({ html }: Pick<Page, 'html'>): {
  styles: Set<string>
  scripts: Record<'web' | 'mobile', Set<string>>
} {
  const tags = tagsOf(html)
  const named = (tag: string, attribute: string, rel?: RegExp): string[] =>
    tags
      .filter(({ name, attributes }) => name === tag && (!rel || rel.test(attributes['rel'] ?? '')))
      .flatMap(({ attributes }) => local(attributes[attribute]))
  const entries = [
    ...named('script', 'src'),
    ...named('link', 'href', /^modulepreload$/),
    ...['component-url', 'renderer-url', 'before-hydration-url'].flatMap((attribute) =>
      named('astro-island', attribute),
    ),
  ]
  /** What only this device loads at the start: the boot script adds it to the head. */
  const ofDevice = (device: 'web' | 'mobile'): string[] =>
    named('html', `data-${device}`).flatMap((files) => files.split(' ').map((file) => file.replace(/^\//, '')))
  const scripts = (device: 'web' | 'mobile'): Set<string> => moduleClosure([...entries, ...ofDevice(device)])
  return {
    styles: new Set(named('link', 'href', /^stylesheet$/)),
    scripts: { web: scripts('web'), mobile: scripts('mobile') },
  }
}

const known = new Map<string, number>()
/** Bytes of what is written into a page; most pages have the same written into them. */
function compressed(text: string): number {
  const bytes = known.get(text) ?? brotliCompressSync(text).length
  known.set(text, bytes)
  return bytes
}

/** The page's size on the device where it is larger. Bytes as sent: brotli copies. */
export function sizeOf({ path, file, html }: Page): Size {
  const { styles, scripts } = loadedBy({ html })
  const weigh = (files: Set<string>): number => [...files].reduce((sum, name) => sum + shippedOf(name), 0)
  const inline = compressed(
    inlineScripts(html)
      .map(({ text }) => text)
      .join('\n'),
  )
  const page = shippedOf(file)
  const css = weigh(styles)
  const files = Math.max(weigh(scripts.web), weigh(scripts.mobile))
  const kind = matchRoute(splitPath(path).path)?.id ?? 'other'
  return {
    path,
    kind,
    island: html.includes('<astro-island'),
    html: page,
    css,
    js: files + inline,
    all: page + css + files,
  }
}

/** The limits of design §8 that a page exceeds. */
export function overweight({ path, island, html, css, js, all }: Size): string[] {
  const kb = (bytes: number): string => `${(bytes / KB).toFixed(1)} KB`
  if (island) return js > LIMITS.islandJs ? [`${path}: JS ${kb(js)} of ${kb(LIMITS.islandJs)}`] : []
  return [
    ...(js > LIMITS.pageJs ? [`${path}: JS ${kb(js)} of ${kb(LIMITS.pageJs)}`] : []),
    ...(all > LIMITS.page
      ? [`${path}: HTML ${kb(html)} + CSS ${kb(css)} + JS files = ${kb(all)} of ${kb(LIMITS.page)}`]
      : []),
  ]
}

/** The largest page of each kind as lines of a table: information pages by their total, islands by their scripts. */
export function table(sizes: readonly Size[]): string[] {
  const kb = (bytes: number): string => (bytes / KB).toFixed(1).padStart(7)
  const weight = (size: Size): number => (size.island ? size.js : size.all)
  const kinds = new Map<string, Size[]>()
  for (const size of [...sizes].sort((a, b) => weight(b) - weight(a)))
    kinds.set(size.kind, [...(kinds.get(size.kind) ?? []), size])
  const rows = [...kinds.values()].flatMap((same) => (same[0] ? [{ size: same[0], count: same.length }] : []))
  return [
    '   html     css      js     all  KB, brotli: the heaviest page of each kind',
    ...[true, false].flatMap((island) =>
      rows
        .filter(({ size }) => size.island === island)
        .map(
          ({ size, count }) =>
            `${kb(size.html)} ${kb(size.css)} ${kb(size.js)} ${kb(size.all)}  ${island ? 'island' : 'page  '} ${size.kind}, ${count} pages: ${size.path}`,
        ),
    ),
  ]
}
