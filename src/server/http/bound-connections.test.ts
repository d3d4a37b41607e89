import { PassThrough } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { boundConnections } from './bound-connections.ts'

/** A connection from an address that this machine does not have. */
function connectionFrom(app: FastifyInstance, remoteAddress: string): PassThrough {
  const connection = Object.assign(new PassThrough(), { remoteAddress })
  app.server.emit('connection', connection)
  return connection
}

test('neighbouring IPv6 customers have a limit together: nobody fills the process from the networks of one line', () => {
  const app = Fastify()
  boundConnections(app, { connections: 100, connectionsOfAddress: 2, connectionsOfNetwork: 4 }, () => false)
  const ofOneLine = [0, 1, 2, 3, 4, 5].map((i) => connectionFrom(app, `2001:db8:1:${i}::1`))
  const ofNeighbours = connectionFrom(app, '2001:db8:2::1')
  expect(ofOneLine.map((it) => it.destroyed)).toEqual([true, true, false, false, false, false])
  expect(ofNeighbours.destroyed).toBe(false)
})

test('a proxy is one address for everybody: only the limit of the process counts its connections', () => {
  const app = Fastify()
  boundConnections(app, { connections: 4, connectionsOfAddress: 1, connectionsOfNetwork: 2 }, () => true)
  const all = [0, 1, 2, 3, 4].map(() => connectionFrom(app, '10.0.0.1'))
  expect(all.map((it) => it.destroyed)).toEqual([true, false, false, false, false])
})
