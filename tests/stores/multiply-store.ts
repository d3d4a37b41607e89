/** Makes a large SQLite store of a small one: every row many times, each time under other ids. */
import { sql } from 'kysely'
import { ALL_TABLES } from '../../src/programs/database-tables.ts'
import { isFileRow } from '../../src/server/backup/backup-format.ts'
import { tablesInOrder } from '../../src/server/db/create-tables.ts'
import type { Store } from '../../src/server/db/database.ts'
import type { Table } from '../../src/server/db/define-table.ts'

/** Columns of which no two rows may have the same, and those that name such a row. */
function idsOf({ columns, key, unique, indexes }: Table): ReadonlySet<string> {
  const together = [
    ...(key?.on ?? []),
    ...Object.values(unique ?? {}).flat(),
    ...Object.values(indexes ?? {}).flatMap((it) => ('on' in it && it.unique ? it.on : [])),
  ]
  const alone = Object.entries(columns).filter(
    ([, { facts }]) => facts.primary || facts.unique || facts.references !== undefined,
  )
  return new Set([...together, ...alone.map(([name]) => name)].filter((it) => columns[it]?.facts.kind === 'text'))
}

/** Each row `times` times more, but those of files, whose bytes would be missing. */
export const multiplyRows = (store: Store, times: number): Promise<void> =>
  store.writeUnhurried(async (trx) => {
    const referred = new Set(
      ALL_TABLES.flatMap(({ columns }) => Object.values(columns).flatMap(({ facts }) => facts.references ?? [])),
    )
    for (const table of tablesInOrder(ALL_TABLES)) {
      const ids = idsOf(table)
      const counts = Object.values(table.columns).some(({ facts: { kind, unique } }) => unique && kind !== 'text')
      // What only the product itself or the sandbox adds is not more in a larger store, unless rows belong to it.
      if (ids.size === 0 || counts || isFileRow(table.name)) continue
      if ('only' in table.growth && !referred.has(table.name)) continue
      const names = Object.keys(table.columns)
      const values = names.map((it) => (ids.has(it) ? sql`${sql.ref(it)} || '~' || n` : sql.ref(it)))
      await sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${times})
        insert into ${sql.table(table.name)} (${sql.join(names.map((it) => sql.ref(it)))})
        select ${sql.join(values)} from (select * from ${sql.table(table.name)}), numbers`.execute(trx)
    }
  })
