/**
 * Nobody can tie up the server's memory or connections by sending slowly or without end (decision 0033): a body arrives
 * within a minute, a file at a minimum rate; each address has limited unfinished bodies, and limited connections
 * (bound-connections.ts).
 */
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { boundConnections, type ConnectionLimits } from './bound-connections.ts'
import { rateLimitKey } from './network-address.ts'

export interface TransportLimits extends ConnectionLimits {
  /** Time from the first byte to the last of a request's head, ms. */
  headMs: number
  /** A connection on which no byte goes either way while a request is on it is closed after this time, ms. */
  stalledMs: number
  /** Time for a body without files, ms. */
  bodyMs: number
  /** A body with files brings at least `uploadBytes` in every `uploadMs`, and ends within `uploadMostMs`. */
  uploadMs: number
  uploadBytes: number
  uploadMostMs: number
  /** How often incoming bodies are checked, ms. */
  lookMs: number
  /** Incoming bodies of one customer at the same time. */
  bodiesOfCustomer: number
}

export const TRANSPORT_LIMITS: TransportLimits = {
  headMs: 20_000,
  stalledMs: 120_000,
  bodyMs: 60_000,
  // 5 KB/s, a phone with one bar, brings 150 KB in this time and a photo of 15 MB within 52 minutes; 2 KB/s or a pause
  // of 17 s is still allowed.
  uploadMs: 30_000,
  uploadBytes: 64 * 1024,
  uploadMostMs: 60 * 60_000,
  lookMs: 1000,
  connections: 2000,
  connectionsOfAddress: 200,
  connectionsOfNetwork: 1000,
  bodiesOfCustomer: 30,
}

/** An incoming body. Times are of the process's own clock, ms. */
export interface ArrivingBody {
  upload: boolean
  began: number
  /** Time, and bytes received, at the start of the current interval. */
  since: number
  from: number
}

/**
 * Checks an incoming body that has brought `bytes` by now: true when it is too slow. `waiting`: bytes of it are
 * buffered here unread, so the server is the slow side. Starts the next interval when it is due.
 */
export function isTooSlow(
  arrival: ArrivingBody,
  bytes: number,
  waiting: boolean,
  now: number,
  limits: TransportLimits,
): boolean {
  if (!arrival.upload) return now - arrival.began >= limits.bodyMs
  if (now - arrival.began >= limits.uploadMostMs) return true
  const over = now - arrival.since >= limits.uploadMs
  if (over && !waiting && bytes - arrival.from < limits.uploadBytes) return true
  if (over || waiting) Object.assign(arrival, { since: now, from: bytes })
  return false
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes files: its body must keep a rate instead of ending within a minute. */
    takesFiles?: boolean
  }
}

type Arriving = { arrival: ArrivingBody; reply: FastifyReply }

/** `answer` makes what is sent to a sender who is too slow, as raw HTTP, when nothing has been answered yet. */
export function closeSlowRequests(
  app: FastifyInstance,
  limits: TransportLimits,
  isProxy: (address: string) => boolean,
  answer: (request: FastifyRequest) => string,
): void {
  boundConnections(app, limits, isProxy)
  const arriving = new Map<FastifyRequest['raw'], Arriving>()
  const counts = new Map<string, number>()
  const look = (): void => {
    const now = performance.now()
    for (const [raw, { arrival, reply }] of arriving) {
      if (
        raw.complete ||
        raw.destroyed ||
        !isTooSlow(arrival, raw.socket.bytesRead, raw.readableLength > 0, now, limits)
      )
        continue
      if (!reply.raw.headersSent && raw.socket.writable) raw.socket.write(answer(reply.request))
      raw.socket.destroySoon()
      arriving.delete(raw)
    }
  }
  const timer = setInterval(look, limits.lookMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))

  // Callback style, like all hooks that every call passes: a promise costs more than the hook does.
  app.addHook('onRequest', (request, reply, next) => {
    const { raw } = request
    // Requests that the sandbox's gateway injects within this process have no connection.
    if (!hasBody(request) || !(raw.socket instanceof Socket)) return next()
    const customer = rateLimitKey(request.ip)
    const others = counts.get(customer) ?? 0
    if (others >= limits.bodiesOfCustomer) {
      // The rest of the body is not read, because nothing would time it.
      reply.header('connection', 'close')
      return next(Object.assign(new Error('too many bodies'), { statusCode: 429 }))
    }
    counts.set(customer, others + 1)
    const now = performance.now()
    const upload = request.routeOptions.config.takesFiles === true
    arriving.set(raw, { arrival: { upload, began: now, since: now, from: raw.socket.bytesRead }, reply })
    raw.once('close', () => {
      arriving.delete(raw)
      const left = (counts.get(customer) ?? 1) - 1
      if (left > 0) counts.set(customer, left)
      else counts.delete(customer)
    })
    next()
  })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
