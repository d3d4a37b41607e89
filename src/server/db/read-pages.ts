/** Reads tables a page of rows at a time. */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Deps } from '../dependencies.ts'
import type { Database } from './database-rows.ts'
import type { Trx } from './database.ts'
import type { StoredRow, Table } from './define-table.ts'

const PAGE = 200

/** The columns of its primary key, in their order. */
export const primaryKey = ({ columns, key }: Pick<Table, 'columns' | 'key'>): readonly string[] =>
  key?.on ??
  Object.entries(columns)
    .filter(([, { facts }]) => facts.primary)
    .map(([column]) => column)

const list = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join([...parts])

/** In the order of the key; an empty table is one empty page. */
export async function* pagesOf(
  db: Kysely<Database>,
  { name, key }: { name: string; key: readonly string[] },
  page = PAGE,
): AsyncGenerator<StoredRow[]> {
  const columns = list(key.map((column) => sql.ref(column)))
  let after: StoredRow | undefined
  do {
    const last = after
    const from =
      last === undefined ? sql`` : sql`where (${columns}) > (${list(key.map((column) => sql`${last[column]}`))})`
    const { rows } =
      await sql<StoredRow>`select * from ${sql.table(name)} ${from} order by ${columns} limit ${page}`.execute(db)
    after = rows.length === page ? rows.at(-1) : undefined
    yield rows
  } while (after)
}

/** Fills in a column of rows that are older than it. Runs at every start; from the second run on it finds nothing to do. */
export async function backfill<R extends { id: string }>(
  { write }: Pick<Deps, 'write'>,
  read: (after: string, most: number) => Promise<R[]>,
  fill: (trx: Trx, row: R) => Promise<unknown>,
): Promise<void> {
  for (let after = ''; ;) {
    const rows = await read(after, PAGE)
    await write(async (trx) => {
      for (const row of rows) await fill(trx, row)
    })
    after = rows.at(-1)?.id ?? ''
    if (rows.length < PAGE) return
  }
}
