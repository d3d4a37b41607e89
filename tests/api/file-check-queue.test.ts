/**
 * A receipt at the last byte, the check afterwards: senders take turns, restarts are survived, and nothing is silently
 * lost.
 */
import { readdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import type { ServerFeature } from '../../src/server/server-feature.ts'
import { remakeInProcess, type RemakeFile } from '../../src/server/intake/remake-in-process.ts'
import { receiveFile } from '../../src/server/intake/intake.ts'
import { claimNext, LEASE } from '../../src/server/intake/check-queue.ts'
import { ProcessStopped } from '../../src/server/intake/intake-refusal.ts'
import type { Upload } from '../../src/server/http/call-handlers.ts'
import { NOON, startServer, type TestServer } from './start-server.ts'
import { jpeg } from './hostile-files.ts'

/** A busy machine needs time to start a process. */

/** What happened, in order: `received lin 1`, `looking lin`, `checked lin`, `failed lin file_broken`. */
let events: string[]
let senders: Map<string, string>
const probe: ServerFeature = {
  name: 'probe',
  incoming: [
    {
      kind: 'probe',
      checked: async (_deps, _trx, id) => {
        events.push(`checked ${senders.get(id) ?? ''}`)
        return true
      },
      failed: async (_deps, _trx, id, code) => void events.push(`failed ${senders.get(id) ?? ''} ${code}`),
    },
  ],
}

// A separate folder per test: on PostgreSQL a folder's database stays.
let dataDir: string
const open: TestServer[] = []
let photo: Buffer
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'youfang-checking-'))
  events = []
  senders = new Map()
  photo ??= await jpeg()
})
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function serverChecking(look: RemakeFile, at = { now: NOON }): Promise<TestServer> {
  const server = await startServer({ features: [probe], dataDir, look, clock: () => at.now })
  open.push(server)
  return server
}

/** One whose checks fail by a fault of ours until `repair`. */
async function serverAtFault(at: { now: number }): Promise<{ server: TestServer; repair: () => void }> {
  let broken = true
  const server = await serverChecking(async (kind, incoming, use) => {
    if (broken) throw new Error('the disk is full')
    return remakeInProcess(kind, incoming, use)
  }, at)
  return {
    server,
    repair: () => {
      broken = false
    },
  }
}

async function send({ deps }: TestServer, sender: string, bytes = photo): Promise<void> {
  async function* files(): AsyncGenerator<Upload> {
    yield { field: 'file', name: 'a.jpg', mime: '', stream: Readable.from([bytes]), truncated: () => false }
  }
  await receiveFile(
    deps,
    files(),
    { owner: 'probe', sender, purpose: 'probe' },
    async (_, { id }) => void senders.set(id, sender),
  )
  events.push(`received ${sender}`)
}

/** Only what was accepted is on disk or in the queue. */
async function nothingWaits({ deps }: TestServer): Promise<void> {
  expect(await deps.db.selectFrom('incoming').selectAll().execute()).toEqual([])
  expect(readdirSync(join(dataDir, 'files')).filter((name) => name.endsWith('.incoming'))).toEqual([])
}

describe('while one sender’s slowest files are being checked', () => {
  test('everybody else gets a receipt at once, and is next after the file being checked', async () => {
    const gates: (() => void)[] = []
    const slow: RemakeFile = async (kind, incoming, use) => {
      events.push('looking')
      await new Promise<void>((go) => gates.push(go))
      return remakeInProcess(kind, incoming, use)
    }
    const at = { now: NOON }
    const server = await serverChecking(slow, at)
    for (let i = 0; i < 3; i++) await send(server, 'mallory')
    server.deps.checking.start()
    await expect.poll(() => events.filter((it) => it === 'looking').length).toBe(1)
    at.now += 1
    for (const who of ['lin', 'wu']) await send(server, who)
    // No check has ended, and both have their receipts.
    expect(events.filter((it) => it.startsWith('checked'))).toEqual([])
    expect(events.filter((it) => it.startsWith('received'))).toEqual([
      'received mallory',
      'received mallory',
      'received mallory',
      'received lin',
      'received wu',
    ])
    const looks = (): number => events.filter((it) => it === 'looking').length
    const checked = (): (string | undefined)[] =>
      events.filter((it) => it.startsWith('checked')).map((it) => it.split(' ')[1])
    // Two checks at a time, one per sender: beside mallory's first, which is being checked all the time, all others get
    // turns. The gate opened last is theirs once the next check has begun, and not before.
    for (const [others, who] of ['lin', 'wu'].entries()) {
      await expect.poll(looks).toBe(others + 2)
      at.now += 1
      gates.pop()?.()
      await expect.poll(checked).toHaveLength(others + 1)
      expect(checked().at(-1)).toBe(who)
    }
    for (let own = 1; own <= 3; own++) {
      await expect.poll(() => gates.length).toBe(1)
      at.now += 1
      gates.pop()?.()
      await expect.poll(checked).toHaveLength(own + 2)
    }
    expect(checked().slice(2)).toEqual(['mallory', 'mallory', 'mallory'])
    // A running check ends first: the file's bytes are deleted after its result is known.
    await server.deps.checking.stop()
    await nothingWaits(server)
  })

  test('a sender whose file had to be stopped waits with their other files; nobody else does', async () => {
    const at = { now: NOON }
    let worst = true
    const server = await serverChecking(async (kind, incoming, use) => {
      if (worst) throw new ProcessStopped('jpeg')
      return remakeInProcess(kind, incoming, use)
    }, at)
    for (let i = 0; i < 2; i++) await send(server, 'mallory')
    expect(await server.check()).toBe(1)
    expect(events.at(-1)).toBe('failed mallory file_broken')
    worst = false
    await send(server, 'lin')
    expect(await server.check()).toBe(1)
    expect(events.at(-1)).toBe('checked lin')
    at.now += 30_000
    expect(await server.check()).toBe(1)
    expect(events.at(-1)).toBe('checked mallory')
    await nothingWaits(server)
  })

  test('one sender may have a limited number of unchecked files, and others are not affected', async () => {
    const server = await serverChecking(remakeInProcess)
    for (let i = 0; i < LIMITS.uncheckedFiles; i++) await send(server, 'mallory')
    await expect(send(server, 'mallory')).rejects.toMatchObject({ code: 'too_many', data: { retryAfter: 10 } })
    await send(server, 'lin')
    expect(readdirSync(join(dataDir, 'files'))).toHaveLength(LIMITS.uncheckedFiles + 1)
  })
})

describe('a received file is not lost', () => {
  test('when the checking process dies, another one checks the file after the lease; the late answer of the first is ignored', async () => {
    const at = { now: NOON }
    let revive = (): void => undefined
    const dying = await serverChecking(async (kind, incoming, use) => {
      await new Promise<void>((go) => (revive = go))
      return remakeInProcess(kind, incoming, use)
    }, at)
    await send(dying, 'lin')
    const lost = dying.check()
    await expect
      .poll(async () => (await dying.deps.db.selectFrom('incoming').select('attempts').executeTakeFirst())?.attempts)
      .toBe(1)
    const other = await serverChecking(remakeInProcess, at)
    expect(await other.check()).toBe(0)
    at.now += LEASE
    expect(await other.check()).toBe(1)
    expect(events).toEqual(['received lin', 'checked lin'])
    revive()
    await lost
    expect(events).toEqual(['received lin', 'checked lin'])
    await nothingWaits(other)
  })

  test('a clock that was ahead, and is right when the server is started again, keeps none waiting', async () => {
    const at = { now: NOON + 10_800_000 }
    const { server } = await serverAtFault(at)
    await send(server, 'lin')
    await server.check()
    await send(server, 'wu')
    expect(await server.deps.write((trx) => claimNext(trx, [], at.now))).toBeDefined()
    at.now = NOON
    const again = await serverChecking(remakeInProcess, at)
    expect(await again.check()).toBe(2)
    await nothingWaits(again)
  })

  /** A process claims the file and dies; its lease expires. */
  async function die({ deps }: TestServer, at: { now: number }): Promise<void> {
    expect(await deps.write((trx) => claimNext(trx, [], at.now))).toBeDefined()
    at.now += LEASE
  }

  test('when one process after another is killed the next takes the file, which is given up after the tenth only', async () => {
    const at = { now: NOON }
    const server = await serverChecking(remakeInProcess, at)
    await send(server, 'lin')
    for (let i = 0; i < 9; i++) await die(server, at)
    expect(await server.check()).toBe(1)
    expect(events).toEqual(['received lin', 'checked lin'])
    await send(server, 'wu')
    for (let i = 0; i < 10; i++) await die(server, at)
    expect(await server.check()).toBe(1)
    expect(events.slice(2)).toEqual(['received wu', 'failed wu file_broken'])
    await nothingWaits(server)
  })

  test('attempts that failed because of a fault of ours do not count as killed processes', async () => {
    const at = { now: NOON }
    const { server, repair } = await serverAtFault(at)
    await send(server, 'lin')
    for (let i = 0; i < 12; i++, at.now += 300_000) await server.check()
    repair()
    await die(server, at)
    expect(await server.check()).toBe(1)
    expect(events.at(-1)).toBe('checked lin')
  })

  test('its bytes are sealed on disk before the receipt, and a new process finds them', async () => {
    const first = await serverChecking(remakeInProcess)
    await send(first, 'lin', Buffer.concat([photo, Buffer.from('the diagnosis')]))
    await open.shift()?.close()
    const [name = ''] = readdirSync(join(dataDir, 'files'))
    expect(name).toMatch(/\.incoming$/)
    const second = await serverChecking(remakeInProcess)
    expect(await second.deps.files.sweep(Date.now() + 60_000)).toBe(0)
    expect(await second.check()).toBe(1)
    expect(events.at(-1)).toBe('checked lin')
    await nothingWaits(second)
  })

  test('during a fault of ours it waits, is tried again, and is finally given up with an explanation', async () => {
    const at = { now: NOON }
    const { server, repair } = await serverAtFault(at)
    for (const who of ['lin', 'wu']) await send(server, who)
    expect(await server.check()).toBe(2)
    expect(await server.check()).toBe(0)
    at.now += 5_000
    expect(await server.check()).toBe(2)
    repair()
    at.now += 10_000
    const lin = [...senders].find(([, who]) => who === 'lin')?.[0] ?? ''
    await server.deps.write((trx) =>
      trx
        .updateTable('incoming')
        .set({ received_at: NOON - LIMITS.uncheckedHours * 3_600_000 })
        .where('id', '=', lin)
        .execute(),
    )
    expect(await server.check()).toBe(2)
    expect(events.slice(2).sort()).toEqual(['checked wu', 'failed lin file_unchecked'])
    await nothingWaits(server)
  })
})
