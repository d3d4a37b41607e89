/**
 * `npm run edit -- --host`: mails and documents for a colleague or a phone in the same network. The screen that writes
 * stays on this machine; this is a server of its own that reads only, and it answers to the addresses of this machine
 * alone, so that a foreign name that resolves to it is refused as the screen refuses it.
 */
import Fastify, { type FastifyInstance } from 'fastify'
import { networkInterfaces } from 'node:os'
import { guard } from '../origin-guard.ts'
import { sampleRoutes } from './sample-routes.ts'

/** Addresses of this machine in its networks, as a browser writes them. */
export const networkNames = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, family, address }) => !internal && family === 'IPv4' && !address.startsWith('169.254.'))
    .map(({ address }) => address)

export function createSharedPreview(clock: () => number, names: readonly string[] = networkNames()): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true })
  const port = (): number => {
    const address = app.server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }
  guard(app, port, [], names)
  app.get('/', async (_request, reply) => reply.redirect('/samples'))
  sampleRoutes(app, clock)
  return app
}
