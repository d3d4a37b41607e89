/** Fills a PostgreSQL database with many people, in minutes. */
import pg from 'pg'
import type { Table } from '../../../src/server/db/define-table.ts'
import type { Multiplier } from './multiply-rows.ts'

/** Text of one COPY. */
const AT_ONCE = 16 * 1024 * 1024

interface Wire {
  query: (sql: string) => void
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
}

/** `pg` knows the protocol of COPY, but has no method for it. */
async function copyInto(client: pg.Client, { name, columns }: Table, lines: string): Promise<void> {
  const names = Object.keys(columns).map((it) => `"${it}"`)
  await new Promise<void>((done, failed) => {
    client.query({
      submit: (wire: Wire) => wire.query(`copy "${name}" (${names.join()}) from stdin`),
      handleCopyInResponse: (wire: Wire) => {
        wire.sendCopyFromChunk(Buffer.from(lines))
        wire.endCopyFrom()
      },
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => done(),
      handleError: failed,
    } as unknown as pg.Submittable)
  })
}

/** `copies` of everybody. Indexes are made once it is full; afterwards the database knows its statistics. */
export async function fillDatabase(url: string, rows: Multiplier, copies: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("set session_replication_role = replica; set maintenance_work_mem = '512MB'")
  for (const table of rows.tables()) {
    const indexes = await client.query<{ name: string; made: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
        where indrelid = $1::regclass and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
      [table.name],
    )
    for (const { name } of indexes.rows) await client.query(`drop index ${name}`)
    for (let n = 1; n <= copies;) {
      const lines: string[] = []
      for (let length = 0; length < AT_ONCE && n <= copies; n++) {
        const made = rows.lines(table, n)
        lines.push(made)
        length += made.length
      }
      await copyInto(client, table, lines.join(''))
    }
    for (const { made } of indexes.rows) await client.query(made)
  }
  await client.query('vacuum (analyze)')
  await client.end()
}
