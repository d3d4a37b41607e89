/** Before the API tests on PostgreSQL: a server of their own with a migrated database to copy; afterwards it is gone. */
import type { TestProject } from 'vitest/node'
import { openStore } from '../../src/server/db/database.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { ALL_TABLES } from '../../src/programs/database-tables.ts'
import { ensurePostgres, versionOf } from '../stores/postgres-binaries.ts'
import { administer, startPostgres, urlOf } from '../stores/postgres-server.ts'
import { MIGRATED } from '../stores/requested-store.ts'

/** Vitest calls this once per run of the project, before its first file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const bin = ensurePostgres()
  if (bin === undefined) {
    process.stdout.write(
      'No PostgreSQL found, and none could be installed: the dialect runs in memory (PGlite), one statement at a time\n',
    )
    project.provide('store', { kind: 'memory' })
    return async () => undefined
  }
  process.stdout.write(`${versionOf(bin)} of ${bin}\n`)
  const server = await startPostgres(bin, (process.env['POSTGRES_SETTINGS'] ?? '').split(' ').filter(Boolean))
  await administer(server.socket, `create database ${MIGRATED}`)
  const store = openStore({ databaseUrl: urlOf(server.socket, MIGRATED), dataDir: '' })
  await migrate(store, ALL_TABLES)
  await store.close()
  project.provide('store', { kind: 'server', socket: server.socket })
  return server.stop
}
