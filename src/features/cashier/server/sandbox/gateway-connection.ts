/** HTTP between the two sides of the sandbox, which run in one process but communicate only over HTTP. */
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../../server/dependencies.ts'
import { ProviderUnavailable } from '../providers/provider-interface.ts'

interface GatewayReply {
  status: number
  body: Buffer
}
type GatewayConnection = (path: string, body: Buffer, headers: Record<string, string>) => Promise<GatewayReply>

const TIMEOUT = 10_000
const apps = new WeakMap<Deps, FastifyInstance>()

/** Called once, when the app is composed. */
export const connectGateway = (deps: Deps, app: FastifyInstance): void => void apps.set(deps, app)

/** Posts JSON to this server's own address; if the app does not listen (tests, no port), it is called directly. */
export function gatewayConnection(deps: Deps): GatewayConnection {
  return async (path, body, headers) => {
    const app = apps.get(deps)
    if (!app) throw new ProviderUnavailable('no gateway in this process')
    const all = { 'content-type': 'application/json', ...headers }
    const address = app.server.address()
    if (typeof address !== 'object' || address === null) {
      const reply = await app.inject({ method: 'POST', url: path, payload: body, headers: all })
      return { status: reply.statusCode, body: reply.rawPayload }
    }
    try {
      const response = await fetch(`http://127.0.0.1:${address.port}${path}`, {
        method: 'POST',
        body: new Uint8Array(body),
        headers: all,
        signal: AbortSignal.timeout(TIMEOUT),
      })
      return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
    } catch (error) {
      throw new ProviderUnavailable('no answer', { cause: error })
    }
  }
}
