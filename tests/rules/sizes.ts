/** What a page weighs, compressed (design §8): its HTML, its style sheets, and the scripts it needs to work. */
import { basename } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { inlineScripts, moduleClosure, shippedOf, tagsOf } from './dist.ts'
import type { Page } from './dist.ts'

export const KB = 1024
export const LIMITS = { page: 25 * KB, pageJs: 5 * KB, islandJs: 110 * KB }

export interface Size {
  path: string
  island: boolean
  html: number
  css: number
  /** All of it, what is written into the page included. */
  js: number
  /** HTML (with what is written into it), style sheets and script files. */
  all: number
}

const local = (address: string | undefined): string[] => (address?.startsWith('/') ? [address.slice(1).replace(/[?#].*$/, '')] : [])

/** A lazy part that comes on one device at the start: the `web` or `mobile` arrangement of a screen. */
const arrangement = (device: 'web' | 'mobile') => (file: string): boolean => new RegExp(`^${device}[.-]`).test(basename(file))

/** The weight of a page on the device where it is heavier. Bytes as sent: brotli copies. */
export function sizeOf({ path, file, html }: Page): Size {
  const tags = tagsOf(html)
  const islands = tags.filter(({ name }) => name === 'astro-island')
  const styles = new Set(tags.filter(({ name, attributes }) => name === 'link' && attributes['rel'] === 'stylesheet').flatMap(({ attributes }) => local(attributes['href'])))
  const entries = [
    ...tags.filter(({ name, attributes }) => name === 'script' && attributes['src']).flatMap(({ attributes }) => local(attributes['src'])),
    ...islands.flatMap(({ attributes }) => [...local(attributes['component-url']), ...local(attributes['renderer-url']), ...local(attributes['before-hydration-url'])]),
  ]
  const weigh = (device: 'web' | 'mobile'): number =>
    [...moduleClosure(entries, arrangement(device))].reduce((sum, file) => sum + shippedOf(file), 0)
  const inline = brotliCompressSync(inlineScripts(html).map(({ text }) => text).join('\n')).length
  const page = shippedOf(file)
  const css = [...styles].reduce((sum, file) => sum + shippedOf(file), 0)
  const files = Math.max(weigh('web'), weigh('mobile'))
  return { path, island: islands.length > 0, html: page, css, js: files + inline, all: page + css + files }
}

/** Which limits of design §8 a page passes. */
export function overweight({ path, island, html, css, js, all }: Size): string[] {
  const kb = (bytes: number): string => `${(bytes / KB).toFixed(1)} KB`
  if (island) return js > LIMITS.islandJs ? [`${path}: JS ${kb(js)} of ${kb(LIMITS.islandJs)}`] : []
  return [
    ...(js > LIMITS.pageJs ? [`${path}: JS ${kb(js)} of ${kb(LIMITS.pageJs)}`] : []),
    ...(all > LIMITS.page ? [`${path}: HTML ${kb(html)} + CSS ${kb(css)} + JS files = ${kb(all)} of ${kb(LIMITS.page)}`] : []),
  ]
}

/** The heaviest pages as lines of a table. */
export function table(sizes: readonly Size[], count = 8): string[] {
  const kb = (bytes: number): string => (bytes / KB).toFixed(1).padStart(7)
  const heavy = (island: boolean): Size[] =>
    sizes.filter((size) => size.island === island).sort((a, b) => (island ? b.js - a.js : b.all - a.all)).slice(0, count)
  return [...heavy(true), ...heavy(false)].map((size) => `${kb(size.html)} ${kb(size.css)} ${kb(size.js)} ${kb(size.all)}  ${size.island ? 'island' : 'page  '} ${size.path}`)
}
