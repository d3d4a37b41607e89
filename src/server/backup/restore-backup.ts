/**
 * Puts a backup into an empty installation: another machine, the other database, a bucket instead of a folder. Older
 * ones come with their own tables, which the next start brings to head as in any upgrade.
 */
import { sql } from 'kysely'
import { ConfigError } from '../config.ts'
import type { Store, Trx } from '../db/database.ts'
import { folderStorage } from '../files/folder-storage.ts'
import type { Storage } from '../files/storage.ts'
import type { Seal } from '../keys/seal.ts'
import { filesFolder, readDatabase, type BackupRow } from './backup-format.ts'
import type { FileRow } from './check-backup.ts'
import { writeBackupEvent } from './restore-tests.ts'
import { createProgress, forEach } from './work-through.ts'

/** Rows of one statement: SQLite takes 32,766 values in one, and no table has 100 columns. */
const TOGETHER = 200

export interface RestoreTarget {
  store: Store
  storage: Storage
  seal: Seal
  clock: () => number
  print: (line: string) => void
}

/** Throws `ConfigError` where anything was ever stored. */
export async function requireEmpty({ store, storage }: Pick<RestoreTarget, 'store' | 'storage'>): Promise<void> {
  const refuse = (why: string): never => {
    throw new ConfigError(`A backup is restored into an empty installation only: ${why}`)
  }
  const tables = await store.db.introspection.getTables()
  if (tables.length > 0) refuse(`this database has ${tables.length} tables`)
  for await (const { name } of storage.list()) refuse(`where files lie there are some already, such as ${name}`)
}

/**
 * All or nothing: files first, then the database in one transaction. `files` are those that `checkBackup` found;
 * missing ones are left out.
 */
export async function restoreBackup(backup: string, target: RestoreTarget, files: readonly FileRow[]): Promise<void> {
  const { store, storage, seal, clock, print } = target
  await requireEmpty(target)
  const written: string[] = []
  try {
    await copyFiles(backup, storage, files, written, print)
    await store.writeUnhurried(async (trx) => {
      const rows = createInserter(trx)
      const { made } = await readDatabase(backup, seal, {
        statements: async (of) => {
          for (const statement of of[store.dialect]) await sql.raw(statement).execute(trx)
        },
        row: rows.add,
      })
      await rows.flush()
      await writeBackupEvent(trx, 'restored', {
        backup: new Date(made).toISOString(),
        at: clock(),
        by: 'system',
        why: '',
        data: null,
      })
    })
  } catch (error) {
    for (const name of written) await storage.delete(name)
    throw error
  }
}

async function copyFiles(
  backup: string,
  storage: Storage,
  files: readonly FileRow[],
  written: string[],
  print: (line: string) => void,
): Promise<void> {
  const source = folderStorage(filesFolder(backup))
  const present = new Set<string>()
  for await (const { name } of source.list()) present.add(name)
  const due = files.filter(({ id }) => present.has(id))
  const progress = createProgress(print, 'files', due.length)
  await forEach(due, async ({ id }) => {
    written.push(id)
    await storage.write(id, source.read(id))
    progress()
  })
}

/** Collects rows of one table after another: those that others refer to come first in a backup. */
function createInserter(trx: Trx): {
  add: (table: string, row: BackupRow) => Promise<void>
  flush: () => Promise<void>
} {
  let waiting: { table: string; rows: BackupRow[] } = { table: '', rows: [] }
  const flush = async (): Promise<void> => {
    const { table, rows } = waiting
    const [first] = rows
    if (!first) return
    waiting = { table, rows: [] }
    const columns = Object.keys(first)
    const values = rows.map((row) => sql`(${sql.join(columns.map((column) => sql`${row[column]}`))})`)
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((it) => sql.ref(it)))})
      values ${sql.join(values)}`.execute(trx)
  }
  return {
    flush,
    add: async (table, row) => {
      if (table !== waiting.table || waiting.rows.length === TOGETHER) {
        await flush()
        waiting = { table, rows: [] }
      }
      waiting.rows.push(row)
    },
  }
}
