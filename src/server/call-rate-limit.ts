/** Calls of an address in a minute. Counted by each process by itself. */
import type { FastifyInstance } from 'fastify'
import { rateLimitKey } from './network-address.ts'
import { RateLimit } from './rate-limit.ts'

const MINUTE = 60_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Not counted: something else bounds it, such as a signature. */
    uncounted?: boolean
  }
}

/** Holds every route of `app` to `most` calls a minute and customer; one more is answered 429 with the seconds to wait. */
export function limitCalls(app: FastifyInstance, most: number, clock: () => number): void {
  const calls = new RateLimit(most, MINUTE)
  app.addHook('onRequest', (request, reply, next) => {
    if (request.routeOptions.config.uncounted === true) return next()
    // One customer holds a whole /64 of IPv6: its addresses count as one.
    const wait = calls.secondsToWait(rateLimitKey(request.ip), clock())
    if (wait === 0) return next()
    reply.header('retry-after', wait)
    next(Object.assign(new Error('too many calls'), { statusCode: 429 }))
  })
}
