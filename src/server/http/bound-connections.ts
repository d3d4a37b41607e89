/**
 * Limits of open connections (decisions 0033 and 0102). A browser keeps each connection open for its next request, so a
 * school behind one address reaches the limit with connections on which nothing happens: at a limit, one of those that
 * cost their owner least is closed for the new one.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { networkOf } from './network-address.ts'

export interface ConnectionLimits {
  /** Of the process. */
  connections: number
  connectionsOfAddress: number
  /** Of neighbouring addresses together: an IPv4 /24, an IPv6 /48. */
  connectionsOfNetwork: number
}

/**
 * Connections that can be closed for a new one, in the order in which they are: those without a complete request so
 * far, those whose requests are all answered, those that are still reading an answer. Those whose request is still
 * arriving give way only at the limit of the process; those that wait for an answer never do.
 */
const GIVE_WAY = ['silent', 'idle', 'reading'] as const
type State = (typeof GIVE_WAY)[number] | 'waiting'

/** Connections that are counted together. In each set the first has been in its state longest. */
interface ConnectionGroup extends Record<(typeof GIVE_WAY)[number], Set<Socket>> {
  limit: number
  open: Set<Socket>
}

/** A client may send the next request before it has the answer to the last. */
interface Connection {
  groups: readonly ConnectionGroup[]
  state: State
  /** Answers that are not sent yet. */
  unanswered: Set<ServerResponse>
  /** Answers that the client has not taken completely. */
  unread: Set<ServerResponse>
}

const newGroup = (limit: number): ConnectionGroup => ({
  limit,
  open: new Set(),
  silent: new Set(),
  idle: new Set(),
  reading: new Set(),
})

function forget(socket: Socket, groups: readonly ConnectionGroup[]): void {
  for (const group of groups) {
    group.open.delete(socket)
    for (const state of GIVE_WAY) group[state].delete(socket)
  }
}

function changeState(socket: Socket, connection: Connection): void {
  const { groups, unanswered, unread } = connection
  const state: State = unanswered.size > 0 ? 'waiting' : unread.size > 0 ? 'reading' : 'idle'
  if (state === connection.state) return
  for (const group of groups) {
    if (connection.state !== 'waiting') group[connection.state].delete(socket)
    // Closed meanwhile: nobody is left to forget it.
    if (state !== 'waiting' && group.open.has(socket)) group[state].add(socket)
  }
  connection.state = state
}

/** Groups of addresses, each kept only while it has connections. */
function groupsBy(limit: number): { of: (key: string) => ConnectionGroup; release: (key: string) => void } {
  const groups = new Map<string, ConnectionGroup>()
  return {
    of: (key) => {
      const group = groups.get(key) ?? newGroup(limit)
      groups.set(key, group)
      return group
    },
    release: (key) => {
      if (groups.get(key)?.open.size === 0) groups.delete(key)
    },
  }
}

/**
 * A new connection is refused only where all those of its address or network carry a request, or all those of the
 * process wait for an answer.
 */
export function boundConnections(
  app: FastifyInstance,
  limits: ConnectionLimits,
  isProxy: (address: string) => boolean,
): void {
  const ofProcess = newGroup(limits.connections)
  const ofAddresses = groupsBy(limits.connectionsOfAddress)
  const ofNetworks = groupsBy(limits.connectionsOfNetwork)
  const connections = new WeakMap<Socket, Connection>()

  const isSending = (socket: Socket): boolean =>
    [...(connections.get(socket)?.unanswered ?? [])].every(({ req }) => !req.complete)

  const toGiveWay = (group: ConnectionGroup): Socket | undefined => {
    for (const state of GIVE_WAY) {
      const [longest] = group[state]
      if (longest) return longest
    }
    // Few do this at the same time; a body that is sent slowly from everywhere must not close the site.
    return group === ofProcess ? [...group.open].find(isSending) : undefined
  }

  /** False when the limit is reached and no connection can be closed. */
  const makeRoom = (group: ConnectionGroup): boolean => {
    if (group.open.size < group.limit) return true
    const closed = toGiveWay(group)
    if (!closed) return false
    forget(closed, connections.get(closed)?.groups ?? [])
    closed.destroy()
    return true
  }

  app.server.on('connection', (socket: Socket) => {
    const remote = socket.remoteAddress ?? ''
    const { address, prefix } = networkOf(remote)
    const release = (): void => {
      ofAddresses.release(address)
      ofNetworks.release(prefix)
    }
    // A proxy carries everybody's connections: it must limit each visitor's connections itself.
    const groups = isProxy(remote) ? [ofProcess] : [ofAddresses.of(address), ofNetworks.of(prefix), ofProcess]
    if (!groups.every(makeRoom)) {
      socket.destroy()
      return release()
    }
    for (const { open, silent } of groups) {
      open.add(socket)
      silent.add(socket)
    }
    connections.set(socket, { groups, state: 'silent', unanswered: new Set(), unread: new Set() })
    socket.once('close', () => {
      forget(socket, groups)
      release()
    })
  })

  // Of the HTTP server itself: Fastify has no hook for an address that it cannot decode.
  app.server.prependListener('request', ({ socket }, response) => {
    const connection = connections.get(socket)
    if (!connection) return
    connection.unanswered.add(response)
    connection.unread.add(response)
    changeState(socket, connection)
    // One that is cut off ends with its connection.
    response.once('finish', () => {
      connection.unanswered.delete(response)
      connection.unread.delete(response)
      changeState(socket, connection)
    })
  })
  // Callback style, like all hooks that every call passes: a promise costs more than the hook does.
  app.addHook('onSend', ({ raw: { socket } }, reply, payload, next) => {
    const connection = connections.get(socket)
    if (connection?.unanswered.delete(reply.raw) === true) changeState(socket, connection)
    next(null, payload)
  })
}
