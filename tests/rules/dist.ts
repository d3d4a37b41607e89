/** The built site as the rules read it: pages, what they load, where their links lead. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { moduleClosure as closureIn } from '../../src/app/build/module-graph.build.ts'
import { filesUnder } from './source.ts'

export const DIST = 'dist'
export const isBuilt = existsSync(DIST)

export interface Page {
  /** File below `dist`, e.g. `cn/home.html`. */
  file: string
  html: string
  /** Address: `/cn/home`. */
  path: string
}

export const pathOfFile = (file: string): string =>
  `/${file.replace(/\.html$/, '').replace(/(^|\/)index$/, '')}`.replace(/(.)\/$/, '$1')

export const pageOf = (path: string, html: string): Page => ({ file: `${path.slice(1)}.html`, html, path })

export const readPages = (): Page[] =>
  filesUnder(DIST)
    .filter((file) => file.endsWith('.html'))
    .map((file) => posix.relative(DIST, file))
    .map((file) => ({ file, html: readFileSync(join(DIST, file), 'utf8'), path: pathOfFile(file) }))

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#38': '&', '#34': '"' }
const decode = (text: string): string => text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)

export interface Tag {
  name: string
  attributes: Record<string, string>
}

const read = new Map<string, Tag[]>()

/** Every opening tag of generated HTML; the contents of scripts and styles are left out. Each page is parsed once. */
export function tagsOf(html: string): Tag[] {
  const known = read.get(html) ?? parseTags(html)
  read.set(html, known)
  return known
}

function parseTags(html: string): Tag[] {
  const markup = html.replace(/<!--[\s\S]*?-->/g, '').replace(/(<(script|style)\b[^>]*>)[\s\S]*?<\/\2>/gi, '$1')
  return [
    ...markup.matchAll(/<([a-z][\w-]*)((?:\s+[^\s=>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?)*)\s*\/?>/gi),
  ].map((match) => {
    const pairs = [...(match[2] ?? '').matchAll(/([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g)]
    const attributes = pairs.map(
      ([, name = '', double, single, bare]) => [name.toLowerCase(), decode(double ?? single ?? bare ?? '')] as const,
    )
    return { name: (match[1] ?? '').toLowerCase(), attributes: Object.fromEntries(attributes) }
  })
}

export interface InlineScript {
  text: string
  hash: string
}

const RUNS = /^(module|text\/javascript|application\/javascript|)$/

/** Scripts written into the page that the browser runs, with the hash that a policy needs to allow them. */
export const inlineScripts = (html: string): InlineScript[] =>
  [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(
      ([, attributes = '']) =>
        !/\ssrc\s*=/.test(attributes) && RUNS.test(/type\s*=\s*"?([^"\s>]*)/.exec(attributes)?.[1] ?? ''),
    )
    .map(([, , text = '']) => ({ text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` }))

/** The policy in the page's meta tag, by directive. */
export function policyOf(html: string): Map<string, string[]> {
  const meta = tagsOf(html).find(
    ({ name, attributes }) => name === 'meta' && attributes['http-equiv']?.toLowerCase() === 'content-security-policy',
  )
  const directives = (meta?.attributes['content'] ?? '').split(';').map((part) => part.trim().split(/\s+/))
  return new Map(directives.filter(([name]) => name).map(([name = '', ...values]) => [name, values]))
}

const sizes = new Map<string, number>()
/** Bytes that a browser receives for a file below `dist`: its brotli copy where the build made one (decision 0009). */
export function shippedOf(file: string): number {
  const known = sizes.get(file)
  if (known !== undefined) return known
  const copy = join(DIST, `${file}.br`)
  const bytes = statSync(existsSync(copy) ? copy : join(DIST, file)).size
  sizes.set(file, bytes)
  return bytes
}

/** Files of a module and all its immediate imports; `follow` decides which lazy ones are included. */
export const moduleClosure = (entries: readonly string[], follow?: (file: string) => boolean): Set<string> =>
  closureIn(DIST, entries, follow)
