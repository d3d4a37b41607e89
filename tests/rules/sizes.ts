/** The compressed size of a page (design §8): its HTML, its style sheets, and the scripts that it needs to work. */
import { brotliCompressSync } from 'node:zlib'
import { splitPath } from '../../src/lib/locale.ts'
import { matchRoute } from '../../src/routes.ts'
import { inlineScripts, moduleClosure, shippedOf, tagsOf, type Page } from './dist.ts'

export const KB = 1024
export const LIMITS = { page: 25 * KB, pageJs: 5 * KB }

/**
 * A page with islands: its HTML, its sheets, its scripts with all that its first state draws, and how many files they
 * are.
 */
interface IslandLimits {
  html: number
  css: number
  js: number
  files: number
}
export const ISLAND_LIMITS: IslandLimits = { html: 12 * KB, css: 20 * KB, js: 95 * KB, files: 15 }
/**
 * Kinds of pages that exceed a limit, and what they may have instead: the list may only shrink. A kilobyte and two
 * files more than today, because which modules share a file changes with every module.
 */
export const STILL_OVER: Readonly<Record<string, Partial<IslandLimits>>> = {
  cashier: { js: 101 * KB },
  'cashier.confirmation': { js: 98 * KB },
  checkstand: { js: 100 * KB },
  'claim.apply': { js: 128 * KB, files: 30 },
  'claim.list': { js: 137 * KB, files: 35 },
  'claim.read': { js: 128 * KB, files: 30 },
  'claim.success': { js: 128 * KB, files: 30 },
  'claim.upload': { js: 128 * KB, files: 30 },
  confirm: { js: 108 * KB, files: 20 },
  fyqr: { js: 98 * KB },
  'h5.collection': { js: 99 * KB, files: 18 },
  'h5.pay': { js: 98 * KB },
  interconnection: { js: 108 * KB, files: 20 },
  'interconnection.pay': { js: 100 * KB },
  'interconnection.succeed': { js: 102 * KB, files: 20 },
  login: { js: 101 * KB, files: 18 },
  'overseas.apply': { html: 14 * KB, js: 104 * KB, files: 23 },
  'overseas.complete': { js: 101 * KB, files: 21 },
  pay: { js: 100 * KB },
  'pay.accreditFail': { js: 97 * KB },
  'pay.fail': { js: 99 * KB, files: 18 },
  'pay.succeed': { js: 102 * KB, files: 20 },
  'payment.confirm': { js: 98 * KB },
  'payment.pay': { js: 100 * KB },
  'payment.succeed': { js: 102 * KB, files: 20 },
  personal: { js: 115 * KB, files: 30 },
  'personal.claims': { js: 113 * KB, files: 25 },
  'personal.credential': { js: 102 * KB, files: 21 },
  'personal.mine': { js: 102 * KB, files: 20 },
  'personal.modify': { js: 103 * KB, files: 22 },
  'personal.order': { js: 102 * KB, files: 23 },
  plan: { js: 104 * KB, files: 22 },
  'plan.entry': { html: 18 * KB, js: 101 * KB, files: 23 },
  'plan.list': { js: 104 * KB, files: 22 },
  'policy.details': { js: 104 * KB, files: 22 },
  'policy.extend': { js: 104 * KB, files: 21 },
  'policy.list': { js: 103 * KB, files: 21 },
  prepaid: { js: 102 * KB, files: 22 },
  qrcode: { js: 110 * KB, files: 22 },
  'query.detail': { js: 114 * KB, files: 25 },
  'query.images': { js: 118 * KB, files: 27 },
  'query.list': { js: 113 * KB, files: 24 },
  'query.pingan': { js: 123 * KB, files: 30 },
  'query.progress': { js: 132 * KB, files: 38 },
  'query.result': { js: 121 * KB, files: 29 },
  supplement: { js: 109 * KB, files: 22 },
  'supplement.item': { js: 130 * KB, files: 33 },
  'tuition.pay': { js: 113 * KB, files: 27 },
}

export interface Size {
  path: string
  /** Its row in the route table: pages of one row are alike. */
  kind: string
  island: boolean
  html: number
  css: number
  /** Everything, including what is written into the page. */
  js: number
  /** Script files that it requests. */
  files: number
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
  const scriptBytes = Math.max(weigh(scripts.web), weigh(scripts.mobile))
  const kind = matchRoute(splitPath(path).path)?.id ?? 'other'
  return {
    path,
    kind,
    island: html.includes('<astro-island'),
    html: page,
    css,
    js: scriptBytes + inline,
    files: Math.max(scripts.web.size, scripts.mobile.size),
    all: page + css + scriptBytes,
  }
}

/** The limits of design §8 that a page exceeds. */
export function overweight(size: Size): string[] {
  const { path, island, html, css, js, all } = size
  const kb = (bytes: number): string => `${(bytes / KB).toFixed(1)} KB`
  if (island) return overIslandLimits(size)
  return [
    ...(js > LIMITS.pageJs ? [`${path}: JS ${kb(js)} of ${kb(LIMITS.pageJs)}`] : []),
    ...(all > LIMITS.page
      ? [`${path}: HTML ${kb(html)} + CSS ${kb(css)} + JS files = ${kb(all)} of ${kb(LIMITS.page)}`]
      : []),
  ]
}

function overIslandLimits(size: Size): string[] {
  const limits = { ...ISLAND_LIMITS, ...STILL_OVER[size.kind] }
  const said = (name: keyof IslandLimits, figure: number): string =>
    name === 'files' ? `${figure} files` : `${name.toUpperCase()} ${(figure / KB).toFixed(1)} KB`
  return (['html', 'css', 'js', 'files'] as const)
    .filter((name) => size[name] > limits[name])
    .map((name) => `${size.path}: ${said(name, size[name])} of ${said(name, limits[name])}`)
}

/** Exceptions that no page needs any more. */
export const neededNoMore = (sizes: readonly Size[], over: typeof STILL_OVER): string[] =>
  Object.entries(over).flatMap(([kind, limits]) =>
    (['html', 'css', 'js', 'files'] as const)
      .filter((name) => limits[name] !== undefined)
      .filter((name) => !sizes.some((size) => size.kind === kind && size[name] > ISLAND_LIMITS[name]))
      .map((name) => `${kind}: ${name} is within its limit, take the exception out`),
  )

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
