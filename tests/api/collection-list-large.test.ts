/**
 * The list of a whole university, with typical mistakes, imported again while its students fill in: no row is lost or
 * duplicated.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { beginApplication } from '../../src/features/collection/contract.ts'
import { textSchema } from '../../src/server/keys/seal.ts'
import { ACTING, campaignFeatures, makeCampaign, operator } from './collection-fixtures.ts'
import { ok } from './orders-fixtures.ts'
import { startServer } from './start-server.ts'

const ROWS = 5000
const BAD = 37
const AT_ONCE = 200

test('5,000 rows of which 37 are bad; 200 students begin while the list is taken in again', async () => {
  const server = await startServer({ features: campaignFeatures })
  const folder = mkdtempSync(join(tmpdir(), 'youfang-large-list-'))
  try {
    const { db, seal } = server.deps
    const campaign = await makeCampaign(server)
    const importList = (rows: readonly string[]) => {
      writeFileSync(join(folder, 'list.csv'), ['email,name,student-number,programme', ...rows].join('\n'))
      return operator(server, 'campaigns', 'import', campaign.id, join(folder, 'list.csv'), ...ACTING)
    }
    const count = async (table: 'campaign_invitations' | 'orders'): Promise<number> =>
      Number(
        (
          await db
            .selectFrom(table)
            .select((eb) => eb.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )

    const good = Array.from(
      { length: ROWS },
      (_, i) => `s${i}@example.com,"LIN, ${i}",2026${String(i).padStart(4, '0')},Physics`,
    )
    const every = Math.floor(ROWS / BAD)
    const isBad = (i: number): boolean => i % every === 0 && i / every < BAD
    const bad = good.map((row, i) =>
      isBad(i) ? (i % 2 === 0 ? row.replace('@', ' at ') : row.replace(/,Physics$/, ',')) : row,
    )
    const refused = await importList(bad)
    const named = refused.said.split('\n').filter((line) => /^line \d+, /.test(line))
    expect(refused.code).toBe(1)
    expect(named.map((line) => Number(/^line (\d+)/.exec(line)?.[1]) - 2)).toEqual(
      good.flatMap((_, i) => (isBad(i) ? [i] : [])),
    )
    expect(await count('campaign_invitations')).toBe(0)

    expect((await importList(good)).said).toContain(`${ROWS} invited, 0 changed, 0 as before.`)
    const rows = await db
      .selectFrom('campaign_invitations')
      .select(['id', 'token'])
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    const begin = rows.map(({ token }, i) =>
      server.client().request(beginApplication, {
        campaign: campaign.address,
        invite: seal.open('campaign_invitations.token', textSchema, token),
        details: { 'student-number': `2026${i}`, programme: 'Physics' },
        shared: true,
        key: `large-list-${i}`,
      }),
    )
    // The same list with other programmes for half of it.
    const [again, ...begun] = await Promise.all([
      importList(good.map((row, i) => (i % 2 === 0 ? row : row.replace('Physics', 'Law')))),
      ...begin,
    ])
    expect(again.said).toContain(`0 invited, ${ROWS / 2} changed, ${ROWS / 2} as before.`)
    const orders = begun.map((reply) => ok(reply).order)
    expect(new Set(orders).size).toBe(AT_ONCE)
    expect(await count('campaign_invitations')).toBe(ROWS)
    expect(await count('orders')).toBe(AT_ONCE)
    const noted = await db
      .selectFrom('campaign_invitations')
      .select(['id', 'order_id'])
      .where('order_id', 'is not', null)
      .orderBy('id')
      .execute()
    expect(noted.map(({ id, order_id }) => [id, order_id])).toEqual(rows.map(({ id }, i) => [id, orders[i]]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await server.close()
  }
})
