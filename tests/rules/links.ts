/**
 * Walks through all that the built site names: pages, anchors, files, feeds, other sites. Pure over `Built`, so that
 * invented sites can be tested.
 */
import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { localPath, splitPath } from '../../src/lib/locale.ts'
import { matchRoute, ROUTES } from '../../src/routes.ts'
import { brokenOutside } from './addresses.ts'
import { DIST, pathOfFile, tagsOf, type Tag } from './dist.ts'
import { filesUnder } from './source.ts'

export interface Built {
  files: ReadonlySet<string>
  /** Text of a file, one character per byte where it is no text. */
  text: (file: string) => string
}

export interface Linked {
  path: string
  html: string
  tags: readonly Tag[]
  ids: ReadonlySet<string>
}

export interface Walk extends Built {
  pages: ReadonlyMap<string, Linked>
  /** Own origin, as the pages name it. */
  site: string
}

/**
 * Without what no page shows: templates, whose ids and links are filled in later, and the second drawing of a first
 * state, which is for the other device.
 */
export const withoutTemplates = (html: string): string =>
  html.replace(/<(template|drawn-for-phones)\b[\s\S]*?<\/\1>/g, '')

export function readBuilt(root: string = DIST): Built {
  const files = new Set(filesUnder(root).map((file) => relative(root, file).split(sep).join('/')))
  return { files, text: (file) => readFileSync(join(root, file), /\.(pdf|png|woff2)$/.test(file) ? 'latin1' : 'utf8') }
}

export function walkOf(built: Built): Walk {
  const pages = new Map<string, Linked>()
  for (const file of built.files) {
    if (!file.endsWith('.html')) continue
    const html = built.text(file)
    const ids = tagsOf(withoutTemplates(html)).flatMap(({ attributes }) => attributes['id'] ?? [])
    pages.set(pathOfFile(file), { path: pathOfFile(file), html, tags: tagsOf(html), ids: new Set(ids) })
  }
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(pages.get('/home')?.html ?? '')?.[1]
  return { ...built, pages, site: canonical ? new URL(canonical).origin : 'http://localhost:4321' }
}

/** Answered by the server, not by a file. */
export const SERVED = /^\/(index|file|sandbox|healthz|readyz)(\/|$)/

/** The page that answers a path: itself, a shell, or the target of its row. */
function pageAt({ pages }: Walk, path: string): Linked | undefined {
  const found = pages.get(path)
  if (found) return found
  const { lang, path: plain } = splitPath(path)
  const row = matchRoute(plain)
  const target = row?.shell ?? ROUTES.find(({ id }) => id === row?.redirect)?.path
  return target === undefined ? undefined : pages.get(localPath(lang, `/${target.replace(/^\/+/, '')}`))
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** Fragments of files that are not pages: pictures of the sprite. */
const inFile = (walk: Walk, file: string, hash: string): boolean =>
  hash === '' || new RegExp(`\\sid="${hash.replace(/[^\w-]/g, '\\$&')}"`).test(walk.text(file))

/** Why an address has no target; undefined when it has one. `from` is the path of the page that names it. */
export function brokenLink(walk: Walk, from: string, address: string): string | undefined {
  if (!URL.canParse(address, walk.site)) return `${address}: no address`
  const url = new URL(address, `${walk.site}${from}`)
  if (url.origin !== walk.site) return brokenOutside(address)
  const path = decoded(url.pathname)
  const hash = decoded(url.hash.slice(1))
  if (path === undefined || hash === undefined) return `${address}: not encoded as an address`
  if (SERVED.test(path)) return undefined
  const file = path.slice(1)
  if (/\.\w+$/.test(path) && !path.endsWith('.html')) {
    if (!walk.files.has(file)) return `${address} leads nowhere`
    return inFile(walk, file, hash) ? undefined : `${address} has no such picture`
  }
  if (/.\/$|\.html$|\/\//.test(path)) return `${address} is not the address of the page: it leads there by a detour`
  const page = pageAt(walk, path)
  if (!page) return `${address} leads nowhere`
  const id = url.searchParams.get('id')
  if (id !== null && entriesBelow(path) && !walk.pages.has(`${path}/${id}`)) return `${address} has no such entry`
  // What an island renders has its anchors later; its own tests check them.
  if (hash === '' || page.ids.has(hash) || page.html.includes('client="only"')) return undefined
  return `${address} has no such anchor`
}

/** Bare paths of entries that are known at build time: `?id=` leads to one of them (design §2). */
function entriesBelow(path: string): boolean {
  const row = matchRoute(`${splitPath(path).path}/x`)
  return row !== undefined && 'entries' in row
}

const LINKS: Record<string, readonly string[]> = {
  a: ['href'],
  area: ['href'],
  link: ['href'],
  img: ['src', 'srcset'],
  source: ['src', 'srcset'],
  script: ['src'],
  iframe: ['src'],
  audio: ['src'],
  video: ['src', 'poster'],
  track: ['src'],
  object: ['data'],
  embed: ['src'],
  image: ['href'],
  use: ['href', 'xlink:href'],
  form: ['action'],
  button: ['formaction'],
  input: ['formaction', 'src'],
  q: ['cite'],
  blockquote: ['cite'],
  'astro-island': ['component-url', 'renderer-url', 'before-hydration-url'],
}
const META = /^(og:(image|url|video|audio)(:secure_url)?|twitter:image)$/

/** Every address that a tag names. */
export function addressesOf({ name, attributes }: Tag): string[] {
  const named = (LINKS[name] ?? []).flatMap((key) => {
    const value = attributes[key]
    if (value === undefined) return []
    return key === 'srcset' ? value.split(',').map((part) => part.trim().split(/\s+/)[0] ?? '') : [value]
  })
  const content = attributes['content'] ?? ''
  if (name === 'meta' && META.test(attributes['property'] ?? attributes['name'] ?? '')) return [...named, content]
  if (name === 'meta' && attributes['http-equiv']?.toLowerCase() === 'refresh')
    return [...named, /url=(.*)$/i.exec(content)?.[1] ?? '']
  return named
}

/** Addresses of our own inside a page's data blocks (JSON-LD), and blocks that cannot be read. */
export function dataOf({ html }: Linked, site: string): { addresses: string[]; broken: string[] } {
  const blocks = [
    ...html.matchAll(/<script\b[^>]*type=["']?application\/(?:ld\+)?json["']?[^>]*>([\s\S]*?)<\/script>/gi),
  ]
  const addresses: string[] = []
  const broken: string[] = []
  const visit = (value: unknown): void => {
    if (typeof value === 'string') addresses.push(...(value.startsWith(`${site}/`) ? [value] : []))
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(visit)
  }
  for (const [, text = ''] of blocks) {
    try {
      visit(JSON.parse(text))
    } catch {
      broken.push(`data that cannot be read: ${text.slice(0, 60)}`)
    }
  }
  return { addresses, broken }
}
