/** The database of one test's server, in the project's dialect (vitest.config.ts). */
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PGliteDialect } from 'kysely'
import { inject } from 'vitest'
import { openStore, storeOf, type Store } from '../../src/server/db/database.ts'
import type { Database } from '../../src/server/db/database-rows.ts'
import { administer, urlOf } from './postgres-server.ts'
import { MIGRATED, type Wanted } from './requested-store.ts'

/** Other projects than the API's provide no store: their tests use SQLite. */
const wanted: Wanted = inject('store') ?? { kind: 'sqlite' }

/** Whether statements run without waiting for each other; false in memory, where there is one connection. */
export const runsConcurrently = wanted.kind !== 'memory'
export const dialect: Store['dialect'] = wanted.kind === 'sqlite' ? 'sqlite' : 'postgres'

let databases = 0
/** Databases of folders that a test starts again. */
const ofFolders = new Map<string, string>()

/** A new database on the run's PostgreSQL server, as a copy of another one that has no connections. */
async function createDatabase(template: string): Promise<string> {
  const name = `test_${process.pid}_${++databases}`
  await administer(socketOf(), `create database ${name} template ${template}`)
  return name
}

const EMPTY = 'template1'

const dropDatabase = (name: string): Promise<void> => administer(socketOf(), `drop database ${name} with (force)`)

function socketOf(): string {
  if (wanted.kind !== 'server') throw new Error('There is no PostgreSQL server in this run')
  return wanted.socket
}

/** PostgreSQL in memory, with bigint parsed to a number as in production. */
async function memoryPostgres(): Promise<Store> {
  // Needed only without a server, and slow to load.
  const { PGlite } = await import('@electric-sql/pglite')
  const pglite = await PGlite.create({ parsers: { 20: Number } })
  const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) })
  return storeOf(db, db, 'postgres')
}

export interface FreshOptions {
  dataDir: string
  /** The folder may be started again: its database stays, and is found again. */
  again?: boolean
  /** With the tables of all features; otherwise empty. */
  migrated?: boolean
  /** A folder that can be started again: this one gets a copy of its database. */
  from?: string | undefined
}

/** A database in memory ends with its server: it cannot be copied to another one. */
export const canBeCopied = wanted.kind !== 'memory'

/** Drops the database of a folder that is not started again; on SQLite it is a file in the folder. */
export async function forget(dataDir: string): Promise<void> {
  const name = ofFolders.get(dataDir)
  ofFolders.delete(dataDir)
  if (name !== undefined) await dropDatabase(name)
}

/** A store of this run's dialect, for one server of a test. On PostgreSQL `close` drops what nobody can start again. */
export async function freshStore({ dataDir, again = false, migrated = false, from }: FreshOptions): Promise<Store> {
  if (wanted.kind === 'sqlite') {
    if (migrated && wanted.migrated !== undefined && !existsSync(join(dataDir, 'youfang.db')))
      cpSync(wanted.migrated, dataDir, { recursive: true })
    return openStore({ dataDir })
  }
  if (wanted.kind === 'memory') return memoryPostgres()
  const template = from === undefined ? undefined : ofFolders.get(from)
  const name = ofFolders.get(dataDir) ?? (await createDatabase(template ?? (migrated ? MIGRATED : EMPTY)))
  const store = openStore({ databaseUrl: urlOf(wanted.socket, name), dataDir })
  if (!again) return { ...store, close: () => store.close().then(() => dropDatabase(name)) }
  ofFolders.set(dataDir, name)
  return store
}

/** Address of an empty database, for tests that open several pools over one. Needs the PostgreSQL server. */
export async function emptyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = await createDatabase(EMPTY)
  return { url: urlOf(socketOf(), name), drop: () => dropDatabase(name) }
}
