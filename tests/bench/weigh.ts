/**
 * Compressed sizes of pages of any site: HTML with everything written into it, style sheets, and scripts that load
 * immediately.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { moduleImports } from '../../src/app/build/module-graph.build.ts'
import { tagsOf } from '../rules/dist.ts'

/** Bytes. Fonts and pictures are separate. */
export interface Weight {
  html: number
  css: number
  js: number
  all: number
}

/** Number of pages in the sample: they are alike, and compressing is slow. */
const SAMPLE = 60
const PAGE_QUALITY = 5
const ASSET_QUALITY = 10

const brotli = (bytes: Buffer, quality: number): number =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length

/** Mean over a sample of `pages`, files below `root`. */
export function weigh(root: string, pages: readonly string[]): Weight {
  const known = new Map<string, number>()
  const asset = (file: string): number => {
    const size =
      known.get(file) ?? (existsSync(join(root, file)) ? brotli(readFileSync(join(root, file)), ASSET_QUALITY) : 0)
    known.set(file, size)
    return size
  }
  const sum = (files: Iterable<string>): number => [...files].reduce((all, file) => all + asset(file), 0)
  const step = Math.max(1, Math.floor(pages.length / SAMPLE))
  const weights = pages
    .filter((_, i) => i % step === 0)
    .map((page): Weight => {
      const bytes = readFileSync(page)
      const tags = tagsOf(bytes.toString())
      const named = (tag: string, attribute: string, when: (attributes: Record<string, string>) => boolean): string[] =>
        tags
          .filter(({ name, attributes }) => name === tag && when(attributes))
          .flatMap(({ attributes }) => (attributes[attribute]?.startsWith('/') ? [attributes[attribute].slice(1)] : []))
      const css = sum(new Set(named('link', 'href', ({ rel }) => rel === 'stylesheet')))
      const js = sum(
        withImports(
          root,
          named('script', 'src', () => true),
        ),
      )
      const html = brotli(bytes, PAGE_QUALITY)
      return { html, css, js, all: html + css + js }
    })
  const mean = (of: keyof Weight): number =>
    Math.round(weights.reduce((all, it) => all + it[of], 0) / Math.max(1, weights.length))
  return { html: mean('html'), css: mean('css'), js: mean('js'), all: mean('all') }
}

function withImports(root: string, entries: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const open = [...entries]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file) || !existsSync(join(root, file))) continue
    seen.add(file)
    open.push(...moduleImports(file, readFileSync(join(root, file), 'utf8')).now)
  }
  return seen
}
