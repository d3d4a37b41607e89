/**
 * A store as rows: those of every table, and the bytes of some files. Written by one version of the program and loaded
 * for a later one, on either database.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { sql } from 'kysely'
import type { Store } from '../../src/server/db/database.ts'

type Row = Record<string, unknown>

interface StoredRows<G> {
  /** Opens what is sealed. */
  secret: string
  /** The instant of the store, ms. */
  now: number
  /** What was said of it when it was filled. */
  given: G
  tables: Record<string, Row[]>
  /** Encrypted bytes, base64, by the id of the file. */
  files: Record<string, string>
}

/** Migrations record themselves under names of their own. */
const OWN = ['migrations', 'migrations_lock']

/** Rows of one statement: a database takes only so many values. */
const AT_ONCE = 100

/** All rows, and the bytes of the files that `keeps` names by their rows. */
export async function storedRows<G>(
  { db }: Pick<Store, 'db'>,
  { dataDir, now, given, keeps }: { dataDir: string; now: number; given: G; keeps: (file: Row) => boolean },
): Promise<StoredRows<G>> {
  const tables: Record<string, Row[]> = {}
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<Row>`select * from ${sql.table(name)}`.execute(db)
    if (rows.length > 0 && !OWN.includes(name)) tables[name] = rows
  }
  const kept = (tables['files'] ?? []).filter(keeps).map(({ id }) => String(id))
  const bytes = kept.map((id) => [id, readFileSync(join(dataDir, 'files', id)).toString('base64')] as const)
  return { secret: readFileSync(join(dataDir, 'secret'), 'utf8'), now, given, tables, files: Object.fromEntries(bytes) }
}

/** Sealed values and ids repeat far apart from each other: a large window makes it a third smaller. */
export const writeRows = (path: string, rows: StoredRows<unknown>): void =>
  writeFileSync(path, brotliCompressSync(JSON.stringify(rows), { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }))

export const readRows = <G>(path: string): StoredRows<G> =>
  JSON.parse(brotliDecompressSync(readFileSync(path)).toString('utf8')) as StoredRows<G>

/** Inserts them into the tables of their version, which are empty, and writes the files. */
export async function loadRows(
  store: Store,
  dataDir: string,
  { secret, tables, files }: StoredRows<unknown>,
): Promise<void> {
  await store.write(async (trx) => {
    // Rows refer to each other in every direction; all are there when this ends.
    await sql
      .raw(
        store.dialect === 'postgres'
          ? 'set local session_replication_role = replica'
          : 'pragma defer_foreign_keys = on',
      )
      .execute(trx)
    for (const [name, rows] of Object.entries(tables)) {
      const columns = Object.keys(rows[0] ?? {}).map((it) => sql.ref(it))
      for (let from = 0; from < rows.length; from += AT_ONCE) {
        const values = rows.slice(from, from + AT_ONCE).map((row) => sql`(${sql.join(Object.values(row))})`)
        await sql`insert into ${sql.table(name)} (${sql.join(columns)}) values ${sql.join(values)}`.execute(trx)
      }
    }
  })
  mkdirSync(join(dataDir, 'files'), { recursive: true })
  writeFileSync(join(dataDir, 'secret'), secret)
  for (const [id, bytes] of Object.entries(files))
    writeFileSync(join(dataDir, 'files', id), Buffer.from(bytes, 'base64'))
}
