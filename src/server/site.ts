/** The built site: files of `dist`, shells for paths with run-time ids, 404 pages, caching. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { splitPath, localPath } from '../lib/locale.ts'
import type { Deps } from './deps.ts'
import { failed } from './envelope.ts'
import { langOf } from './calls.ts'
import { shellOf } from './rewrites.ts'

const YEAR = 'public, max-age=31536000, immutable'

/** Hashed file names never change; everything else is asked for again (an ETag answers 304). */
const cacheOf = (path: string): string => (path.includes('/_astro/') ? YEAR : 'public, max-age=0, must-revalidate')

const isApi = (path: string): boolean => /^\/(index|file|sandbox)(\/|$)/.test(path)

export async function registerSite(app: FastifyInstance, deps: Deps): Promise<void> {
  const root = deps.config.distDir
  if (!existsSync(root)) {
    app.setNotFoundHandler((request, reply) => notACall(request, reply, deps))
    return
  }
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    redirect: false,
    cacheControl: false,
    setHeaders: (reply, path) => void reply.header('cache-control', cacheOf(path)),
  })
  app.setNotFoundHandler(async (request, reply) => {
    const pathname = request.url.split('?')[0] ?? '/'
    if ((request.method !== 'GET' && request.method !== 'HEAD') || isApi(pathname)) return notACall(request, reply, deps)
    const { lang, path } = splitPath(pathname)
    const shell = shellOf(path)
    if (shell !== undefined) return reply.code(200).sendFile(`${localPath(lang, shell).slice(1)}/index.html`)
    return missing(root, lang, reply)
  })
}

function notACall(request: FastifyRequest, reply: FastifyReply, deps: Deps): FastifyReply {
  reply.code(404).headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  return reply.send(failed(deps.words, langOf(request), 404))
}

/** The not-found page in the address's language. */
async function missing(root: string, lang: 'en' | 'cn', reply: FastifyReply): Promise<FastifyReply> {
  const candidates = lang === 'cn' ? ['cn/404.html', 'cn/404/index.html', '404.html'] : ['404.html']
  const found = candidates.find((it) => existsSync(join(root, it)))
  reply.code(404).header('cache-control', 'no-store')
  if (!found) return reply.type('text/plain; charset=utf-8').send('404')
  return reply.type('text/html; charset=utf-8').send(await readFile(join(root, found)))
}
