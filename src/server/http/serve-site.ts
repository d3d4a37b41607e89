/** The built site: pages without `.html`, shells for paths with run-time ids, 404 pages, caching. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { localPath, splitPath, withoutEnd, type Lang } from '../../lib/locale.ts'
import { askedLanguage, meantPath } from '../../lib/text/meant-path.ts'
import { matchRoute } from '../../routes.ts'
import { langOf } from './register-calls.ts'
import type { Deps } from '../dependencies.ts'
import { failed } from './envelope.ts'
import { rateLimitKey } from './network-address.ts'
import { contentRedirects } from './content-redirects.ts'
import { redirectOf, rightCaseOf, shellOf } from './rewrites.ts'
import { RateLimit } from './rate-limit.ts'

/** Files under this folder carry a hash in their names. */
const HASHED = '/assets/'
/** Fonts carry their version: revalidated on every page, they would arrive too late to be shown (`fonts.css`). */
const FONTS = '/fonts/'
export const NEVER_CHANGE = [HASHED, FONTS]
export const CACHE_FOREVER = 'public, max-age=31536000, immutable'
/** Pages are revalidated each time; the ETag answers 304. */
export const CACHE_ASK = 'public, max-age=0, must-revalidate'
/** The icon sprite: a page that has lost its connection can still draw the icons of what it opens next. */
export const SPRITE = '/icons.svg'
export const CACHE_HOUR = 'public, max-age=3600'

/** Feeds (`/notice/rss.xml`): by their extension alone they would be served as plain XML. */
const FEED = /\/rss\.xml$/
export const FEED_TYPE = 'application/rss+xml; charset=utf-8'
export const MANIFEST_TYPE = 'application/manifest+json'

const isFixed = (path: string): boolean => NEVER_CHANGE.some((folder) => path.startsWith(folder))
const cacheOf = (path: string): string => (isFixed(path) ? CACHE_FOREVER : path === SPRITE ? CACHE_HOUR : CACHE_ASK)

/** Longer than any address that we publish, UTF-16 units; the query is not counted. */
const LONGEST_PATH = 2048
/** Site files per minute for each call that an address may make: a page loads some thirty of them. */
const FILES_PER_CALL = 10

const isApi = (path: string): boolean => /^\/(index|file|sandbox)(\/|$)/.test(path)

/** Answers every request that no other route answers. */
export async function registerSite(app: FastifyInstance, deps: Deps): Promise<void> {
  const root = deps.config.outDir
  const built = existsSync(root)
  const moved = contentRedirects()
  const reading = new RateLimit(deps.config.callsPerMinute * FILES_PER_CALL, 60_000)
  app.addHook('onRequest', (request, _reply, next) => {
    const query = request.url.indexOf('?')
    if ((query < 0 ? request.url.length : query) <= LONGEST_PATH) return next()
    next(Object.assign(new Error('path too long'), { statusCode: 414 }))
  })
  if (built) await app.register(fastifyStatic, { root, serve: false, preCompressed: true, cacheControl: false })
  // Set last, because the static server derives the type of a compressed copy from its extension.
  app.addHook('onSend', (request, reply, payload, next) => {
    if (request.method !== 'POST' && reply.statusCode === 200 && FEED.test(request.url.replace(/\?.*/s, '')))
      reply.header('content-type', FEED_TYPE)
    next(null, payload)
  })
  app.setNotFoundHandler((request, reply) => {
    const [pathname = '/', search] = request.url.split(/\?(.*)/s)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    // An address with a host is meant for a proxy: led on, it would lead to that host.
    if (!built || !reads || !pathname.startsWith('/') || (isApi(pathname) && !wantsPage(request)))
      return notACall(request, reply, deps)
    const wait = reading.secondsToWait(rateLimitKey(request.ip), deps.clock())
    if (wait > 0) {
      reply.header('retry-after', wait)
      throw Object.assign(new Error('too many'), { statusCode: 429 })
    }
    if (isApi(pathname)) return notFound(root, langOf(request), reply)
    return site({ root, moved }, pathname, search === undefined ? '' : `?${search}`, reply)
  })
}

interface BuiltSite {
  root: string
  /** Pages that were renamed or removed, and where they lead. */
  moved: ReadonlyMap<string, string>
}

function site({ root, moved }: BuiltSite, pathname: string, search: string, reply: FastifyReply): FastifyReply {
  const { lang, path } = splitPath(pathname)
  const movedTo = (address: string): FastifyReply =>
    reply.redirect(inHeader(address.replace(/^[/\\]+/, '/') + search), 308)
  const target = leadsTo(lang, path, search)
  if (target !== undefined) return reply.header('cache-control', CACHE_ASK).redirect(inHeader(target), 302)
  if (pathname !== '/' && pathname.endsWith('/')) return movedTo(withoutEnd(pathname))
  const page = /^(.+)\.html$/.exec(pathname)?.[1]
  if (page !== undefined && fileFor(root, pathname) !== undefined)
    return movedTo(page.replace(/(^|\/)index$/, '$1home'))
  const file = fileFor(root, pathname)
  if (file !== undefined) return send(reply, file)
  const next = moved.get(path)
  if (next !== undefined)
    return reply.header('cache-control', CACHE_ASK).redirect(inHeader(localPath(lang, next) + search), 301)
  const right = rightCaseOf(path)
  if (right !== undefined) return movedTo(localPath(lang, right))
  const meant = meantPath(pathname)
  if (meant !== pathname) return movedTo(meant)
  const shell = shellOf(path)
  const shellFile = shell === undefined ? undefined : fileFor(root, localPath(lang, shell))
  if (shellFile !== undefined) return send(reply, shellFile)
  return notFound(root, lang, reply)
}

/** Where a page leads at once: to the language that the query asks for, or as its route says. */
function leadsTo(lang: Lang, path: string, search: string): string | undefined {
  const asked = askedLanguage(search)
  if (asked && asked.lang !== lang && matchRoute(path)) return localPath(asked.lang, path) + asked.search
  const target = redirectOf(path)
  return target === undefined ? undefined : localPath(lang, target) + search
}

const notFoundFile = (root: string, lang: Lang): string | undefined =>
  [localPath(lang, '/404'), '/404'].map((it) => fileFor(root, it)).find((it) => it !== undefined)

function notFound(root: string, lang: Lang, reply: FastifyReply): FastifyReply {
  const missing = notFoundFile(root, lang)
  reply.code(404).header('cache-control', 'no-store')
  return missing === undefined ? reply.type('text/plain; charset=utf-8').send('404') : reply.sendFile(missing)
}

/** A person at a browser, not a program: a page is what they can read. */
const wantsPage = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')

/**
 * The not-found page for an address that cannot be decoded, which reaches no handler; `undefined` for programs, and
 * where no site is built.
 */
export function pageOfBadAddress(
  root: string,
  request: Pick<FastifyRequest, 'method' | 'headers' | 'url'>,
): string | undefined {
  const file = wantsPage(request) ? notFoundFile(root, splitPath(request.url).lang) : undefined
  return file === undefined ? undefined : readFileSync(join(root, file), 'utf8')
}

/**
 * Hidden files, and host rule files at the root (`_headers`, `_redirects`). Deeper, Astro names style sheets of
 * `[slug]` pages `_slug_….css`.
 */
const isPrivate = (path: string): boolean =>
  /^\/*_/.test(path) || path.split('/').some((part) => part.startsWith('.') && part !== '.well-known')

/** The file of a path below `root`: itself, `<path>.html`, or `<path>/index.html`. */
function fileFor(root: string, pathname: string): string | undefined {
  let path: string
  try {
    path = decodeURIComponent(pathname)
  } catch {
    return undefined
  }
  if (path.includes('\0') || isPrivate(path)) return undefined
  return [path, `${path}.html`, `${path}/index.html`].find((it) => isFile(join(root, it)))?.replace(/^\/+/, '')
}

/** A name that the file system rejects is treated as a missing file. */
function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  } catch {
    return false
  }
}

/**
 * One of our addresses as a header value: browsers read a backslash as a slash, and two of them would lead off the
 * site.
 */
const inHeader = (address: string): string =>
  address.replace(/[^!-~]|[\\"<>^`{|}]/g, (sign) => (sign.isWellFormed() ? encodeURIComponent(sign) : ''))

function send(reply: FastifyReply, file: string): FastifyReply {
  return reply.header('cache-control', cacheOf(`/${file}`)).sendFile(file)
}

function notACall(request: FastifyRequest, reply: FastifyReply, deps: Deps): FastifyReply {
  reply.code(404).headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  return reply.send(failed(deps.words, langOf(request), 404))
}
