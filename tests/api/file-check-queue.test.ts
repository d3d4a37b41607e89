/** A receipt at the last byte, checks afterwards: in turn between senders, through restarts, and never silently lost. */
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
import type { Upload } from '../../src/server/call-handlers.ts'
import { NOON, startServer, type TestServer } from './start-server.ts'
import { jpeg } from './hostile-files.ts'

/** A busy machine takes its time to start a process. */
const SOON = { timeout: 20_000 }

/** What happened, in its order: `received lin 1`, `looking lin`, `checked lin`, `failed lin file_broken`. */
let events: string[]
let senders: Map<string, string>
const probe: ServerFeature = {
  name: 'probe',
  incoming: [{
    kind: 'probe',
    checked: async (_deps, _trx, id) => {
      events.push(`checked ${senders.get(id) ?? ''}`)
      return true
    },
    failed: async (_deps, _trx, id, code) => void events.push(`failed ${senders.get(id) ?? ''} ${code}`),
  }],
}

// Of each test its own: on PostgreSQL the database of a folder stays.
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

async function send({ deps }: TestServer, sender: string, bytes = photo): Promise<void> {
  async function* files(): AsyncGenerator<Upload> {
    yield { field: 'file', name: 'a.jpg', mime: '', stream: Readable.from([bytes]), truncated: () => false }
  }
  await receiveFile(deps, files(), { owner: 'probe', sender, purpose: 'probe' }, async (_, { id }) => void senders.set(id, sender))
  events.push(`received ${sender}`)
}

/** Nothing lies on disk or in the line but what was kept. */
async function nothingWaits({ deps }: TestServer): Promise<void> {
  expect(await deps.db.selectFrom('incoming').selectAll().execute()).toEqual([])
  expect(readdirSync(join(dataDir, 'files')).filter((name) => name.endsWith('.incoming'))).toEqual([])
}

describe('while one sender’s worst files are being looked at', () => {
  test('everybody else has a receipt without waiting, and a turn after the one in hand', async () => {
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
    await expect.poll(() => events.filter((it) => it === 'looking').length, SOON).toBe(1)
    at.now += 1
    for (const who of ['lin', 'wu']) await send(server, who)
    // No look has ended, and both have their receipts.
    expect(events.filter((it) => it.startsWith('checked'))).toEqual([])
    expect(events.filter((it) => it.startsWith('received'))).toEqual(['received mallory', 'received mallory', 'received mallory', 'received lin', 'received wu'])
    const looks = (): number => events.filter((it) => it === 'looking').length
    const checked = (): (string | undefined)[] => events.filter((it) => it.startsWith('checked')).map((it) => it.split(' ')[1])
    // Two at once, one of each: beside mallory's first, which is in hand all the time, everybody else has a turn. The gate opened last is theirs
    // once the next look has begun, and not before.
    for (const [others, who] of ['lin', 'wu'].entries()) {
      await expect.poll(looks, SOON).toBe(others + 2)
      at.now += 1
      gates.pop()?.()
      await expect.poll(checked, SOON).toHaveLength(others + 1)
      expect(checked().at(-1)).toBe(who)
    }
    for (let own = 1; own <= 3; own++) {
      await expect.poll(() => gates.length, SOON).toBe(1)
      at.now += 1
      gates.pop()?.()
      await expect.poll(checked, SOON).toHaveLength(own + 2)
    }
    expect(checked().slice(2)).toEqual(['mallory', 'mallory', 'mallory'])
    // What is in hand ends first: its bytes go after it is known.
    await server.deps.checking.stop()
    await nothingWaits(server)
  })

  test('a sender whose file had to be stopped waits with the others of theirs; nobody else does', async () => {
    const at = { now: NOON }
    let worst = true
    const server = await serverChecking(async (kind, incoming, use) => {
      if (worst) throw new ProcessStopped()
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

  test('one sender may have so many unchecked, and then others still may', async () => {
    const server = await serverChecking(remakeInProcess)
    for (let i = 0; i < LIMITS.uncheckedFiles; i++) await send(server, 'mallory')
    await expect(send(server, 'mallory')).rejects.toMatchObject({ code: 'too_many', data: { retryAfter: 10 } })
    await send(server, 'lin')
    expect(readdirSync(join(dataDir, 'files'))).toHaveLength(LIMITS.uncheckedFiles + 1)
  })
})

describe('a received file is not lost', () => {
  test('when the process that looks at it dies, another one looks at it after the lease; the first one’s answer comes too late', async () => {
    const at = { now: NOON }
    let revive = (): void => undefined
    const dying = await serverChecking(async (kind, incoming, use) => {
      await new Promise<void>((go) => (revive = go))
      return remakeInProcess(kind, incoming, use)
    }, at)
    await send(dying, 'lin')
    const lost = dying.check()
    await expect.poll(async () => (await dying.deps.db.selectFrom('incoming').select('attempts').executeTakeFirst())?.attempts, SOON).toBe(1)
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

  /** A process takes the file up and dies; its lease runs out. */
  async function die({ deps }: TestServer, at: { now: number }): Promise<void> {
    expect(await deps.write((trx) => claimNext(trx, [], at.now))).toBeDefined()
    at.now += LEASE
  }

  test('when process after process is killed, for a reason of its own: whoever lives takes it, and only the tenth lets it go', async () => {
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

  test('tries that failed of something of ours count for no death', async () => {
    const at = { now: NOON }
    let broken = true
    const server = await serverChecking(async (kind, incoming, use) => {
      if (broken) throw new Error('the disk is full')
      return remakeInProcess(kind, incoming, use)
    }, at)
    await send(server, 'lin')
    for (let i = 0; i < 12; i++, at.now += 300_000) await server.check()
    broken = false
    await die(server, at)
    expect(await server.check()).toBe(1)
    expect(events.at(-1)).toBe('checked lin')
  })

  test('its bytes are on disk and sealed before its receipt, and a new process finds them', async () => {
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

  test('while something of ours is out of order it waits, is tried again, and is given up with words in the end', async () => {
    const at = { now: NOON }
    let broken = true
    const server = await serverChecking(async (kind, incoming, use) => {
      if (broken) throw new Error('the disk is full')
      return remakeInProcess(kind, incoming, use)
    }, at)
    for (const who of ['lin', 'wu']) await send(server, who)
    expect(await server.check()).toBe(2)
    expect(await server.check()).toBe(0)
    at.now += 5_000
    expect(await server.check()).toBe(2)
    broken = false
    at.now += 10_000
    const lin = [...senders].find(([, who]) => who === 'lin')?.[0] ?? ''
    await server.deps.write((trx) => trx.updateTable('incoming').set({ received_at: NOON - LIMITS.uncheckedHours * 3_600_000 }).where('id', '=', lin).execute())
    expect(await server.check()).toBe(2)
    expect(events.slice(2).sort()).toEqual(['checked wu', 'failed lin file_unchecked'])
    await nothingWaits(server)
  })
})
