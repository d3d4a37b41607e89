/** Composes the HTTP server: calls, raw routes, health, the built site. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import cors from '@fastify/cors'
import multipart from '@fastify/multipart'
import Fastify, {
  LogController,
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { DEFAULT_LANG } from '../../lib/locale.ts'
import { failed } from './envelope.ts'
import type { Deps } from '../dependencies.ts'
import { BODY_BYTES } from '../../lib/contract.ts'
import { registerCalls, registerFailures, requestIdOf } from './register-calls.ts'
import { HEADERS, SESSION_ENDS_IN } from './caller.ts'
import { BODY_LIMITS as LIMITS } from './read-fields.ts'
import { limitCalls } from './call-rate-limit.ts'
import { registerHealth } from '../health/health.ts'
import { trustedProxies } from './network-address.ts'
import { registerSandbox } from '../sandbox/sandbox.ts'
import { securityHeaderLines, securityHeaders } from './security-headers.ts'
import type { Server } from '../create-server.ts'
import { traceRequests } from '../traces/trace-requests.ts'
import { pageOfBadAddress, registerSite } from './serve-site.ts'
import { closeSlowRequests, TRANSPORT_LIMITS, type TransportLimits } from './slow-requests.ts'

/** Composes the app; it listens only when the caller says so. */
export async function createApp(
  server: Server,
  transport: TransportLimits = TRANSPORT_LIMITS,
): Promise<FastifyInstance> {
  const { deps, features, resolve } = server
  const { config } = deps
  const isProxy = trustedProxies(config.trustProxy)
  const loggerInstance: FastifyBaseLogger = deps.log
  const app = Fastify({
    loggerInstance,
    // A separate logger for each request would cost as much as writing the request's line.
    childLoggerFactory: (logger) => logger,
    // One line per request is written below, with only what may be logged.
    logController: new LogController({ disableRequestLogging: true }),
    // No route has a schema of Fastify's, because contracts check what comes in: ajv is not loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    trustProxy: config.trustProxy.length === 0 ? false : isProxy,
    bodyLimit: BODY_BYTES,
    // Node times request heads, `closeSlowRequests` bodies: calls that take files need longer than the others.
    connectionTimeout: transport.stalledMs,
    http: { headersTimeout: transport.headMs, connectionsCheckingInterval: transport.lookMs },
    genReqId: (request) => requestIdOf(request.headers[HEADERS.requestId], deps.clock()),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 500 },
    forceCloseConnections: 'idle',
    // What comes on connections that were made before the end is answered like anything else, as their last.
    return503OnClosing: false,
    // An address that cannot be decoded is answered as not found.
    frameworkErrors: (_error, request, reply) => answerBadAddress(server, request, reply as FastifyReply),
    clientErrorHandler: (error, socket) => answerUnreadable(server, error, socket),
  })
  closeSlowRequests(app, transport, isProxy, (request) => {
    logAnswer(server, request, 408)
    return rawAnswer('408 Request Timeout', 400, deps)
  })
  // Callback style: a promise for each hook of each request costs more than what these hooks do.
  app.addHook('onResponse', (request, reply, next) => {
    readRest(request.raw)
    const { answer } = request
    if (answer) deps.metrics.call(answer, reply.elapsedTime / 1000)
    else deps.metrics.response(request.routeOptions.url ?? 'none', reply.statusCode)
    server.logRequest({
      ip: request.ip,
      id: request.id,
      method: request.method,
      url: request.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      answer,
    })
    next()
  })
  app.decorateRequest('answer', null)
  addHeaders(app, deps)
  registerFailures(app, deps)
  if (config.corsOrigins.length > 0) await allowOrigins(app, config.corsOrigins)
  await app.register(multipart, {
    limits: {
      fileSize: LIMITS.file,
      files: LIMITS.files,
      fieldSize: BODY_BYTES,
      fields: LIMITS.fields,
      parts: LIMITS.fields + LIMITS.files,
      headerPairs: LIMITS.fields,
    },
    throwFileSizeLimit: false,
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, next) => {
    next(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
  if (config.mode === 'sandbox') registerSandbox(app, server)
  await app.register(async (calls: FastifyInstance) => {
    if (config.traces) traceRequests(calls)
    limitCalls(calls, config.callsPerMinute, deps.clock)
    registerCalls(calls, deps, features, resolve)
    for (const feature of features) await feature.raw?.(calls, deps)
  })
  await registerHealth(app, deps)
  await registerSite(app, deps)
  return app
}

/** Headers of every answer. */
function addHeaders(app: FastifyInstance, { config, health }: Deps): void {
  app.addHook('onSend', (request, reply, payload, next) => {
    reply.header(HEADERS.requestId, request.id)
    securityHeaders(config, reply)
    // A front server must not send the next call on a connection that is about to be closed.
    if (health.isLeaving()) reply.header('connection', 'close')
    next(null, payload)
  })
}

/** Of a body that was answered before its end: otherwise the next call on its connection would wait behind it. */
function readRest(request: IncomingMessage): void {
  if (!request.complete) request.unpipe().resume()
}

function noSchemas(): never {
  throw new Error('a route has a schema')
}

/** The line of an answer for which no hook runs. */
function logAnswer({ logRequest }: Server, { ip, id, method, url }: FastifyRequest, status: number): void {
  logRequest({ ip, id, method, url, status, ms: 0, answer: null })
}

/** An address that cannot be decoded is answered as not found. No hook runs for such an answer. */
function answerBadAddress(server: Server, request: FastifyRequest, reply: FastifyReply): void {
  const { deps } = server
  logAnswer(server, request, 404)
  const page = pageOfBadAddress(deps.config.outDir, request)
  reply.code(404)
  securityHeaders(deps.config, reply)
  if (page === undefined) {
    void reply.type('application/json').send(failed(deps.words, DEFAULT_LANG, 404))
    return
  }
  void reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
}

/** What Node cannot parse as HTTP, above all an address that is too long, is answered with an envelope as well. */
function answerUnreadable({ deps, logRequest }: Server, error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request'
  // Not `end`, which would keep the socket until the other side closes it: it may never do so.
  socket.write(rawAnswer(status, 400, deps))
  socket.destroySoon()
  const [ip, id] = [socket.remoteAddress ?? '', requestIdOf(undefined, deps.clock())]
  logRequest({ ip, id, method: '', url: '', status: Number.parseInt(status, 10), ms: 0, answer: null })
}

/** An envelope as raw HTTP bytes, for connections that end before a reply object exists. */
function rawAnswer(status: string, http: number, { words, config }: Deps): string {
  const body = JSON.stringify(failed(words, DEFAULT_LANG, http))
  return `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\n${securityHeaderLines(config)}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** The site may be served from another origin than the API (`PUBLIC_API_BASE`). */
async function allowOrigins(app: FastifyInstance, origin: string[]): Promise<void> {
  await app.register(cors, {
    origin,
    methods: ['POST', 'GET'],
    allowedHeaders: ['content-type', ...Object.values(HEADERS)],
    exposedHeaders: [HEADERS.requestId, SESSION_ENDS_IN, 'retry-after', 'content-disposition'],
    maxAge: 86_400,
  })
}
