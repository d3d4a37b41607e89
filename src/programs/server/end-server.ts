/**
 * Ends a server, as on a signal, within the ten seconds that containers allow before they kill: nothing new is started,
 * work under way is finished, and what takes too long is cut off. That is harmless, because every step may be cut off
 * at any moment and is then repeated.
 */
import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Server } from '../../server/create-server.ts'

/** Time for requests in flight, ms. */
const REQUESTS_END_IN = 4_000
/** For requests, running jobs and the store together, ms. */
const ALL_ENDS_IN = 8_000

/**
 * Follows connections, so that those without a request can be closed: Node counts them as busy, and applies no time-out
 * to them once it is closing. Browsers open such connections in advance.
 */
function followConnections(http: HttpServer): { closeUnused: () => void } {
  const unused = new Set<Socket>()
  http.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  http.on('request', ({ socket }) => unused.delete(socket))
  return {
    closeUnused: () => {
      for (const socket of unused) socket.destroy()
    },
  }
}

/**
 * Answers how this server ends. Requests and jobs end in parallel: no job must begin while a request is waited for.
 * Made before it listens, so that no connection is missed.
 */
export function gracefulEnd(
  app: FastifyInstance,
  server: Server,
  /** Ends what was opened beside it. */
  endRest: () => Promise<void> = async () => undefined,
): () => Promise<void> {
  const connections = followConnections(app.server)
  let ending: Promise<void> | undefined
  const everything = async (): Promise<void> => {
    const cut = setTimeout(() => app.server.closeAllConnections(), REQUESTS_END_IN)
    const requests = app.close()
    connections.closeUnused()
    await Promise.all([requests, server.deps.outbox.stop(), server.deps.checking.stop()])
    await server.close()
    await endRest()
    clearTimeout(cut)
  }
  const end = async (): Promise<void> => {
    const late = pause(ALL_ENDS_IN, true, { ref: false })
    if (await Promise.race([everything(), late])) server.deps.log.warn('ended before everything in hand was done')
  }
  return () => (ending ??= end())
}
