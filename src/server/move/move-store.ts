/**
 * Moves an installation from SQLite and a folder to PostgreSQL and a bucket. Files are copied while the site goes on;
 * then jobs rest until none is in hand, so that nothing is sent twice; then the site only reads, until all rows are
 * copied and compared. The old store is marked as moved before the new one is committed: whatever happens in between,
 * no two stores take writes, and a run that is repeated knows which is which.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { ConfigError } from '../config.ts'
import type { Store, Trx } from '../db/database.ts'
import type { Database } from '../db/database-rows.ts'
import type { Table } from '../db/define-table.ts'
import { atHead } from '../db/migrate.ts'
import type { StoreMark } from '../db/store-mark.ts'
import { driverCode, StoreUnavailable } from '../db/store-unavailable.ts'
import { secretFault } from '../keys/secret-canary.ts'
import type { Seal } from '../keys/seal.ts'
import type { Storage } from '../files/storage.ts'
import { writeEvent } from '../transition.ts'
import { handOver, openCopies, type FileCopies } from './copy-files.ts'
import { copyRows } from './copy-rows.ts'

/** Files that came meanwhile: so few may be copied while the site only reads. */
const FEW_FILES = 20
const LOOK_EVERY_MS = 100
const RENEW_EVERY_MS = 5_000
const SHOWN = 20
const NO_SUCH_TABLE = '42P01'
const EVENT = { entity: 'store', entity_id: 'sqlite', to_status: 'moved' } as const

export interface Move {
  from: Pick<Store, 'db' | 'snapshot' | 'dialect'>
  to: Pick<Store, 'db' | 'writeUnhurried'>
  mark: StoreMark
  /** Where files lie now. */
  folder: Storage
  /** Where they go; undefined where they stay. */
  bucket: Storage | undefined
  seal: Seal
  tables: readonly Table[]
  /** Of the servers: their jobs say until when they are in hand. */
  clock: () => number
  print: (line: string) => void
}

const secondsSince = (begun: number): number => Math.ceil((performance.now() - begun) / 100) / 10

/** When this database became the store; undefined when it is empty. Throws `ConfigError` when it is another's. */
async function movedAt({ db }: Pick<Store, 'db'>): Promise<number | undefined> {
  const tables = await tablesIn({ db })
  if (tables === 0) return undefined
  const event = await movedEvent(db)
  if (event) return event.at
  throw new ConfigError(`A store is moved into an empty database: that of DATABASE_URL has ${tables} tables`)
}

/** Of PostgreSQL, where ours would be made: a host's views and other schemas do not count. */
export async function tablesIn({ db }: Pick<Store, 'db'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_tables
    where schemaname = current_schema()`.execute(db)
  return rows[0]?.count ?? 0
}

export const movedEvent = (db: Kysely<Database>): Promise<{ id: string; at: number } | undefined> =>
  db
    .selectFrom('events')
    .select(['id', 'at'])
    .where('entity', '=', EVENT.entity)
    .where('entity_id', '=', EVENT.entity_id)
    .where('to_status', '=', EVENT.to_status)
    .executeTakeFirst()
    .catch((error: unknown) => {
      // A database that is none of ours.
      if (driverCode(error) === NO_SUCH_TABLE) return undefined
      throw error
    })

/** The first canary's id: it names the installation. */
async function requireReady({ from, seal, tables }: Move): Promise<string> {
  if (!(await atHead(from)))
    throw new ConfigError('The SQLite store of DATA_DIR is of another version: start the server of this version on it')
  const fault = await secretFault(from.db, { seal, tables })
  if (fault !== undefined) throw new ConfigError(fault)
  const canary = await from.db.selectFrom('secret_canaries').select('id').orderBy('id').executeTakeFirst()
  if (!canary) throw new ConfigError('No server has run on the SQLite store of DATA_DIR yet: there is nothing to move')
  return canary.id
}

const openFiles = async (move: Move, installation: string): Promise<FileCopies | undefined> =>
  move.bucket && openCopies({ ...move, from: move.folder, to: move.bucket }, installation)

/** Tries all of it and leaves nothing: rows go into a transaction that is rolled back. Throws what a move would. */
export async function rehearseMove(move: Move): Promise<void> {
  const { from, to, bucket, print } = move
  const installation = await requireReady(move)
  if (move.mark.state === 'moved' || (await movedAt(to)) !== undefined)
    throw new ConfigError('The SQLite store of DATA_DIR was moved before')
  const { files, bytes } = (await (await openFiles(move, installation))?.due(from.db)) ?? { files: 0, bytes: 0 }
  await bucket?.probe()
  const begun = performance.now()
  let rows = 0
  await rolledBack(to, async (trx) => {
    rows = await from.snapshot((db) => copyRows(db, trx, move))
  })
  print(`${rows} rows would be moved; nothing was.`)
  print(
    bucket
      ? `${files} files of ${Math.ceil(bytes / 1024 / 1024)} MB would be copied first, while the site goes on.`
      : 'Files stay in DATA_DIR, because S3_BUCKET is not set.',
  )
  print(`The site would only read for about ${secondsSince(begun)} s.`)
}

class RolledBack extends Error {}

async function rolledBack({ writeUnhurried }: Move['to'], run: (trx: Trx) => Promise<void>): Promise<void> {
  await writeUnhurried(async (trx) => {
    await run(trx)
    throw new RolledBack()
  }).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
}

/** Moves it, or goes on with a move that was interrupted. */
export async function moveStore(move: Move): Promise<void> {
  const { to, mark, bucket, print } = move
  const installation = await requireReady(move)
  const before = await movedAt(to)
  if (before === undefined) await moveAll(move, await openFiles(move, installation))
  else if (mark.state !== 'moved')
    throw new ConfigError('The store was moved to the database of DATABASE_URL before, and reopened since: empty that')
  if (bucket) await handOver(bucket)
  print(
    `Moved${before === undefined ? '' : `, on ${new Date(before).toISOString()}`}. Start the server with these settings and the same SECRET, and stop every process that has others.`,
  )
}

async function moveAll(move: Move, files: FileCopies | undefined): Promise<void> {
  const { from, mark, print } = move
  if (mark.state === 'moved') {
    print('This store was marked as moved before, and the database is empty: its rows are copied again.')
    return copyAll(move, files)
  }
  if (files) for (let came = Infinity; came > FEW_FILES;) came = await files.copy(from.db)
  return whileMarked(move, async () => {
    await restOfJobs(move)
    mark.onlyRead()
    print('The site only reads now.')
    const begun = performance.now()
    await copyAll(move, files)
    print(`The site only read for ${secondsSince(begun)} s, and does until the new server runs.`)
  })
}

/** Renews the mark; takes it away when `run` fails, unless nobody knows whether the other database has taken it. */
async function whileMarked({ mark, to, print }: Move, run: () => Promise<void>): Promise<void> {
  mark.restJobs()
  const renewing = setInterval(() => {
    try {
      mark.renew()
    } catch {
      // The end of the move says so.
    }
  }, RENEW_EVERY_MS)
  try {
    await run()
  } catch (error) {
    if (error instanceof StoreUnavailable && error.maybeWritten)
      print('Nobody knows whether the database has taken it: run this again. Until then the site only reads.')
    // What fails after the commit, for example while the connection is given back, leaves it moved.
    else if (mark.state !== 'moved' || !(await movedEvent(to.db))) mark.clear()
    throw error
  } finally {
    clearInterval(renewing)
  }
}

/** Waits until no process has a job or a file in hand: what a job did must be in the rows. */
async function restOfJobs({ from: { db }, clock, print }: Move): Promise<void> {
  const inHand = async (): Promise<number> => {
    const at = clock()
    const { rows } = await sql<{ count: number }>`select
      (select count(*) from jobs where done_at is null and failed_at is null and lease_until > ${at})
      + (select count(*) from incoming where lease_until > ${at}) as count`.execute(db)
    return rows[0]?.count ?? 0
  }
  const waiting = await inHand()
  print(`Jobs rest. ${waiting} are in hand; the site goes on until they are done.`)
  while ((await inHand()) > 0) await pause(LOOK_EVERY_MS)
}

/** Nothing is written to the old store any more. */
async function copyAll(move: Move, files: FileCopies | undefined): Promise<void> {
  const { from, to, mark, clock, print } = move
  await files?.copy(from.db)
  const lost = files?.lost() ?? []
  await to.writeUnhurried(async (trx) => {
    const rows = await from.snapshot((db) => copyRows(db, trx, move))
    const data = { rows, files: files?.named() ?? null, lost: lost.length }
    await writeEvent(trx, { ...EVENT, from_status: null, at: clock(), by: 'system', why: '', data })
    if (mark.state !== 'moved') mark.setMoved()
    print(`${rows} rows are copied and compared.`)
  })
  if (files) print(`${files.named() - lost.length} files are copied and compared.`)
  if (lost.length > 0)
    print(`Lost or damaged before the move, and so still: ${lost.length} files: ${lost.slice(0, SHOWN).join(', ')}`)
}
