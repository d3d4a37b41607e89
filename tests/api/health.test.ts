/** `/readyz` is red before the disk is full, says nothing to strangers, and costs nothing however often it is asked. */
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ServiceStatus } from '../../src/lib/service-status.ts'
import { codeMailJob } from '../../src/server/messages/message-jobs.ts'
import { oneChunk } from '../../src/server/files/store-once.ts'
import { healthCommands } from '../../src/server/operator/health-commands.ts'
import { dialect } from '../stores/open.ts'
import { commandOutput } from './operator-commands.ts'
import { startServer, type TestServer } from './start-server.ts'

const MEBIBYTE = 1024 * 1024
/** After this time `/readyz` looks again, ms. */
const LATER = 5_000

let server: TestServer
let free: number
let looks: number
beforeEach(async () => {
  free = 600 * MEBIBYTE
  looks = 0
  server = await startServer({
    features: [],
    free: async () => {
      looks += 1
      return free
    },
  })
})
afterEach(() => server.close())

const ready = async (): Promise<unknown> => {
  const answer = await fetch(`${server.url}/readyz`)
  return [answer.status, await answer.json()]
}
const OK = [200, { ok: true }]
const NOT_OK = [503, { ok: false }]

test('it is red while less is free than must stay free, and green again afterwards', async () => {
  expect(await ready()).toEqual(OK)
  free = 511 * MEBIBYTE
  server.advance(LATER)
  expect(await ready()).toEqual(NOT_OK)
  expect(server.logs()).toContain('"part":"disk","err":{"type":"Fault","message":"less is free than MIN_FREE_MB"')
  free = 512 * MEBIBYTE
  server.advance(LATER)
  expect(await ready()).toEqual(OK)
})

test('whoever asks within some seconds gets the same answer, from one look', async () => {
  await Promise.all(Array.from({ length: 50 }, ready))
  expect(looks).toBe(1)
  free = 0
  expect(await ready()).toEqual(OK)
  expect(looks).toBe(1)
})

test('a clock that is set back keeps no answer', async () => {
  expect(await ready()).toEqual(OK)
  free = 0
  server.advance(-2 * 60 * 60_000)
  expect(await ready()).toEqual(NOT_OK)
})

test('one address can ask as often as it can call', async () => {
  const strict = await startServer({ features: [], env: { CALLS_PER_MINUTE: '2' } })
  const statuses = []
  for (let i = 0; i < 3; i++) statuses.push((await fetch(`${strict.url}/readyz`)).status)
  expect(statuses).toEqual([200, 200, 429])
  expect((await fetch(`${strict.url}/healthz`)).status).toBe(200)
  await strict.close()
})

test.runIf(dialect === 'sqlite')('a store that takes no more pages is not ready, and loses nothing', async () => {
  const { write, db, health } = server.deps
  const fill = (): Promise<unknown> =>
    write((trx) =>
      sql`insert into events (id, entity, entity_id, at, by, to_status) values (${String(Math.random())}, 'a', 'b', 1, 'c', ${'x'.repeat(5000)})`.execute(
        trx,
      ),
    )
  const events = async (): Promise<number> => (await db.selectFrom('events').select('id').execute()).length
  await fill()
  await write((trx) => sql`pragma max_page_count = 1`.execute(trx))
  await expect(fill()).rejects.toThrow()
  expect(await health.check()).toMatchObject({ ok: false, database: false, migrations: true, files: true, disk: true })
  expect(server.logs()).toContain('"part":"database"')
  expect(await events()).toBe(1)
  await write((trx) => sql`pragma max_page_count = 1000000`.execute(trx))
  await fill()
  expect(await events()).toBe(2)
  expect(await health.check()).toMatchObject({ ok: true })
})

test('the probes write what takes room, and leave nothing behind', async () => {
  const { db, health, config } = server.deps
  const probe = () => sql<{ bytes: string }>`select bytes from health_probe`.execute(db)
  expect(await health.check()).toMatchObject({ ok: true })
  const first = await probe()
  expect(first.rows[0]?.bytes.length).toBeGreaterThanOrEqual(8192)
  expect(await health.check()).toMatchObject({ ok: true })
  const second = await probe()
  expect(second.rows).toHaveLength(1)
  expect(second.rows).not.toEqual(first.rows)
  expect(readdirSync(join(config.dataDir, 'files'))).toEqual([])
})

test('it is red when files cannot be written', async () => {
  const files = join(server.deps.config.dataDir, 'files')
  renameSync(files, `${files}-away`)
  writeFileSync(files, '')
  expect(await ready()).toEqual(NOT_OK)
  expect(existsSync(files)).toBe(true)
})

test('a part that does not answer is named, and no other', async () => {
  const { files, health } = server.deps
  vi.spyOn(files, 'probe').mockReturnValue(new Promise(() => undefined))
  const found = { ok: false, database: true, migrations: true, files: false, disk: true, outboxLagMs: 0 }
  expect(await health.check()).toEqual(found)
})

test('operators see every part and the figures', async () => {
  const { code, said } = await commandOutput(server.deps, healthCommands, ['health', 'show', '--by', 'li'])
  expect(code).toBe(0)
  expect(said.split('\n')).toEqual([
    'ok  true',
    'database  true',
    'migrations  true',
    'files  true',
    'disk  true',
    'outboxLagMs  0',
    'freeDataMB  600',
    'freeLogsMB  600',
    'storeOnlyReads  0',
    'backupUntestedDays  0',
    'operatorsProposed  0',
  ])
})

test('/status.json says what is slow, and nothing more', async () => {
  const status = async (): Promise<unknown> => {
    server.advance(LATER)
    return (await fetch(`${server.url}/status.json`)).json()
  }
  const { metrics, files, write, clock } = server.deps
  const ok = { paying: 'ok', codes: 'ok', claims: 'ok' }
  expect(await status()).toEqual(ok)
  const call = { kind: 'payment', service: 'wechat', operation: 'create' } as const
  for (let i = 0; i < 3; i++) metrics.outgoing(call, 'failed', 1)
  expect(await status()).toEqual({ ...ok, paying: 'slow' })
  for (let i = 0; i < 10; i++) metrics.outgoing(call, 'ok', 1)
  // Whoever invents codes of wallets makes these calls fail.
  for (let i = 0; i < 30; i++) metrics.outgoing({ ...call, operation: 'identify' }, 'failed', 1)
  expect(await status()).toEqual(ok)
  const { id, wrappedKey: wrapped_key, size, sha256 } = await files.receive(oneChunk(Buffer.from('x')), () => undefined)
  const row = {
    id,
    size,
    sha256,
    wrapped_key,
    owner: 'claim:1',
    sender: 'user:1',
    purpose: 'claims',
    received_at: clock(),
  }
  const waits = { kind: 'jpeg' as const, due_at: clock(), lease_until: null, attempts: 0, deaths: 0 }
  await write((trx) =>
    trx
      .insertInto('incoming')
      .values({ ...row, ...waits })
      .execute(),
  )
  expect(await status()).toEqual(ok)
  server.advance(2 * 60_000)
  expect(await status()).toEqual({ ...ok, claims: 'slow' })
  // What one sender's files did, or where they stand in their own queue, is nobody else's wait.
  const sender = (turn_at: number, paused_until: number) =>
    write(async (trx) => {
      await trx.deleteFrom('incoming_senders').execute()
      await trx.insertInto('incoming_senders').values({ sender: 'user:1', stops: 1, turn_at, paused_until }).execute()
    })
  await sender(0, clock() + 60_000)
  expect(await status()).toEqual(ok)
  await sender(clock(), 0)
  expect(await status()).toEqual(ok)
  await sender(0, 0)
  expect(await status()).toEqual({ ...ok, claims: 'slow' })
  await write((trx) =>
    trx
      .updateTable('incoming')
      .set({ due_at: clock() + 60_000 })
      .execute(),
  )
  expect(await status()).toEqual(ok)
  await write((trx) => trx.deleteFrom('incoming').execute())
  await write((trx) => server.deps.outbox.enqueue(trx, codeMailJob, { sealed: '' }))
  expect(await status()).toEqual(ok)
  server.advance(60_000)
  expect(await status()).toEqual({ ...ok, codes: 'slow' })
})

test('/status.json says that all is slow on a full disk or a slow database, and claims without the files', async () => {
  const status = async (): Promise<unknown> => {
    server.advance(LATER)
    return (await fetch(`${server.url}/status.json`)).json()
  }
  const [ok, slow] = (['ok', 'slow'] as const).map((it) => ({ paying: it, codes: it, claims: it }))
  free = 511 * MEBIBYTE
  expect(await status()).toEqual(slow)
  free = 600 * MEBIBYTE
  expect(await status()).toEqual(ok)
  const folder = join(server.deps.config.dataDir, 'files')
  renameSync(folder, `${folder}-away`)
  writeFileSync(folder, 'no folder')
  expect(await status()).toEqual({ ...ok, claims: 'slow' })
  rmSync(folder)
  renameSync(`${folder}-away`, folder)
  expect(await status()).toEqual(ok)
  // As if what is read for the answer took more than two seconds.
  let at = 0
  const now = vi.spyOn(performance, 'now').mockImplementation(() => (at += 2_001))
  expect(await status()).toEqual(slow)
  now.mockRestore()
  expect(await status()).toEqual(ok)
})

test('/status.json says that codes are slow which another process could not send', async () => {
  const { write, clock, outbox } = server.deps
  const codes = async (): Promise<unknown> => {
    server.advance(LATER)
    const answer = await fetch(`${server.url}/status.json`)
    return ((await answer.json()) as ServiceStatus).codes
  }
  const code = (change: { last_error?: string; done_at?: number }) =>
    write(async (trx) => {
      await outbox.enqueue(trx, codeMailJob, { sealed: '' }, { runAt: clock() + 60_000 })
      const { id } = await trx.selectFrom('jobs').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
      await trx.updateTable('jobs').set(change).where('id', '=', id).execute()
    })
  for (let i = 0; i < 2; i++) await code({ last_error: 'connect' })
  expect(await codes()).toBe('ok')
  await code({ last_error: 'connect' })
  expect(await codes()).toBe('slow')
  // Most are taken: what is not is about single mailboxes.
  for (let i = 0; i < 4; i++) await code({ done_at: clock() })
  expect(await codes()).toBe('ok')
  server.advance(5 * 60_000)
  expect(await codes()).toBe('slow')
})
