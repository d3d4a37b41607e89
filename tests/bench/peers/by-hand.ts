/** Fastify and better-sqlite3 by hand: headers, limit of calls and log line as small as a careful team would write them. */
import Fastify, { LogController } from 'fastify'
import { pino } from 'pino'
import { HEADERS, SESSION_ENDS_IN } from '../../../src/server/http/caller.ts'
import { SITE_HEADERS } from '../../../src/server/http/security-headers.ts'
import { answerCpu } from '../api/child.ts'
import { ANSWERS } from './answers.ts'
import { byHand } from './by-hand-store.ts'
import { done, langOf, peerOver, refused, sessionOf } from './peer.ts'
import type { SessionRow } from './rows.ts'

const MINUTE = 60_000
const MOST = 1_000_000_000

declare module 'fastify' {
  interface FastifyRequest {
    session?: SessionRow
  }
}

const peer = peerOver(byHand)
const log = pino({ base: null }, pino.destination({ sync: false, minLength: 4096 }))
const app = Fastify({
  loggerInstance: log,
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: ({ headers }) => String(headers[HEADERS.requestId] ?? Date.now()),
})

let windowEnds = 0
const calls = new Map<string, number>()
app.addHook('onRequest', (request, reply, next) => {
  const now = Date.now()
  if (now > windowEnds) {
    calls.clear()
    windowEnds = now + MINUTE
  }
  const count = (calls.get(request.ip) ?? 0) + 1
  calls.set(request.ip, count)
  if (count > MOST) return void reply.code(429).send()
  next()
})
app.addHook('onSend', (request, reply, payload, next) => {
  reply.headers(SITE_HEADERS).header('cache-control', 'no-store').header(HEADERS.requestId, request.id)
  next(null, payload)
})
app.addHook('onResponse', (request, reply, next) => {
  const { method, url, id } = request
  log.info({ id, method, path: url.split('?')[0], status: reply.statusCode, ms: reply.elapsedTime }, 'request')
  next()
})
app.addHook('preHandler', async (request, reply) => {
  const session = await sessionOf(peer, request.headers)
  if (typeof session === 'number')
    return reply.send(refused(peer, langOf((request.query as Record<string, unknown>)['lang']), session))
  request.session = session
  reply.header(SESSION_ENDS_IN, Math.floor((session.ends_at - Date.now()) / 1000))
})

for (const [path, answer] of Object.entries(ANSWERS))
  app.post(`/index/${path}`, async ({ session, query }, reply) => {
    const lang = langOf((query as Record<string, unknown>)['lang'])
    reply.type('application/json; charset=utf-8')
    return session ? JSON.stringify(done(peer, lang, await answer({ peer, session, lang }, query))) : ''
  })

answerCpu()
process.send?.(Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port))
