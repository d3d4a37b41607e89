/**
 * Makes a backup while the site goes on. What the database names must be in the copy: files are copied first, then
 * again those that a snapshot of the database names and the copy lacks. A file that went meanwhile (an upload that was
 * checked, an account that was closed) means that the snapshot is too old, and another one is taken; each time only
 * what came since the last one is missing, so that this ends.
 */
import { link, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { ConfigError } from '../config.ts'
import type { Store } from '../db/database.ts'
import type { Database } from '../db/database-rows.ts'
import type { Table } from '../db/define-table.ts'
import { atHead } from '../db/migrate.ts'
import { folderStorage } from '../files/folder-storage.ts'
import { isMissing, type Storage } from '../files/storage.ts'
import type { Seal } from '../keys/seal.ts'
import { secretFault } from '../keys/secret-canary.ts'
import { filesFolder, writeDatabase } from './backup-format.ts'
import { writeBackupEvent } from './restore-tests.ts'
import { createProgress, forEach } from './work-through.ts'

/** Each is a little closer than the last; an outage of the storage ends a backup before. */
const SNAPSHOTS = 100
/** `2026-11-28T22-25-03Z`: sorts by time, and any disk takes it. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/
const UNFINISHED = '.part'

export interface BackupSource {
  store: Pick<Store, 'db' | 'write' | 'snapshot' | 'dialect'>
  storage: Storage
  seal: Seal
  tables: readonly Table[]
  clock: () => number
  print: (line: string) => void
}

export interface MadeBackup {
  folder: string
  files: number
  /** Files that the database names and the storage lacked before. */
  lost: readonly string[]
}

const finishedIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => NAME.test(name)).sort()

/**
 * A new folder in `folder`, under the time of now. Files that the backup before it has are linked, not copied: they
 * never change. With `keep`, all but the latest so many are deleted afterwards.
 */
export async function makeBackup(source: BackupSource, folder: string, keep?: number): Promise<MadeBackup> {
  const { store, seal, tables, clock } = source
  if (!(await atHead(store)))
    throw new ConfigError('The store is of another version: make its backup with the version that it is of')
  const fault = await secretFault(store.db, { seal, tables })
  if (fault !== undefined) throw new ConfigError(fault)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const made = clock()
  const name = new Date(made).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  const path = join(folder, `${name}${UNFINISHED}`)
  await mkdir(path, { mode: 0o700 })
  const { copies, lost } = await copyAll(source, path, made, (await finishedIn(folder)).at(-1)).catch(
    async (error: unknown) => {
      await rm(path, { recursive: true, force: true })
      throw error
    },
  )
  await rename(path, join(folder, name))
  await store.write((trx) =>
    writeBackupEvent(trx, 'made', {
      backup: name,
      at: clock(),
      by: 'system',
      why: '',
      data: { files: copies.names.size, lost: lost.length },
    }),
  )
  if (keep !== undefined)
    for (const old of (await finishedIn(folder)).slice(0, -keep)) await rm(join(folder, old), { recursive: true })
  return { folder: join(folder, name), files: copies.names.size, lost }
}

/** Fills a new folder; `before` is the name of the backup beside it whose files are linked. */
async function copyAll(
  source: BackupSource,
  path: string,
  made: number,
  before: string | undefined,
): Promise<{ copies: Copies; lost: string[] }> {
  const { store, storage, seal, tables, print } = source
  const copies = await copiesOf(storage, path, before === undefined ? undefined : join(dirname(path), before))
  print('Files first; then the database, and the files that came meanwhile.')
  await copies.add(await namedFiles(store.db), print)
  const tell = (table: string, rows: number): void => {
    if (rows > 0) print(`${table}: ${rows} rows`)
  }
  const lost = await copyAtOneMoment(source, copies, (db) => writeDatabase(path, db, { seal, tables, made }, tell))
  return { copies, lost }
}

async function copyAtOneMoment(
  { store, tables, print }: BackupSource,
  copies: Copies,
  write: (db: Kysely<Database>) => Promise<void>,
): Promise<string[]> {
  let gone = new Set<string>()
  for (let attempt = 0; attempt < SNAPSHOTS; attempt++) {
    const lost = await store.snapshot(async (db) => {
      // As pg_dump does: no migration changes a table before it was read.
      if (store.dialect === 'postgres')
        await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))} in access share mode`.execute(db)
      const named = await namedFiles(db)
      const missing = await copies.add(named, print)
      // A row goes before its file. One that still names a file that was missing before this snapshot has lost it.
      if (missing.some((id) => !gone.has(id))) {
        gone = new Set(missing)
        return undefined
      }
      await copies.keepOnly(named)
      await write(db)
      return missing
    })
    if (lost !== undefined) return lost
  }
  throw new Error('Files went faster than they could be copied')
}

/** Those that wait to be checked come first: they go soonest. */
async function namedFiles(db: Kysely<Database>): Promise<string[]> {
  const ids = async (table: 'incoming' | 'files'): Promise<string[]> =>
    (await db.selectFrom(table).select('id').execute()).map(({ id }) => id)
  return [...(await ids('incoming')), ...(await ids('files'))]
}

interface Copies {
  names: ReadonlySet<string>
  /** Copies those that it lacks; returns those that the storage does not have. */
  add: (names: readonly string[], print: (line: string) => void) => Promise<string[]>
  /** Deletes what the database does not name any more: deleted is deleted. */
  keepOnly: (names: readonly string[]) => Promise<void>
}

async function copiesOf(storage: Storage, backup: string, before: string | undefined): Promise<Copies> {
  const target = folderStorage(filesFolder(backup))
  const names = new Set<string>()
  const linked = async (name: string): Promise<boolean> => {
    if (before === undefined) return false
    // A disk without links, or a file that is new.
    return link(join(filesFolder(before), name), join(filesFolder(backup), name)).then(
      () => true,
      () => false,
    )
  }
  return {
    names,
    add: async (named, print) => {
      const missing: string[] = []
      const due = named.filter((name) => !names.has(name))
      const progress = createProgress(print, 'files', due.length)
      await forEach(due, async (name) => {
        try {
          if (!(await linked(name))) await target.write(name, storage.read(name))
          names.add(name)
        } catch (error) {
          if (!isMissing(error)) throw error
          missing.push(name)
        }
        progress()
      })
      return missing
    },
    keepOnly: async (named) => {
      const wanted = new Set(named)
      for (const name of names) {
        if (wanted.has(name)) continue
        await target.delete(name)
        names.delete(name)
      }
    },
  }
}
