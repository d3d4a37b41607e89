/** Express with Prisma, and the middleware that both are usually found with. */
import express from 'express'
import { rateLimit } from 'express-rate-limit'
import helmet from 'helmet'
import { pinoHttp } from 'pino-http'
import { answerCpu } from '../../tests/bench/api/child.ts'
import { ANSWERS } from '../../tests/bench/peers/answers.ts'
import { done, langOf, peerOver, refused, sessionOf } from '../../tests/bench/peers/peer.ts'
import { HEADERS, SESSION_ENDS_IN } from '../../src/server/http/caller.ts'
import { prismaStore } from './prisma-store.mjs'

const MINUTE = 60_000
const MOST = 1_000_000_000

const peer = peerOver(prismaStore)
const app = express()
app.use(pinoHttp({ genReqId: ({ headers }) => headers[HEADERS.requestId] }))
app.use(helmet())
app.use(rateLimit({ windowMs: MINUTE, limit: MOST }))
app.use(async (request, response, next) => {
  const session = await sessionOf(peer, request.headers)
  if (typeof session === 'number') return response.json(refused(peer, langOf(request.query.lang), session))
  response.set({
    'cache-control': 'no-store',
    [HEADERS.requestId]: request.id,
    [SESSION_ENDS_IN]: Math.floor((session.ends_at - Date.now()) / 1000),
  })
  request.session = session
  next()
})
for (const [path, answer] of Object.entries(ANSWERS))
  app.post(`/index/${path}`, async ({ session, query }, response) => {
    const lang = langOf(query.lang)
    response.json(done(peer, lang, await answer({ peer, session, lang }, query)))
  })

answerCpu()
const server = app.listen(0, '127.0.0.1', () => process.send(server.address().port))
