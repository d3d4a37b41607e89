/** The server of the editing screen: the screen itself, the editor's own files, and the texts it reads and writes. */
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import fastifyStatic from '@fastify/static'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { createHash } from 'node:crypto'
import { LANGS, localPath, type Lang } from '../../lib/locale.ts'
import { problemText } from '../../lib/content/source-problems.ts'
import { checkContent } from '../content/check-content.ts'
import { editorConfig } from './editor-config.ts'
import { guard } from './origin-guard.ts'
import { previewOf } from './page-preview.ts'
import { PictureFiles } from './picture-files.ts'
import { sampleRoutes } from './samples/sample-routes.ts'
import { framePage, screenFiles, screenPage } from './screen-pages.ts'
import { TextFiles, StoreRefusal } from './text-files.ts'

export interface Editing {
  /** The folder `content`. */
  content: string
  /** Port of the dev server whose pages are shown, if there is one. */
  sitePort: number
  clock: () => number
}

/** A text with its twin is about ten kilobytes; this is far above that and far below what could do harm. */
const TEXT_LIMIT = 1024 * 1024
/** A photo as a camera takes it; the editor makes it smaller before it sends it. */
const PICTURE_LIMIT = 32 * 1024 * 1024

const Lang = z.object({ lang: z.enum(LANGS).catch('en') })
const File = z.object({ path: z.string(), mark: z.string().optional() })
const Page = Lang.extend({ path: z.string().regex(/^(\/[\w-]+)+$/) })
const Name = z.object({ name: z.string().regex(/^[\w-]+$/) })

const STATUS: Record<StoreRefusal['code'], number> = { changed: 409, gone: 404, path: 403, form: 422 }

/** Composes the app; it listens only when the caller calls `listen`. */
export async function createEditor(editing: Editing): Promise<FastifyInstance> {
  const store = new TextFiles(editing.content)
  const pictures = new PictureFiles(editing.content)
  const app = Fastify({ bodyLimit: TEXT_LIMIT, forceCloseConnections: true })
  guard(app, () => portOf(app), previewOf(editing.sitePort).origins)
  app.setErrorHandler(async (error, _request, reply) => {
    if (error instanceof StoreRefusal)
      return reply.code(STATUS[error.code]).send({ code: error.code, message: error.message })
    const status = isClientError(error) ? error.statusCode : 500
    return reply.code(status).send({ code: 'failed', message: error instanceof Error ? error.message : 'failed' })
  })
  app.addContentTypeParser('text/markdown', { parseAs: 'string' }, (_request, body, next) => next(null, body))

  app.get('/', async (request, reply) =>
    reply.type('text/html').send(screenPage(Lang.parse(request.query).lang, editing.sitePort)),
  )
  app.get('/frame', async (request, reply) => reply.type('text/html').send(framePage(Lang.parse(request.query).lang)))
  for (const { path, type, text } of screenFiles())
    app.get(path, async (_request, reply) => reply.type(type).send(text))

  sampleRoutes(app, editing.clock)

  app.get('/texts', async () => store.list())
  app.get('/text', async (request) => store.read(File.parse(request.query).path))
  app.put('/text', async (request) => {
    const { path, mark } = File.parse(request.query)
    return store.save(path, z.string().parse(request.body), mark)
  })
  app.delete('/text', async (request) => {
    const { path, mark } = File.parse(request.query)
    store.remove(path, mark)
    return {}
  })
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, next) =>
    next(null, body),
  )
  app.get('/pictures', async () => pictures.list())
  app.get('/picture', async (request, reply) => {
    const { bytes, type } = pictures.read(File.parse(request.query).path)
    return reply.type(type).send(bytes)
  })
  app.put('/picture', { bodyLimit: PICTURE_LIMIT }, async (request) => {
    const { path, mark } = File.parse(request.query)
    return pictures.save(path, z.instanceof(Buffer).parse(request.body), mark)
  })
  app.delete('/picture', async (request) => {
    const { path, mark } = File.parse(request.query)
    pictures.remove(path, mark)
    return {}
  })
  app.get('/config', async (request) => editorConfig(Lang.parse(request.query).lang, store.list(), editing.clock()))
  app.get('/problems', async () => {
    const { problems, warnings } = checkContent(editing.content, { now: editing.clock() })
    return { problems: problems.map(problemText), warnings: warnings.map(problemText) }
  })
  app.get('/page-mark', async (request) => {
    const { lang, path } = Page.parse(request.query)
    return { mark: await pageMark(editing.sitePort, lang, path) }
  })
  await editorFiles(app)
  return app
}

/**
 * The editor as npm delivers it. It imports its words as a JSON module, which browsers refuse undeclared: so they are
 * sent as a script.
 */
async function editorFiles(app: FastifyInstance): Promise<void> {
  const root = resolve(dirname(createRequire(import.meta.url).resolve('@sveltia/cms')), '..')
  app.get('/cms/locales/:name.json', async (request, reply) => {
    const json = await readFile(join(root, 'locales', `${Name.parse(request.params).name}.json`), 'utf8')
    return reply.type('text/javascript').send(`export default ${json}`)
  })
  await app.register(fastifyStatic, { root: join(root, 'npm'), prefix: '/cms/npm/', index: false })
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const isClientError = (error: unknown): error is { statusCode: number } =>
  typeof error === 'object' &&
  error !== null &&
  'statusCode' in error &&
  typeof error.statusCode === 'number' &&
  error.statusCode < 500

/**
 * A mark of what the real page of an entry shows. The dev server reads a saved text with some delay, and a page that
 * was loaded earlier learns of it only if its own script runs by then: so the screen polls here until the mark changes,
 * and reloads the page.
 */
const WAIT_MS = 20_000

/** @param path English address of the page. Null where the site has no such page now. */
async function pageMark(sitePort: number, lang: Lang, path: string): Promise<string | null> {
  try {
    const answer = await fetch(`http://localhost:${sitePort}${localPath(lang, path)}`, {
      signal: AbortSignal.timeout(WAIT_MS),
    })
    return answer.ok ? markOf(await answer.text()) : null
  } catch {
    return null
  }
}

/** Scripts, styles and most attributes are left out: the dev server puts times and places of source into them. */
function markOf(html: string): string {
  const shown = html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>|<link\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, whatTagShows)
    .replace(/\s+/g, ' ')
  return createHash('sha256').update(shown).digest('base64url')
}

/** `<a href="/plan/list" data-x="1">` → `a href="/plan/list"`: bold, a list or another address is a change as well. */
const whatTagShows = (tag: string): string =>
  ` ${(tag.match(/^<\/?[\w-]+|\s(?:href|src|alt)="[^"?]*/g) ?? []).join('')} `
