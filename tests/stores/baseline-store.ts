/** The tables of the commit from which a store is carried on (`BASELINE`), as that commit made them. */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Store } from '../../src/server/db/database.ts'

/** The statements by which a store was made then, and the migrations that it had recorded. */
const baseline = z
  .object({ migrations: z.array(z.string()), sqlite: z.array(z.string()), postgres: z.array(z.string()) })
  .parse(JSON.parse(readFileSync('tests/fixtures/schema-4e2c153d.json', 'utf8')))

/** Makes them in an empty store, in which the first `count` of the migrations are recorded. */
export async function makeBaseline(store: Store, count = baseline.migrations.length): Promise<void> {
  await store.write(async (trx) => {
    for (const statement of baseline[store.dialect]) await sql.raw(statement).execute(trx)
    await sql`create table migrations (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(
      trx,
    )
    await sql`create table migrations_lock (id varchar(255) not null primary key, is_locked integer default 0 not null)`.execute(
      trx,
    )
    for (const name of baseline.migrations.slice(0, count))
      await sql`insert into migrations (name, timestamp) values (${name}, '2026-11-22T00:00:00.000Z')`.execute(trx)
  })
}
