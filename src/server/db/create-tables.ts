/** Creates declared tables in an empty store of either database. */
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Dialect,
} from 'kysely'
import type { Store } from './database.ts'
import type { Database } from './database-rows.ts'
import type { Column, Table } from './define-table.ts'

/**
 * All tables with their indexes. Those that others refer to come first: PostgreSQL accepts no other order. `fill`
 * writes rows: many of them are written sooner before there are indexes.
 */
export async function createTables(
  db: Kysely<Database>,
  tables: readonly Table[],
  fill?: () => Promise<void>,
): Promise<void> {
  const sorted = tablesInOrder(tables)
  for (const table of sorted) await createTable(db, table)
  await fill?.()
  for (const table of sorted) await createIndexes(db, table)
  for (const { name, appendOnly } of sorted) if (appendOnly) await refuseChanges(db, name, appendOnly)
}

const DIALECTS: Readonly<Record<Store['dialect'], Dialect>> = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}

/** The statements of `createTables`, without a store. */
export async function tableStatements(dialect: Store['dialect'], tables: readonly Table[]): Promise<string[]> {
  const statements: string[] = []
  const log = (event: { query: { sql: string } }): void => void statements.push(event.query.sql)
  await createTables(new Kysely<Database>({ dialect: DIALECTS[dialect], log }), tables)
  return statements
}

async function createTable(db: Kysely<Database>, { name, columns, key, unique, checks }: Table): Promise<void> {
  let made: CreateTableBuilder<string, string> = db.schema.createTable(name)
  for (const [column, { facts }] of Object.entries(columns)) made = made.addColumn(column, facts.kind, build(facts))
  if (key) made = made.addPrimaryKeyConstraint(key.name, [...key.on])
  for (const [constraint, on] of Object.entries(unique ?? {})) made = made.addUniqueConstraint(constraint, [...on])
  for (const [constraint, check] of Object.entries(checks ?? {}))
    made = made.addCheckConstraint(constraint, sql.raw(check))
  await made.execute()
}

async function createIndexes(db: Kysely<Database>, { name, indexes }: Table): Promise<void> {
  for (const [index, given] of Object.entries(indexes ?? {})) {
    const { on, unique: once, where } = 'on' in given ? given : { on: given, unique: undefined, where: undefined }
    await sql`create ${sql.raw(once ? 'unique index' : 'index')} ${sql.ref(index)} on ${sql.table(name)}
      (${sql.join(on.map((column) => sql.ref(column)))}) ${sql.raw(where === undefined ? '' : `where ${where}`)}`.execute(
      db,
    )
  }
}

/** PostgreSQL's TRUNCATE passes by the triggers of rows; SQLite has no such statement. */
async function refuseChanges(
  db: Kysely<Database>,
  table: string,
  { deletable, refusal }: NonNullable<Table['appendOnly']>,
): Promise<void> {
  const statements =
    db.getExecutor().adapter instanceof SqliteAdapter
      ? [
          `create trigger ${table}_no_update before update on ${table} begin select raise(abort, 'append only'); end`,
          `create trigger ${table}_no_delete before delete on ${table} when not ${deletable}
            begin select raise(abort, 'append only'); end`,
        ]
      : [
          `create or replace function refuse_change() returns trigger language plpgsql as
            $$ begin raise exception 'append only'; end $$`,
          `create function ${refusal}() returns trigger language plpgsql as
            $$ begin if ${deletable} then return old; end if; raise exception 'append only'; end $$`,
          `create trigger ${table}_append_only before update on ${table}
            for each row execute function refuse_change()`,
          `create trigger ${table}_no_delete before delete on ${table} for each row execute function ${refusal}()`,
          `create trigger ${table}_no_truncate before truncate on ${table}
            for each statement execute function refuse_change()`,
        ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const build =
  ({ nullable, addedLater, primary, unique, fallback, references }: Column<unknown>['facts']) =>
  (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => {
    let made = primary ? column.primaryKey() : column
    if (!nullable && !addedLater && !primary) made = made.notNull()
    if (unique) made = made.unique()
    if (fallback !== undefined) made = made.defaultTo(fallback)
    return references === undefined ? made : made.references(`${references}.id`)
  }

/** Those that others refer to first. */
export function tablesInOrder(tables: readonly Table[]): Table[] {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const done = new Set<Table>()
  const add = (table: Table, within: readonly string[]): void => {
    if (done.has(table)) return
    if (within.includes(table.name)) throw new Error(`Tables refer to each other in a circle: ${within.join(', ')}`)
    for (const { facts } of Object.values(table.columns)) {
      const other = facts.references === undefined ? undefined : byName.get(facts.references)
      if (other && other !== table) add(other, [...within, table.name])
    }
    done.add(table)
  }
  for (const table of tables) add(table, [])
  return [...done]
}
