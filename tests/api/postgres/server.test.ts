/** Cases that only a PostgreSQL server has: several pools over one database, and connections that break. */
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { openStore } from '../../../src/server/db/database.ts'
import { runsConcurrently, emptyDatabase } from '../../stores/open.ts'
import { startServer } from '../start-server.ts'
import { openShop, pay } from '../payments-fixtures.ts'

describe.runIf(runsConcurrently)('on a server', () => {
  const over = (url: string, secret = 7) =>
    startServer({
      store: openStore({ databaseUrl: url, dataDir: '' }),
      env: { SECRET: Buffer.alloc(32, secret).toString('base64') },
    })

  test('servers that start together migrate one database', async () => {
    const { url, drop } = await emptyDatabase()
    const all = await Promise.all(Array.from({ length: 4 }, () => over(url)))
    for (const { deps } of all) expect(await deps.db.selectFrom('orders').selectAll().execute()).toEqual([])
    for (const one of all) await one.close()
    await drop()
  })

  test('of servers that start together with different secrets, one kind is refused', async () => {
    const { url, drop } = await emptyDatabase()
    const started = await Promise.allSettled([7, 8, 7, 8].map((secret) => over(url, secret)))
    const refused = started.flatMap((it) => (it.status === 'rejected' ? [String(it.reason)] : []))
    expect(refused).toEqual(Array(2).fill(expect.stringContaining('SECRET does not open this store')))
    for (const it of started) if (it.status === 'fulfilled') await it.value.close()
    await drop()
  })

  test('connections are restored after the database closed all of them', async () => {
    const { url, drop } = await emptyDatabase()
    const server = await over(url)
    const shop = await openShop(server)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await client.end()
    await expect
      .poll(() =>
        pay(shop).then(
          () => 'paid',
          () => 'not yet',
        ),
      )
      .toBe('paid')
    await server.close()
    await drop()
  })
})
