/** A server that listens, and its end. */
import { createApp } from '../../server/http/create-app.ts'
import { ConfigError, type Config } from '../../server/config.ts'
import type { TraceSettings } from '../../server/traces/trace-settings.ts'
import type { Server } from '../../server/create-server.ts'
import { holdFolder } from '../../server/db/one-machine.ts'
import { openServer } from '../open-server.ts'
import { listenForMetrics } from '../../server/metrics/metrics-server.ts'
import { tableToReseal } from '../../server/keys/reseal.ts'
import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const RESEAL_FIRST =
  'SECRET has a new first secret: run `npm run operator -- keys reseal --why …` before the server starts'

export interface Listening {
  port: number
  /** Where Prometheus reads. */
  metricsPort: number | undefined
  /** Ends within the time that containers allow; the same end, however often it is asked for. */
  end: () => Promise<void>
}

/** What sends them is loaded where it is asked for. */
async function tracesOf(settings: TraceSettings, { deps }: Server): Promise<() => Promise<void>> {
  const { sendTraces } = await import('../../server/traces/send-traces.ts')
  return sendTraces(settings, { metrics: deps.metrics, mode: deps.config.mode })
}

/** Opens everything, brings the store to head, fills the demo account if there is one, listens, and begins to work. */
export async function startServer(config: Config): Promise<Listening> {
  let ending: (() => Promise<void>) | undefined
  const lost = (): void => {
    console.error('A server of another machine has taken DATA_DIR: this one ends')
    process.exitCode = 1
    // What does not end in time must not go on in a folder that is another's.
    void ending?.().finally(() => process.exit())
  }
  const held = config.databaseUrl === undefined ? await holdFolder(config.dataDir, lost) : undefined
  const server = await openServer({ config })
  // Keyed hashes find only what the first secret made: with a part of the store under another secret, people would not
  // find their data.
  if (config.secrets.length > 1 && (await tableToReseal(server.deps))) throw new ConfigError(RESEAL_FIRST)
  const app = await createApp(server)
  if (config.demo) await (await import('../demo/seed-demo.ts')).seedDemo(server.deps)
  const metrics = config.metrics && (await listenForMetrics(server.deps, config.metrics))
  const endTraces = config.traces && (await tracesOf(config.traces, server))
  const endAll = gracefulEnd(app, server, async () => {
    await metrics?.close()
    await endTraces?.()
  })
  const end = (ending = () => {
    held?.letGo()
    return endAll()
  })
  // Steps of the schema may have held up this process, and its name in the folder, for longer than others wait.
  held?.require()
  await app.listen({ port: config.port, host: config.host })
  if (config.worker) for (const it of [server.deps.outbox, server.deps.checking]) it.start()
  const address = app.server.address()
  return { port: typeof address === 'object' && address ? address.port : config.port, metricsPort: metrics?.port, end }
}

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
 * Answers how this server ends, as on a signal, within the ten seconds that containers allow before they kill: nothing
 * new is started, work under way is finished, and what takes too long is cut off. That is harmless, because every step
 * may be cut off at any moment and is then repeated. Requests and jobs end in parallel: no job must begin while a
 * request is waited for. Made before it listens, so that no connection is missed. `endRest` ends what was opened beside
 * it.
 */
function gracefulEnd(app: FastifyInstance, server: Server, endRest: () => Promise<void>): () => Promise<void> {
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
