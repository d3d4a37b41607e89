/** A span for each call and each notification: from its first byte until the answer was sent. */
import { SpanKind, type Span } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import { withLogContext } from '../logs/log-context.ts'
import { beginSpan, endSpan, idAttributes } from './traces.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | undefined
  }
}

/**
 * Begins a trace with each request. One that the sender names (`traceparent`) is not taken over: strangers would decide
 * what is recorded.
 */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', undefined)
  app.addHook('onRequest', (request, _reply, next) => {
    const route = request.routeOptions.url ?? 'none'
    request.span = beginSpan(`${request.method} ${route}`, SpanKind.SERVER, {
      'http.request.method': request.method,
      'http.route': route,
      'youfang.request': request.id,
    })
    next()
  })
  // Not before: the body is read by events of the socket, which know nothing of the request's context.
  app.addHook('preHandler', ({ id, span }, _reply, next) => withLogContext({ request: id, ids: {}, span }, next))
  app.addHook('onResponse', ({ span, answer }, reply, next) => {
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (answer) span?.setAttributes({ 'youfang.status': answer.status, 'youfang.code': answer.code })
    if (answer) span?.setAttributes(idAttributes(answer))
    endSpan(span, reply.statusCode >= 500 ? new Failure() : undefined)
    next()
  })
}

class Failure extends Error {
  override name = 'Failure'
}
