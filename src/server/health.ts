/** `/healthz`: the process is alive. `/readyz`: it can do its work (design §9). */
import type { FastifyInstance } from 'fastify'
import { atHead } from './db/migrate.ts'
import type { Server } from './create-server.ts'
import { copyFigures } from './operator/backup-commands.ts'

/** A due job that waited longer than this means that no worker runs. */
const MAX_LAG = 5 * 60_000

export function registerHealth(app: FastifyInstance, server: Server): void {
  const { deps, store, migrations } = server
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const checks = {
      database: await passes(store.probe),
      migrations: await passes(async () => {
        if (!(await atHead(store, migrations))) throw new Error('not at head')
      }),
      files: await passes(deps.files.probe),
    }
    const lag = await deps.outbox.lag().catch(() => Infinity)
    const figures = await Promise.all(
      [copyFigures, ...server.features.map((it) => it.figures)].map(async (read) =>
        read?.(deps).catch(() => undefined),
      ),
    )
    const ok = Object.values(checks).every(Boolean) && lag <= MAX_LAG
    return reply
      .code(ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(Object.assign({ ok, ...checks, outboxLagMs: Number.isFinite(lag) ? lag : null }, ...figures))
  })

  async function passes(check: () => Promise<void>): Promise<boolean> {
    try {
      await check()
      return true
    } catch (error) {
      deps.log.warn({ err: error }, 'not ready')
      return false
    }
  }
}
