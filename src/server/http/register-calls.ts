/** Registers every route as `POST /{module}/{path}` and does what all calls have in common. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathOf, type Call, type Envelope } from '../../lib/contract.ts'
import { isRecord } from '../../lib/is-record.ts'
import { NOT_ALLOWED, SESSION_NONE } from '../../lib/errors.ts'
import { deviceOf } from '../../lib/device.ts'
import { DEFAULT_LANG, LANGS, type Lang } from '../../lib/locale.ts'
import { HEADERS, PARTNER_SCOPE, SESSION_ENDS_IN, type Caller, type Resolution, type ResolveCaller } from './caller.ts'
import { fromOtherSite } from './cross-site.ts'
import { RETRY_AFTER_S, StoreOnlyReads, StoreUnavailable } from '../db/store-unavailable.ts'
import type { Deps } from '../dependencies.ts'
import { denied, doneText, failed, refused } from './envelope.ts'
import type { ServerFeature } from '../server-feature.ts'
import { readFields } from './read-fields.ts'
import { writeFieldsBy, type WriteFields } from './write-output.ts'
import { Conflict } from '../transition.ts'
import { idsOfFields, withLogContext, type CallAnswer } from '../logs/log-context.ts'
import { Denial, Refusal, type Context, type FileReply, type Route } from './call-handlers.ts'

/** What is known of a route once it is registered. */
interface CallSurroundings {
  deps: Deps
  resolve: ResolveCaller
  /** Of the words of its refusals. */
  namespace: string
  /** Origins whose pages may call. */
  own: readonly string[]
  reads: Parameters<typeof readFields>[1]
  write: WriteFields
}

declare module 'fastify' {
  interface FastifyRequest {
    answer: CallAnswer | null
  }
}

const queryOf = ({ query }: FastifyRequest): Record<string, unknown> => (isRecord(query) ? query : {})

/** `lang` of the query; English when it names no language we speak. */
export function langOf(request: FastifyRequest): Lang {
  const { lang } = queryOf(request)
  return LANGS.find((it) => it === lang) ?? DEFAULT_LANG
}

/** Adds the calls of all features. Two features may not answer the same path. */
export function registerCalls(
  app: FastifyInstance,
  deps: Deps,
  features: readonly ServerFeature[],
  resolve: ResolveCaller,
): void {
  const own = [new URL(deps.config.siteUrl).origin, ...deps.config.corsOrigins]
  for (const feature of features) {
    for (const route of feature.routes ?? []) {
      const reads = {
        ...(route.kind === 'upload' ? route : { maxFiles: 0 }),
        fields: Object.keys(route.call.input.shape),
        bodyBytes: route.call.bodyBytes,
      }
      const around = {
        deps,
        resolve,
        namespace: route.words ?? feature.name,
        own,
        reads,
        write: writeFieldsBy(route.call.output),
      }
      const options = { bodyLimit: route.call.bodyBytes, config: { takesFiles: route.kind === 'upload' } }
      app.post(pathOf(route.call), options, (request, reply) => answerCall(route, around, request, reply))
    }
  }
}

async function answerCall(
  route: Route,
  around: CallSurroundings,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const answer: CallAnswer = { path: route.call.path, status: 1, code: '0', account: undefined, ids: {} }
  request.answer = answer
  return withLogContext({ request: request.id, ids: answer.ids, span: request.span }, () =>
    runCall(route, around, request, reply, answer),
  )
}

async function runCall(
  route: Route,
  around: CallSurroundings,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CallAnswer,
): Promise<unknown> {
  const lang = langOf(request)
  const { words } = around.deps
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  try {
    const { raw, files, ctx, resolution } = await readCall(route.call, around, request, reply, lang)
    Object.assign(answer.ids, idsOfFields(raw))
    if (ctx.caller.kind === 'user') answer.account = ctx.caller.userId
    const rethrow = (error: unknown): never => {
      throw hidden(error, route.call, resolution)
    }
    if (route.kind === 'file') return sendFile(reply, await route.run(raw, ctx).catch(rethrow))
    const done = route.kind === 'upload' ? route.run(raw, ctx, files) : route.run(raw, ctx)
    return asJson(reply, doneText(words, lang, around.write(await done.catch(rethrow))))
  } catch (error) {
    const envelope = envelopeOfError(error, around, lang)
    if (!envelope) throw error
    answer.status = envelope.status
    answer.code = String(envelope.code)
    return asJson(reply, JSON.stringify(envelope))
  }
}

/** Sends JSON as Fastify would, without choosing among its serialisers. */
const asJson = (reply: FastifyReply, text: string): string => {
  reply.header('content-type', 'application/json; charset=utf-8')
  return text
}

/** The envelope of an outcome that is not a failure of ours. */
function envelopeOfError(
  error: unknown,
  { deps: { words }, namespace }: CallSurroundings,
  lang: Lang,
): Envelope | undefined {
  if (error instanceof Refusal) return refused(words, lang, namespace, error.code, error.data)
  if (error instanceof Denial) return denied(words, lang, error.code, error.cause)
  if (error instanceof Conflict) {
    return error.current
      ? refused(words, lang, namespace, 'conflict', { version: error.current.version })
      : refused(words, lang, namespace, 'not_found', {})
  }
  return undefined
}

/** Who calls, with what, and whether they may. */
async function readCall(
  call: Call,
  { deps, resolve, own, reads }: CallSurroundings,
  request: FastifyRequest,
  reply: FastifyReply,
  lang: Lang,
) {
  if (fromOtherSite(request.headers, request.host, own)) throw new Denial(NOT_ALLOWED, 'other_site')
  // A caller without access is refused before a byte of the body is read.
  const resolution = applyScope(call, await resolve(request.headers, queryOf(request)))
  // Relative seconds, because clocks of devices are wrong: the page warns before either end of a session.
  if (resolution.endsIn !== undefined) reply.header(SESSION_ENDS_IN, Math.floor(resolution.endsIn / 1000))
  refuseUnauthorised(call, resolution, request.headers[HEADERS.unique] !== undefined)
  const read = readFields(request, reads)
  const { raw, files } = read instanceof Promise ? await read : read
  const userAgent = request.headers['user-agent'] ?? ''
  const ctx: Context = {
    deps,
    lang,
    caller: resolution.caller,
    requestId: request.id,
    ip: request.ip,
    userAgent,
    device: deviceOf(userAgent),
    gone: () => abortedByClosing(reply),
  }
  return { raw, files, ctx, resolution }
}

/** Made only for calls that wait for something: most are answered before their caller could leave. */
function abortedByClosing({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (raw.closed) gone.abort()
  else raw.once('close', () => gone.abort())
  return gone.signal
}

/** Access (spec §6): a call for people needs a session, a call for holders a session or the device's secret. */
function refuseUnauthorised(call: Call, { caller, session, csrf }: Resolution, hasKey: boolean): void {
  if (call.access === 'login' && csrf === 'mismatch') throw new Denial(NOT_ALLOWED, 'unproven')
  if (call.access === 'login' && caller.kind !== 'user') throw new Denial(session ?? SESSION_NONE)
  if (call.access === 'holder' && caller.kind === 'anonymous') {
    throw new Refusal('invalid', { fields: { unique: hasKey ? 'invalid' : 'required' } })
  }
}

/**
 * A session narrowed to one thing makes only calls about such things; the feature checks which one. In an open call its
 * bearer is anonymous. A visit by a partner's link is no account: its bearer is the device, in that visit (decision
 * 0074).
 */
function applyScope(call: Call, resolution: Resolution): Resolution {
  const { caller, csrf } = resolution
  if (caller.kind !== 'user') return resolution
  // Whoever lost the anti-forgery pair can still sign in, and sign out by the token alone (decision 0105).
  if (csrf === 'mismatch') return { csrf, caller: call.access === 'login' ? caller : deviceOnly(caller) }
  if (caller.scope === undefined || call.scopes.some((kind) => caller.scope?.startsWith(`${kind}:`))) return resolution
  const visits = caller.scope.startsWith(PARTNER_SCOPE)
  if (call.access !== 'open' && !visits) throw new Denial(NOT_ALLOWED, 'scoped')
  return { ...resolution, caller: deviceOnly(caller, visits ? { link: caller.scope.slice(PARTNER_SCOPE.length) } : {}) }
}

/** The bearer of a session as if it had sent only its device's secret. */
const deviceOnly = ({ holder, device = holder }: Caller & { kind: 'user' }, link: { link?: string } = {}): Caller =>
  holder === undefined || device === undefined ? { kind: 'anonymous' } : { kind: 'holder', holder, device, ...link }

/**
 * What cannot be found after a session has ended may be the person's own: they are asked to log in instead of reading
 * "not found".
 */
function hidden(error: unknown, { access }: Call, { session, csrf }: Resolution): unknown {
  if (access !== 'holder' || !(error instanceof Refusal) || error.code !== 'not_found') return error
  if (csrf) return new Denial(NOT_ALLOWED, 'unproven')
  return session === undefined ? error : new Denial(session)
}

/** Sends bytes so that a browser neither guesses their kind nor runs anything in them. */
export function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  reply
    .type(file.mime)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
  if (file.size !== undefined) reply.header('content-length', file.size)
  return reply.header('content-disposition', disposition(file.downloadAs)).send(file.body)
}

/** RFC 6266: the name in UTF-8, and one in ASCII for clients that cannot read it. */
function disposition(name: string | undefined): string {
  if (name === undefined) return 'inline'
  const utf8 = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${name.replace(/[^\w .-]/g, '_')}"; filename*=UTF-8''${utf8}`
}

/** Failures and limits before a call's handler are answered with an envelope too, and never with a stack. */
export function registerFailures(app: FastifyInstance, deps: Deps): void {
  app.setErrorHandler((error: { statusCode?: number; code?: string }, request, reply) => {
    const http =
      error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 600 ? error.statusCode : 500
    if (http >= 500) deps.log.error({ id: request.id, err: error }, 'call failed')
    if (error instanceof StoreUnavailable) reply.header('retry-after', RETRY_AFTER_S)
    const retryAfter = Number(reply.getHeader('retry-after')) || undefined
    // Whoever sends too much goes on sending: the rest is not read, as Fastify does with bodies that it parses itself.
    if (http === 413) reply.header('connection', 'close')
    reply.code(http).headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const onlyReads = error instanceof StoreOnlyReads
    const { takesFiles = false } = request.routeOptions.config
    const envelope = failed(deps.words, langOf(request), http, { retryAfter, onlyReads, takesFiles })
    if (request.answer) Object.assign(request.answer, { status: envelope.status, code: String(envelope.code) })
    return reply.type('application/json').send(envelope)
  })
}

/** The request id: the browser's when it has the form of spec §9, otherwise one of ours. */
export function requestIdOf(header: string | string[] | undefined, now: number): string {
  if (typeof header === 'string' && /^[A-Z]\d{13}\d{6}$/.test(header)) return header
  return `S${now}${String(Math.floor(Math.random() * 1_000_000)).padStart(6, '0')}`
}
