/**
 * A backup: a folder with `backup.json` (when it was made, and its key, sealed), `database` and `files/`. The database
 * is what a reader of one moment saw, as lines of JSON, compressed, and encrypted as files are: when it was made and
 * the tables' own statements for both databases, the rows, and how many they are. Files lie there as the store has
 * them, each under its own key.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { ConfigError } from '../config.ts'
import { tablesInOrder, tableStatements } from '../db/create-tables.ts'
import type { Database } from '../db/database-rows.ts'
import type { StoredRow, Table } from '../db/define-table.ts'
import { MIGRATIONS_TABLE } from '../db/migrate.ts'
import { pagesOf, primaryKey } from '../db/read-pages.ts'
import { decrypted, encrypted } from '../files/encrypted-chunks.ts'
import { folderStorage } from '../files/folder-storage.ts'
import type { Storage } from '../files/storage.ts'
import { oneChunk } from '../files/store-once.ts'
import type { Seal } from '../keys/seal.ts'

const FORMAT = 1
const CONTEXT = 'backup.key'
const HEADER = 'backup.json'
const DATABASE = 'database'
const LINE_BYTES = 64 * 1024

export const filesFolder = (backup: string): string => join(backup, 'files')

const headerSchema = z.object({ format: z.literal(FORMAT), made: z.number(), key: z.string() })
const statements = z.array(z.string())
const lineSchema = z.union([
  z.object({ made: z.number(), statements: z.object({ sqlite: statements, postgres: statements }) }),
  z.object({ table: z.string(), row: z.record(z.string(), z.union([z.string(), z.number(), z.null()])) }),
  z.object({ rows: z.record(z.string(), z.number()) }),
])
export type BackupRow = Record<string, string | number | null>

/** What a backup's database consists of, in this order. */
export interface DatabaseReader {
  statements: (of: Record<'sqlite' | 'postgres', string[]>) => Promise<void>
  row: (table: string, row: BackupRow) => Promise<void>
}

/** Something in a backup is not what was written. */
export class DamagedBackup extends Error {
  override name = 'DamagedBackup'
}

async function* linesOfDatabase(
  db: Kysely<Database>,
  { tables, made }: { tables: readonly Table[]; made: number },
  tell: (table: string, rows: number) => void,
): AsyncGenerator<z.input<typeof lineSchema>> {
  const own = async (dialect: 'sqlite' | 'postgres') => [MIGRATIONS_TABLE, ...(await tableStatements(dialect, tables))]
  yield { made, statements: { sqlite: await own('sqlite'), postgres: await own('postgres') } }
  const counts: Record<string, number> = {}
  const sorted = tablesInOrder(tables).map((table) => ({ name: table.name, key: primaryKey(table) }))
  for (const table of [{ name: 'migrations', key: ['name'] }, ...sorted]) {
    let count = 0
    for await (const rows of pagesOf(db, table)) {
      for (const row of rows) yield lineSchema.options[1].parse({ table: table.name, row })
      count += rows.length
    }
    counts[table.name] = count
    tell(table.name, count)
  }
  yield { rows: counts }
}

/** Few large pieces instead of many small ones. */
async function* textOf(lines: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  let text = ''
  for await (const line of lines) {
    text += `${JSON.stringify(line)}\n`
    if (text.length < LINE_BYTES) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

/** Writes the database as `db` sees it, and the header that makes the folder a backup. */
export async function writeDatabase(
  backup: string,
  db: Kysely<Database>,
  { seal, tables, made }: { seal: Seal; tables: readonly Table[]; made: number },
  tell: (table: string, rows: number) => void,
): Promise<void> {
  const storage = folderStorage(backup)
  const key = randomBytes(32)
  await pipeline(
    textOf(linesOfDatabase(db, { tables, made }, tell)),
    createGzip(),
    (bytes: AsyncIterable<Uint8Array>) => storage.write(DATABASE, encrypted(key, bytes)),
  )
  const header = { format: FORMAT, made, key: seal.seal(CONTEXT, key.toString('base64')) }
  await storage.write(HEADER, oneChunk(Buffer.from(`${JSON.stringify(header, null, 2)}\n`)))
}

async function bytesOf(storage: Storage, name: string): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of storage.read(name)) parts.push(part)
  return Buffer.concat(parts)
}

/** When a backup was made, and its key. Throws `ConfigError` when SECRET does not open it. */
async function readHeader(backup: string, seal: Seal): Promise<{ made: number; key: Buffer }> {
  const storage = folderStorage(backup)
  const text = await bytesOf(storage, HEADER).catch(() => {
    throw new ConfigError(`${backup} is no backup, or was not finished: it has no ${HEADER}`)
  })
  let header: z.output<typeof headerSchema>
  try {
    header = headerSchema.parse(JSON.parse(text.toString('utf8')))
  } catch (cause) {
    throw new DamagedBackup(`${HEADER} is damaged, or of a later version`, { cause })
  }
  try {
    return { made: header.made, key: Buffer.from(seal.open(CONTEXT, z.string(), header.key), 'base64') }
  } catch {
    throw new ConfigError('SECRET does not open this backup: it was made with another. Set the secret of that day')
  }
}

async function* linesIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const part of bytes) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/**
 * Reads a backup's database to its end. Throws `DamagedBackup` where a byte is not as it was written, the end is
 * missing, or rows are not as many as there were. Returns when it was made, and the rows of each table.
 */
export async function readDatabase(
  backup: string,
  seal: Seal,
  reader: DatabaseReader,
): Promise<{ made: number; rows: Readonly<Record<string, number>> }> {
  const { made, key } = await readHeader(backup, seal)
  const found: Record<string, number> = {}
  let written: Record<string, number> | undefined
  let failed: { by: unknown } | undefined
  const given = (act: Promise<void>): Promise<void> =>
    act.catch((error: unknown) => {
      failed = { by: error }
      throw error
    })
  const take = async (text: string): Promise<void> => {
    const line = lineSchema.parse(JSON.parse(text))
    if ('statements' in line) {
      if (line.made !== made)
        throw new DamagedBackup(`${HEADER} is damaged: its date was changed from ${new Date(line.made).toISOString()}`)
      await given(reader.statements(line.statements))
    } else if ('rows' in line) written = line.rows
    else {
      found[line.table] = (found[line.table] ?? 0) + 1
      await given(reader.row(line.table, line.row))
    }
  }
  try {
    await pipeline(decrypted(key, folderStorage(backup).read(DATABASE)), createGunzip(), async (bytes) => {
      for await (const text of linesIn(bytes)) await take(text)
    })
  } catch (cause) {
    // What the reader does with a row may fail by itself: the backup is whole then.
    if (failed) throw failed.by
    if (cause instanceof DamagedBackup) throw cause
    throw new DamagedBackup(`${DATABASE} is damaged, cut off or missing`, { cause })
  }
  const wrong = Object.entries(written ?? {}).filter(([table, count]) => (found[table] ?? 0) !== count)
  if (written === undefined || wrong.length > 0)
    throw new DamagedBackup(
      `${DATABASE} lacks rows: ${wrong.map(([table, count]) => `${table} has ${found[table] ?? 0} of ${count}`).join(', ')}`,
    )
  return { made, rows: written }
}

/** Rows of the tables that name files. */
export const isFileRow = (table: string): boolean => table === 'files' || table === 'incoming'

/** How a row is named to whoever reads about it. */
export const rowName = (table: Table, row: StoredRow): string =>
  `${table.name} ${primaryKey(table)
    .map((column) => String(row[column]))
    .join(' ')}`
