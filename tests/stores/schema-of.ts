/** What a store's schema consists of, in a form in which two stores can be compared, however each came about. */
import { sql } from 'kysely'
import type { Store } from '../../src/server/db/database.ts'

/** By name: a column, constraint, index, trigger or function, with what it says. */
export type Schema = Record<string, string>

/** Tables in which migrations record themselves. */
const OWN = ['migrations', 'migrations_lock']

export async function schemaOf(store: Store): Promise<Schema> {
  const entries = store.dialect === 'postgres' ? await inPostgres(store) : await inSqlite(store)
  return Object.fromEntries(
    entries
      .filter(([name]) => !OWN.includes(name.split(/[. ]/)[0] ?? ''))
      .map(([name, said]): [string, string] => [name, plain(said)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

const plain = (text: string): string =>
  text.replaceAll('"', '').replace(/\s+/g, ' ').replaceAll('( ', '(').trim().toLowerCase()

type Entries = [name: string, said: string][]

async function rows(store: Store, query: string): Promise<Record<string, string>[]> {
  const { rows: found } = await sql.raw<Record<string, unknown>>(query).execute(store.db)
  return found.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, String(value)])))
}

async function inPostgres(store: Store): Promise<Entries> {
  const [columns, constraints, indexes, triggers, functions] = await Promise.all([
    rows(
      store,
      `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
        where table_schema = 'public'`,
    ),
    rows(
      store,
      `select conrelid::regclass::text as of, conname, pg_get_constraintdef(oid) as said from pg_constraint
        where connamespace = 'public'::regnamespace and contype <> 'n'`,
    ),
    rows(store, `select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'`),
    rows(
      store,
      `select tgrelid::regclass::text as of, tgname, pg_get_triggerdef(oid) as said from pg_trigger where not tgisinternal`,
    ),
    rows(
      store,
      `select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace and prolang <> 13 and prosrc like '%append only%'`,
    ),
  ])
  return [
    ...columns.map((it): [string, string] => [
      `${it['table_name']}.${it['column_name']}`,
      `${it['data_type']} ${it['is_nullable']} ${it['column_default']}`,
    ]),
    // A constraint keeps its name when its table or column gets another one: what it says counts, and its index with it.
    ...constraints.map((it): [string, string] => [`${it['of']} ${it['said']}`, '']),
    ...indexes
      .filter((it) => !constraints.some(({ conname }) => conname === it['indexname']))
      .map((it): [string, string] => [`${it['tablename']} ${it['indexname']}`, it['indexdef'] ?? '']),
    ...triggers.map((it): [string, string] => [`${it['of']} ${it['tgname']}`, it['said'] ?? '']),
    ...functions.map((it): [string, string] => [`function ${it['proname']}`, it['prosrc'] ?? '']),
  ]
}

async function inSqlite(store: Store): Promise<Entries> {
  const columns = await rows(
    store,
    `select t.name as "of", c.name, c.type, c."notnull" as required, c.dflt_value, c.pk from sqlite_master t
      join pragma_table_info(t.name) c where t.type = 'table' and t.name not like 'sqlite_%'`,
  )
  // What belongs to a constraint has no statement of its own, and is told by the columns of its index.
  const indexes = await rows(
    store,
    `select t.name as "of", i."unique" as once, i.origin, s.sql as said,
        (select group_concat(name, ', ') from (select name from pragma_index_info(i.name) order by seqno)) as columns
      from sqlite_master t join pragma_index_list(t.name) i left join sqlite_master s on s.name = i.name
      where t.type = 'table' and t.name not like 'sqlite_%'`,
  )
  const references = await rows(
    store,
    `select t.name as "of", f."from", f."table" as target, f."to" from sqlite_master t
      join pragma_foreign_key_list(t.name) f where t.type = 'table'`,
  )
  const written = await rows(store, `select name, tbl_name, type, sql as said from sqlite_master where sql is not null`)
  return [
    ...columns.map((it): [string, string] => [
      `${it['of']}.${it['name']}`,
      // A text key may be empty in SQLite whatever is said; no row has one.
      `${it['type']} ${it['pk'] === '0' ? it['required'] : 'key'} ${it['dflt_value']} ${it['pk']}`,
    ]),
    ...indexes.map((it): [string, string] => [
      `${it['of']} ${it['origin'] === 'c' ? plain(it['said'] ?? '') : `${it['origin']} ${it['columns']}`}`,
      `${it['once']} ${it['columns']}`,
    ]),
    ...references.map((it): [string, string] => [`${it['of']} ${it['from']} →`, `${it['target']}.${it['to']}`]),
    ...written
      .filter(({ type }) => type === 'trigger')
      .map((it): [string, string] => [`${it['tbl_name']} ${it['name']}`, it['said'] ?? '']),
    ...written.flatMap((it) =>
      [...(it['said'] ?? '').matchAll(/constraint "?(\w+)"? check \((.*?)\)(?=, constraint|\)$)/gis)].map(
        ([, name, said = '']): [string, string] => [`${it['tbl_name']} ${name}`, said],
      ),
    ),
  ]
}
