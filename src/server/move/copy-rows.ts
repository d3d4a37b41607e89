/**
 * Copies every row of one database into another that is empty, and compares: how many rows each table has, and a sum
 * of their SHA-256, calculated here in the same way for both sides. What a column holds follows from its declaration;
 * no table counts its own ids, so that nothing else has to be set.
 */
import { hash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { createTables, tablesInOrder } from '../db/create-tables.ts'
import type { Trx } from '../db/database.ts'
import type { Database } from '../db/database-rows.ts'
import type { StoredRow, Table } from '../db/define-table.ts'
import { lockMigrations, MIGRATIONS_TABLE } from '../db/migrate.ts'
import { pagesOf, primaryKey } from '../db/read-pages.ts'
import { driverCode, StoreUnavailable } from '../db/store-unavailable.ts'
import { Refusal } from '../http/call-handlers.ts'

/** Rows that are read, and written, at a time. */
const TOGETHER = 1000
const BITS = 2n ** 256n

interface CopiedTable {
  name: string
  key: readonly string[]
  columns: readonly string[]
}

/** Whatever the order in which a database reads its rows. */
class RowSum {
  rows = 0
  #sum = 0n
  readonly #columns: readonly string[]
  constructor({ columns }: CopiedTable) {
    this.#columns = columns
  }
  add(rows: readonly StoredRow[]): void {
    this.rows += rows.length
    for (const row of rows) {
      const values = this.#columns.map((column) => row[column])
      this.#sum = (this.#sum + BigInt(`0x${hash('sha256', JSON.stringify(values))}`)) % BITS
    }
  }
  equals(other: RowSum): boolean {
    return this.rows === other.rows && this.#sum === other.#sum
  }
}

/** Makes the tables, copies and compares them, all in the transaction of `to`. Returns how many rows there are. */
export async function copyRows(
  from: Kysely<Database>,
  to: Trx,
  { tables, print }: { tables: readonly Table[]; print: (line: string) => void },
): Promise<number> {
  await lockMigrations(to)
  await sql.raw(MIGRATIONS_TABLE).execute(to)
  let rows = 0
  await createTables(to, tables, async () => {
    for (const table of copied(tables)) rows += await copyTable(from, to, table, print)
  })
  // Its first queries must not be planned as if all tables were empty.
  await sql`analyze`.execute(to)
  return rows
}

async function copyTable(
  from: Kysely<Database>,
  to: Trx,
  table: CopiedTable,
  print: (line: string) => void,
): Promise<number> {
  const [source, target] = [new RowSum(table), new RowSum(table)]
  // The next page is read while PostgreSQL takes this one.
  let taken: Promise<void> | undefined
  for await (const page of pagesOf(from, table, TOGETHER)) {
    source.add(page)
    await taken
    taken = insert(to, table, page)
  }
  await taken
  for await (const page of pagesOf(to, table, TOGETHER)) target.add(page)
  if (!source.equals(target))
    throw new Refusal('not_the_same', {
      fields: { [table.name]: `${source.rows} rows became ${target.rows}, or others` },
    })
  if (source.rows > 0) print(`${table.name}: ${source.rows} rows, the same on both sides`)
  return source.rows
}

/** Those that others refer to come first. */
const copied = (tables: readonly Table[]): CopiedTable[] => [
  { name: 'migrations', key: ['name'], columns: ['name', 'timestamp'] },
  ...tablesInOrder(tables).map((table) => ({
    name: table.name,
    key: primaryKey(table),
    columns: Object.keys(table.columns),
  })),
]

async function insert(to: Trx, { name, columns }: CopiedTable, rows: readonly StoredRow[]): Promise<void> {
  if (rows.length === 0) return
  const list = sql.join(columns.map((column) => sql.ref(column)))
  try {
    await sql`insert into ${sql.table(name)} (${list})
      select ${list} from json_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(rows)}::json)`.execute(to)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    // The driver's words quote what people wrote.
    throw new Refusal('not_taken', { fields: { [name]: `PostgreSQL does not take a row: ${driverCode(error)}` } })
  }
}
