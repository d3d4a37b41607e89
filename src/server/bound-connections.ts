/**
 * Limits of open connections (decision 0033). A browser keeps each connection open for its next request, so a school
 * behind one address reaches the limit with connections on which nothing happens: at the limit, the one that has been
 * idle longest is closed for the new one.
 */
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { addressOf, rateLimitKey } from './network-address.ts'

export interface ConnectionLimits {
  /** Of the process. */
  connections: number
  connectionsOfAddress: number
}

/** Connections that are counted together. */
interface Connections {
  limit: number
  open: Set<Socket>
  /** Those that have had an answer and no request since: the first has been idle longest. */
  idle: Set<Socket>
}

/**
 * `requests` that came on a connection and are not answered yet: a client may send the next one before it has the
 * answer to the last.
 */
interface Counted {
  among: readonly Connections[]
  requests: number
}

const connections = (limit: number): Connections => ({ limit, open: new Set(), idle: new Set() })

function forget(socket: Socket, among: readonly Connections[]): void {
  for (const { open, idle } of among) {
    open.delete(socket)
    idle.delete(socket)
  }
}

/** A new connection is refused only where all those of its address, or of the process, carry a request. */
export function boundConnections(
  app: FastifyInstance,
  limits: ConnectionLimits,
  isProxy: (address: string) => boolean,
): void {
  const ofProcess = connections(limits.connections)
  const ofCustomers = new Map<string, Connections>()
  const counts = new WeakMap<Socket, Counted>()

  /** False when the limit is reached and no connection is idle. */
  const makeRoom = ({ open, idle, limit }: Connections): boolean => {
    if (open.size < limit) return true
    const [longestIdle] = idle
    if (!longestIdle) return false
    forget(longestIdle, counts.get(longestIdle)?.among ?? [])
    longestIdle.destroy()
    return true
  }

  app.server.on('connection', (socket: Socket) => {
    const address = addressOf(socket.remoteAddress ?? '')
    const customer = rateLimitKey(address)
    const ofCustomer = ofCustomers.get(customer) ?? connections(limits.connectionsOfAddress)
    // A proxy carries everybody's connections: it must limit each visitor's connections itself.
    const among = isProxy(address) ? [ofProcess] : [ofCustomer, ofProcess]
    if (!among.every(makeRoom)) {
      socket.destroy()
      return
    }
    for (const { open } of among) open.add(socket)
    if (ofCustomer.open.size > 0) ofCustomers.set(customer, ofCustomer)
    counts.set(socket, { among, requests: 0 })
    socket.once('close', () => {
      forget(socket, among)
      if (ofCustomer.open.size === 0 && ofCustomers.get(customer) === ofCustomer) ofCustomers.delete(customer)
    })
  })

  // Callback style, like all hooks that every call passes: a promise costs more than the hook does.
  app.addHook('onRequest', ({ raw: { socket } }, _reply, next) => {
    const counted = counts.get(socket)
    if (!counted) return next()
    counted.requests += 1
    for (const { idle } of counted.among) idle.delete(socket)
    next()
  })
  app.addHook('onResponse', ({ raw: { socket } }, _reply, next) => {
    const counted = counts.get(socket)
    if (!counted || --counted.requests > 0) return next()
    // Closed meanwhile: nobody is left to forget it.
    for (const { open, idle } of counted.among) if (open.has(socket)) idle.add(socket)
    next()
  })
}
