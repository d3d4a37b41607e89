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
  /**
   * Ends within the time that containers allow; the same end, however often it is asked for. `drain`: goes on answering
   * for `DRAIN_SECONDS` first, until it is asked to end without.
   */
  end: (how?: { drain: boolean }) => Promise<void>
}

/** What sends them is loaded where it is asked for. */
async function tracesOf(settings: TraceSettings, { deps }: Server): Promise<() => Promise<void>> {
  const { sendTraces } = await import('../../server/traces/send-traces.ts')
  return sendTraces(settings, { metrics: deps.metrics, mode: deps.config.mode })
}

/** Opens everything, brings the store to head, fills the demo account if there is one, listens, and begins to work. */
export async function startServer(config: Config): Promise<Listening> {
  let ending: Listening['end'] | undefined
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
  const end = (ending = gracefulEnd(app, server, {
    first: () => held?.letGo(),
    last: async () => {
      await metrics?.close()
      await endTraces?.()
    },
  }))
  // Steps of the schema may have held up this process, and its name in the folder, for longer than others wait.
  held?.require()
  await app.listen({ port: config.port, host: config.host })
  if (config.worker) for (const it of [server.deps.outbox, server.deps.checking]) it.start()
  const address = app.server.address()
  return { port: typeof address === 'object' && address ? address.port : config.port, metricsPort: metrics?.port, end }
}

/** Time for requests in flight, ms. */
const REQUESTS_END_IN = 4_000
/** For the first request on a connection that was made before the end, ms: it may be on its way. */
const UNUSED_END_IN = 500
/** For requests, running jobs and the store together, ms, after it went on answering. */
const ALL_ENDS_IN = 6_000

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
 * Answers how this server ends, as on a signal, within the ten seconds that containers allow before they kill: no job
 * is begun any more, while calls are answered until whoever hands them on has heard that it leaves; then nothing new is
 * started, work under way is finished, and what takes too long is cut off. That is harmless, because every step may be
 * cut off at any moment and is then repeated. Requests and jobs end in parallel: no job must begin while a request is
 * waited for. Made before it listens, so that no connection is missed. `first` and `last`: what ends before and after
 * all of this.
 */
function gracefulEnd(
  app: FastifyInstance,
  server: Server,
  { first, last }: { first: () => void; last: () => Promise<void> },
): Listening['end'] {
  const { health, outbox, checking, config, log } = server.deps
  const connections = followConnections(app.server)
  const hurry = new AbortController()
  let ending: Promise<void> | undefined
  const everything = async (jobs: Promise<unknown>): Promise<void> => {
    first()
    const cut = setTimeout(() => app.server.closeAllConnections(), REQUESTS_END_IN)
    const requests = app.close()
    setTimeout(connections.closeUnused, UNUSED_END_IN)
    await Promise.all([requests, jobs])
    await server.close()
    await last()
    clearTimeout(cut)
  }
  const end = async (): Promise<void> => {
    health.leave()
    const jobs = Promise.all([outbox.stop(), checking.stop()])
    // Waited for below.
    jobs.catch(() => undefined)
    await pause(config.drainMs, undefined, { signal: hurry.signal }).catch(() => undefined)
    const late = pause(ALL_ENDS_IN, true, { ref: false })
    if (await Promise.race([everything(jobs), late])) log.warn('ended before everything in hand was done')
  }
  return ({ drain } = { drain: false }) => {
    if (!drain) hurry.abort()
    return (ending ??= end())
  }
}
