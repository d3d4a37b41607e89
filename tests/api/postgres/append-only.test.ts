/** Append-only tables cannot be emptied either: PostgreSQL's `truncate` bypasses row triggers. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startServer } from '../start-server.ts'
import { openShop, pay } from '../payments-fixtures.ts'

test.each(['events', 'sales_log'])('%s is not emptied, alone or along with another table', async (table) => {
  const server = await startServer()
  await pay(await openShop(server))
  const { count } = await server.deps.db
    .selectFrom('events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBeGreaterThan(0)
  for (const others of ['', ', jobs', ' cascade']) {
    await expect(server.deps.write((trx) => sql`truncate ${sql.raw(table + others)}`.execute(trx))).rejects.toThrow(
      /append only/,
    )
  }
  expect(
    await server.deps.db
      .selectFrom('events')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ).toEqual({ count })
  await server.close()
})
