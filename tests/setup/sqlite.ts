/**
 * Before the API tests on SQLite: a database with all tables, which each server of a test gets a copy of; afterwards it
 * is gone.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openStore } from '../../src/server/db/database.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { ALL_TABLES } from '../../src/programs/database-tables.ts'

/** Vitest calls this once per run of the project, before its first file. */
export default async function setup(project: TestProject): Promise<() => void> {
  const migrated = mkdtempSync(join(tmpdir(), 'youfang-migrated-'))
  const store = openStore({ dataDir: migrated })
  await migrate(store, ALL_TABLES)
  await store.close()
  project.provide('store', { kind: 'sqlite', migrated })
  return () => rmSync(migrated, { recursive: true, force: true })
}
