/** The HTTP server over the parts: calls, raw routes, health, the built site. */
import type { Socket } from 'node:net'
import cors from '@fastify/cors'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { LogController, type ConnectionError, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { DEFAULT_LANG } from '../lib/locale.ts'
import { failed } from './envelope.ts'
import type { Words } from './words.ts'
import { registerCalls, registerFailures, requestIdOf } from './calls.ts'
import { HEADERS } from './caller.ts'
import { BODY_LIMITS as LIMITS } from './fields.ts'
import { registerHealth } from './health.ts'
import { customerOf } from './network.ts'
import { safeAddress } from './log.ts'
import { registerSandbox } from './sandbox.ts'
import { securityHeaders } from './security.ts'
import type { Server } from './server.ts'
import { registerSite } from './site.ts'

/** Composes the app; it listens only when the caller says so. */
export async function createApp(server: Server): Promise<FastifyInstance> {
  const { deps, features, resolve } = server
  const { config } = deps
  const loggerInstance: FastifyBaseLogger = deps.log
  const app = Fastify({
    loggerInstance,
    // A logger of its own for each request would cost as much as the request's line.
    childLoggerFactory: (logger) => logger,
    // One line per request is written below, of what may be known only.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length === 0 ? false : config.trustProxy,
    bodyLimit: LIMITS.body,
    genReqId: (request) => requestIdOf(request.headers[HEADERS.requestId], deps.clock()),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 500 },
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => unreadable(error, socket, deps.words),
  })
  app.addHook('onResponse', async (request, reply) => {
    server.requests.info({ id: request.id, method: request.method, ...safeAddress(request.url), status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request')
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header(HEADERS.requestId, request.id)
    securityHeaders(config, reply)
  })
  registerFailures(app, deps)
  if (config.corsOrigins.length > 0) await allowOrigins(app, config.corsOrigins)
  await app.register(multipart, {
    limits: { fileSize: LIMITS.file, files: LIMITS.files, fieldSize: LIMITS.field, fields: LIMITS.fields, parts: LIMITS.fields + LIMITS.files },
    throwFileSizeLimit: false,
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: LIMITS.body }, (_request, body, next) => {
    next(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
  await app.register(async (calls: FastifyInstance) => {
    await calls.register(rateLimit, {
      max: config.callsPerMinute, timeWindow: 60_000,
      // One customer holds a whole /64 of IPv6: its addresses count as one.
      keyGenerator: (request) => customerOf(request.ip),
      addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false, 'retry-after': true },
      addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    })
    registerCalls(calls, deps, features, resolve)
    for (const feature of features) await feature.raw?.(calls, deps)
  })
  registerHealth(app, server)
  if (config.mode === 'sandbox') registerSandbox(app, server)
  await registerSite(app, deps)
  return app
}

/** What Node could not read as HTTP, an address that is too long above all, is answered by an envelope as well. */
function unreadable(error: ConnectionError, socket: Socket, words: Words): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
  const body = JSON.stringify(failed(words, DEFAULT_LANG, 400))
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}

/** The site may be served from another origin than the API (`PUBLIC_API_BASE`). */
async function allowOrigins(app: FastifyInstance, origin: string[]): Promise<void> {
  await app.register(cors, {
    origin,
    methods: ['POST', 'GET'],
    allowedHeaders: ['content-type', ...Object.values(HEADERS)],
    exposedHeaders: [HEADERS.requestId, 'retry-after', 'content-disposition'],
    maxAge: 86_400,
  })
}
