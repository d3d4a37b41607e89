/**
 * Limits of open connections (decision 0033). A browser keeps each connection open for its next request, so a school behind one address
 * reaches the limit with connections on which nothing happens: at the limit, the one that has been idle longest is closed for the new one.
 */
import { Socket } from 'node:net'
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

const connections = (limit: number): Connections => ({ limit, open: new Set(), idle: new Set() })

function forget(socket: Socket, counted: Connections[]): void {
  for (const { open, idle } of counted) {
    open.delete(socket)
    idle.delete(socket)
  }
}

/** A new connection is refused only where all those of its address, or of the process, carry a request. */
export function boundConnections(app: FastifyInstance, limits: ConnectionLimits, isProxy: (address: string) => boolean): void {
  const ofProcess = connections(limits.connections)
  const ofCustomers = new Map<string, Connections>()
  const countedIn = new WeakMap<Socket, Connections[]>()

  /** False when `counted` is full and none of its connections is idle. */
  const makeRoom = (counted: Connections): boolean => {
    if (counted.open.size < counted.limit) return true
    const [longestIdle] = counted.idle
    if (!longestIdle) return false
    forget(longestIdle, countedIn.get(longestIdle) ?? [])
    longestIdle.destroy()
    return true
  }

  app.server.on('connection', (socket: Socket) => {
    const address = addressOf(socket.remoteAddress ?? '')
    const customer = rateLimitKey(address)
    const ofCustomer = ofCustomers.get(customer) ?? connections(limits.connectionsOfAddress)
    // A proxy carries everybody's connections: it must limit each visitor's connections itself.
    const counted = isProxy(address) ? [ofProcess] : [ofCustomer, ofProcess]
    if (!counted.every(makeRoom)) return void socket.destroy()
    for (const { open } of counted) open.add(socket)
    if (ofCustomer.open.size > 0) ofCustomers.set(customer, ofCustomer)
    countedIn.set(socket, counted)
    socket.once('close', () => {
      forget(socket, counted)
      if (ofCustomer.open.size === 0 && ofCustomers.get(customer) === ofCustomer) ofCustomers.delete(customer)
    })
  })

  // Callback style, like all hooks that every call passes: a promise costs more than the hook does.
  app.addHook('onRequest', ({ raw: { socket } }, _reply, next) => {
    for (const { idle } of countedIn.get(socket) ?? []) idle.delete(socket)
    next()
  })
  app.addHook('onResponse', ({ raw: { socket } }, _reply, next) => {
    // Closed meanwhile: nobody is left to forget it.
    for (const { open, idle } of countedIn.get(socket) ?? []) if (open.has(socket)) idle.add(socket)
    next()
  })
}
