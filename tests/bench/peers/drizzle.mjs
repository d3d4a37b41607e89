/** Fastify with Drizzle: its plugins, its own log, and Drizzle's relational queries. */
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import { answerCpu } from '../../tests/bench/api/child.ts'
import { ANSWERS } from '../../tests/bench/peers/answers.ts'
import { done, langOf, peerOver, refused, sessionOf } from '../../tests/bench/peers/peer.ts'
import { HEADERS, SESSION_ENDS_IN } from '../../src/server/http/caller.ts'
import { drizzleStore } from './drizzle-store.mjs'

const MOST = 1_000_000_000

const peer = peerOver(drizzleStore)
const app = Fastify({ logger: true, genReqId: ({ headers }) => headers[HEADERS.requestId] })
await app.register(helmet)
await app.register(rateLimit, { max: MOST, timeWindow: '1 minute' })
app.addHook('preHandler', async (request, reply) => {
  const session = await sessionOf(peer, request.headers)
  if (typeof session === 'number') return reply.send(refused(peer, langOf(request.query.lang), session))
  request.session = session
  reply.headers({
    'cache-control': 'no-store',
    [HEADERS.requestId]: request.id,
    [SESSION_ENDS_IN]: Math.floor((session.ends_at - Date.now()) / 1000),
  })
})
for (const [path, answer] of Object.entries(ANSWERS))
  app.post(`/index/${path}`, async ({ session, query }) => {
    const lang = langOf(query.lang)
    return done(peer, lang, await answer({ peer, session, lang }, query))
  })

answerCpu()
process.send(Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port))
