/** `store move` carries an installation from SQLite and a folder to PostgreSQL and a bucket. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listClaims } from '../../../src/features/claims/contract.ts'
import { getOrder, listOrders } from '../../../src/features/orders/contract.ts'
import { getPolicy, listPolicies, policyDocumentFile } from '../../../src/features/policies/contract.ts'
import { startFakeS3, type FakeS3 } from '../../stores/fake-s3.ts'
import { PERSON } from '../../stores/fill-store.ts'
import { buy, CLOCK, countRows, countTables, MovingStore } from '../../stores/moving-store.ts'
import { openStore } from '../../../src/server/db/database.ts'
import { emptyDatabase, runsConcurrently } from '../../stores/open.ts'
import { EMAIL } from '../claims-fixtures.ts'
import { signIn } from '../login-by-code.ts'
import { oldRows } from '../old-server.ts'
import { ok } from '../orders-fixtures.ts'
import type { TestServer } from '../start-server.ts'

// The target is a real PostgreSQL server.
describe.runIf(runsConcurrently)('store move', () => {
  let s3: FakeS3
  let database: Awaited<ReturnType<typeof emptyDatabase>>
  let moving: MovingStore
  let old: TestServer
  beforeEach(async () => {
    s3 = await startFakeS3()
    database = await emptyDatabase()
    moving = await MovingStore.make(database.url, s3.settings)
    old = await moving.startOld()
  })
  afterEach(async () => {
    await moving.close()
    await database.drop()
    await s3.close()
  })

  it('carries everything that people see, and the old store refuses to go on', async () => {
    expect(await buy(old, 'before-the-move')).toMatchObject({ ok: true })
    const reader = await signIn(old, PERSON)
    const before = await moving.inOld(countRows)
    expect(await moving.run('move')).toMatchObject({
      code: 0,
      said: expect.stringMatching(/The site only read for .+ s/),
    })
    expect(await moving.inNew(countRows)).toEqual({ ...before, events: (before['events'] ?? 0) + 1 })
    // No table counts its own ids: nothing is to be set after the rows were copied.
    const counters = await moving.inNew(({ db }) => sql`select * from pg_sequences`.execute(db))
    expect(counters.rows).toEqual([])
    const server = await moving.startNew()
    // Still signed in.
    const person = server.client({ store: reader.store })
    const { orders } = ok(await person.request(listOrders, {}))
    for (const { id } of orders) expect(ok(await person.request(getOrder, { id })).id).toBe(id)
    const { policies } = ok(await person.request(listPolicies, { tab: 'valid' }))
    const { extended: id } = oldRows.given
    expect(policies.map((it) => it.id)).toContain(id)
    expect(await person.blob(policyDocumentFile, { id, kind: 'card', language: 'en' })).toMatchObject({ ok: true })
    const claimant = await signIn(server, EMAIL)
    expect(ok(await claimant.request(listClaims, {})).claims.length).toBeGreaterThan(1)
    expect(await buy(server, 'after-the-move')).toMatchObject({ ok: true })
    // Whoever is still at the old server reads on.
    for (const { id: order } of orders)
      expect(await reader.request(getOrder, { id: order })).toMatchObject({ ok: true })
    for (const call of [listOrders, listClaims]) expect(await reader.request(call, {})).toMatchObject({ ok: true })
    expect(await reader.request(listPolicies, { tab: 'valid' })).toMatchObject({ ok: true })
    expect(await reader.request(getPolicy, { id })).toMatchObject({ ok: true })
    expect(await reader.blob(policyDocumentFile, { id, kind: 'card', language: 'en' })).toMatchObject({ ok: true })
    await expect(buy(old, 'too-late')).rejects.toMatchObject({ code: 'server', retryAfter: 5 })
    await expect(moving.startOld()).rejects.toThrow('This store was moved to another database')
    expect(await moving.run('move')).toMatchObject({ code: 0, said: expect.stringMatching(/^Moved, on /) })
  })

  it('a dry run tries it all and leaves nothing', async () => {
    const tried = await moving.run('move', '--dry-run')
    expect(tried.code).toBe(0)
    expect(tried.said).toMatch(/\d{4} rows would be moved; nothing was\.\n\d+ files of 1 MB would be copied first/)
    expect(tried.said).toMatch(/The site would only read for about [\d.]+ s\.$/)
    expect([await moving.inNew(countTables), s3.objects.size]).toEqual([0, 0])
    expect(await buy(old, 'after-a-dry-run')).toMatchObject({ ok: true })
  })

  it('waits for the job in hand, and no job runs on both', async () => {
    const [job] = await old.deps.db.selectFrom('jobs').select('id').where('done_at', 'is', null).limit(1).execute()
    const lease = (until: number | null) =>
      old.deps.write((trx) =>
        trx
          .updateTable('jobs')
          .set({ lease_until: until })
          .where('id', '=', job?.id ?? '')
          .execute(),
      )
    await lease(CLOCK() + 50_000)
    const done = moving.run('move')
    await expect.poll(() => moving.said).toContain('Jobs rest. 1 are in hand; the site goes on until they are done.')
    expect(await buy(old, 'while-jobs-rest')).toMatchObject({ ok: true })
    expect(await old.drain()).toBe(0)
    await lease(null)
    expect((await done).code).toBe(0)
    const server = await moving.startNew()
    const due = await server.deps.db
      .selectFrom('jobs')
      .select('id')
      .where('done_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('run_at', '<=', CLOCK())
      .execute()
    expect(due).not.toEqual([])
    expect(await server.drain()).toBeGreaterThanOrEqual(due.length)
    await expect(old.drain()).rejects.toThrow('This store was moved')
    const open = await old.deps.db
      .selectFrom('jobs')
      .select('id')
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .where('done_at', 'is', null)
      .execute()
    expect(open).toHaveLength(due.length)
  })

  it('copies what is missing, writes anew what is damaged there, and names what was lost before', async () => {
    const [one, two, three] = await old.deps.db.selectFrom('files').select('id').orderBy('id').limit(3).execute()
    expect(await moving.runKilledAt('files copied and compared')).toBe('SIGKILL')
    const written = s3.objects.size
    const damaged = s3.objects.get(one?.id ?? '')
    damaged?.bytes.writeUInt8((damaged.bytes[damaged.bytes.length - 1] ?? 0) ^ 1, damaged.bytes.length - 1)
    s3.objects.delete(two?.id ?? '')
    rmSync(join(moving.dataDir, 'files', three?.id ?? ''))
    s3.objects.delete(three?.id ?? '')
    s3.asked.length = 0
    expect((await moving.run('move')).said).toContain(
      `Lost or damaged before the move, and so still: 1 files: ${three?.id}`,
    )
    expect(s3.asked.filter((it) => it.startsWith('PUT'))).toEqual(
      expect.arrayContaining([`PUT ${one?.id}`, `PUT ${two?.id}`]),
    )
    expect([s3.asked.filter((it) => it.startsWith('PUT')).length, s3.objects.size]).toEqual([2, written - 2])
  })

  it('ends although many files were lost before', async () => {
    const files = await old.deps.db.selectFrom('files').selectAll().limit(1).execute()
    const lost = Array.from({ length: 25 }, (_, i) => ({ ...files[0], id: `lost${i}` }))
    await old.deps.write(async (trx) => {
      for (const row of lost)
        await trx
          .insertInto('files')
          .values({ ...(files[0] as (typeof files)[number]), ...row })
          .execute()
    })
    expect(await moving.run('move')).toMatchObject({ code: 0, said: expect.stringContaining('and so still: 25 files') })
  })

  it('refuses what PostgreSQL cannot hold, and the site goes on', async () => {
    const write = (text: string) =>
      old.deps.write((trx) => trx.updateTable('reading_feedback').set({ slug: text }).execute())
    await write('a\0b')
    const refused = { code: 1, said: expect.stringContaining('not_taken {"reading_feedback"') }
    expect(await moving.run('move', '--dry-run')).toMatchObject(refused)
    expect(await moving.run('move')).toMatchObject(refused)
    expect(await buy(old, 'after-a-refused-move')).toMatchObject({ ok: true })
    await write('ab')
    expect(await moving.run('move')).toMatchObject({ code: 0 })
  })

  it('refuses another one’s bucket or database, and settings that name nothing', async () => {
    s3.objects.set('other', { bytes: Buffer.from('x'), at: new Date() })
    await expect(moving.run('move')).rejects.toThrow('not of this installation')
    s3.objects.clear()
    await moving.inNew(({ write }) => write((trx) => sql`create table other (id text)`.execute(trx)))
    await expect(moving.run('move', '--dry-run')).rejects.toThrow('that of DATABASE_URL has 1 tables')
    moving.env['DATABASE_URL'] = ''
    await expect(moving.run('move')).rejects.toThrow('Set DATABASE_URL')
    moving.env['DATA_DIR'] = moving.root
    await expect(moving.run('move')).rejects.toThrow('has no youfang.db')
  })

  it('the way back: the old store goes on as it was, unless something would be lost', async () => {
    expect(await moving.run('reopen')).toMatchObject({ code: 1, said: 'Refused: not_moved' })
    await moving.run('move')
    // Another database, which has no record of the move, says nothing of what was written.
    const elsewhere = await emptyDatabase()
    const url = moving.env['DATABASE_URL'] ?? ''
    moving.env['DATABASE_URL'] = elsewhere.url
    const other = openStore({ databaseUrl: elsewhere.url, dataDir: moving.dataDir })
    await other.write((trx) =>
      sql`create table events (id text, at bigint, entity text, entity_id text,
      to_status text)`.execute(trx),
    )
    expect(await moving.run('reopen')).toMatchObject({ code: 1, said: expect.stringContaining('another_database') })
    await other.close()
    await elsewhere.drop()
    moving.env['DATABASE_URL'] = url
    // No event, but a job that was done: a letter may have been sent.
    await moving.inNew(({ write }) =>
      write((trx) =>
        sql`update jobs set done_at = ${CLOCK() + 3_600_000} where done_at is null and id in
        (select id from jobs where done_at is null limit 1)`.execute(trx),
      ),
    )
    expect(await moving.run('reopen')).toMatchObject({ code: 1, said: expect.stringContaining('"jobs":"1"') })
    const server = await moving.startNew()
    expect(await buy(server, 'on-the-new-one')).toMatchObject({ ok: true })
    expect(await moving.run('reopen')).toMatchObject({ code: 1, said: expect.stringContaining('"anyway":"--lose"') })
    await expect(buy(old, 'still-moved')).rejects.toMatchObject({ code: 'server' })
    expect(await moving.run('reopen', '--lose')).toMatchObject({ code: 0 })
    expect(await buy(old, 'on-the-old-one-again')).toMatchObject({ ok: true })
    await expect(moving.run('move')).rejects.toThrow('reopened since')
  })
})
