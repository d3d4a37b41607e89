/** Limits calls of an address per minute. Each process counts for itself. */
import type { FastifyInstance } from 'fastify'
import { rateLimitKey } from './network-address.ts'
import { RateLimit } from './rate-limit.ts'

const MINUTE = 60_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Not counted: something else limits it, such as a signature. */
    uncounted?: boolean
  }
}

/**
 * Limits every route of `app` to `most` calls a minute per customer; a call beyond that is answered 429 with the
 * seconds to wait.
 */
export function limitCalls(app: FastifyInstance, most: number, clock: () => number): void {
  const calls = new RateLimit(most, MINUTE)
  app.addHook('onRequest', (request, reply, next) => {
    if (request.routeOptions.config.uncounted === true) return next()
    // One customer holds a whole IPv6 /64: its addresses count as one.
    const wait = calls.secondsToWait(rateLimitKey(request.ip), clock())
    if (wait === 0) return next()
    reply.header('retry-after', wait)
    next(Object.assign(new Error('too many calls'), { statusCode: 429 }))
  })
}
