/** A backup holds what the database named at one moment, is checked without being restored, and starts elsewhere. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bankCommands } from '../../src/features/bank-transfers/server/bank-commands.ts'
import { claimDocuments, documentFile, getClaim, listClaims } from '../../src/features/claims/contract.ts'
import { getOrder, listOrders } from '../../src/features/orders/contract.ts'
import { listPolicies, policyDocumentFile } from '../../src/features/policies/contract.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { ALL_TABLES } from '../../src/programs/database-tables.ts'
import { checkBackup } from '../../src/server/backup/check-backup.ts'
import { makeBackup, type BackupSource } from '../../src/server/backup/make-backup.ts'
import { restoreBackup } from '../../src/server/backup/restore-backup.ts'
import { readConfig } from '../../src/server/config.ts'
import { openStore, type Store } from '../../src/server/db/database.ts'
import { folderStorage } from '../../src/server/files/folder-storage.ts'
import { s3Storage } from '../../src/server/files/s3-storage.ts'
import { oneChunk } from '../../src/server/files/store-once.ts'
import { createSeal } from '../../src/server/keys/seal.ts'
import { runHostCommand } from '../../src/server/operator/run-command.ts'
import { hostCommands, serverCommands } from '../../src/server/operator/server-commands.ts'
import { PERSON } from '../stores/fill-store.ts'
import { startFakeS3 } from '../stores/fake-s3.ts'
import { canBeCopied, dialect, forget, freshStore } from '../stores/open.ts'
import { EMAIL } from './claims-fixtures.ts'
import { signIn } from './login-by-code.ts'
import { oldRows, oldServer, type OldServer } from './old-server.ts'
import { commandOutput } from './operator-commands.ts'
import { ok, sentFile } from './orders-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

const DAY = 86_400_000
const OTHER = Buffer.alloc(32, 7)
let [root, backups] = ['', '']
let old: OldServer
let server: TestServer
let store: Store
let source: BackupSource
let said: string[]
const ends: (() => Promise<unknown>)[] = []

const secret = () => ({ SECRET: String(server.deps.config.secrets[0]?.toString('base64')) })
const folder = (name: string): string => mkdtempSync(join(root, name))
/** A file of a claim that was received and is not checked. */
const SENT = { owner: 'claim:1', sender: 'user:1', purpose: 'claims', kind: 'jpeg', size: 5 } as const
const WAITING = { received_at: 0, due_at: 0, lease_until: null, attempts: 0, deaths: 0 }
const file = { owner: 'claim:1', name: 'invoice.pdf', mime: 'application/pdf' }
const check = (backup: string, seal = source.seal) =>
  checkBackup(backup, { seal, tables: ALL_TABLES, print: (line) => void said.push(line) })
/** A command of the host, as it is typed. */
async function run(env: Record<string, string>, ...words: string[]) {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const host = () => ({ config: readConfig(env), tables: ALL_TABLES })
  const code = await runHostCommand(['backup', ...words], hostCommands, host, { print: say, fail: say })
  return { code, said: lines.join('\n') }
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'youfang-backup-'))
  backups = join(root, 'backups')
  said = []
  old = await oldServer()
  server = old.server
  const { dataDir } = server.deps.config
  store = await freshStore({ dataDir, again: true })
  // The fixture has the bytes of some files.
  const present = readdirSync(join(dataDir, 'files'))
  await store.write((trx) => trx.deleteFrom('files').where('id', 'not in', present).execute())
  source = {
    store,
    storage: folderStorage(join(dataDir, 'files')),
    seal: server.deps.seal,
    tables: ALL_TABLES,
    clock: server.deps.clock,
    print: (line) => void said.push(line),
  }
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  await store.close()
  await old.close()
  rmSync(root, { recursive: true, force: true })
})

/** Over what was restored, on this run's database. */
async function restored(backup: string): Promise<TestServer> {
  const dataDir = folder('elsewhere-')
  const target = await freshStore({ dataDir, again: true })
  ends.push(() => forget(dataDir))
  const storage = folderStorage(join(dataDir, 'files'))
  await restoreBackup(backup, { ...source, store: target, storage }, (await check(backup)).files)
  await target.close()
  const elsewhere = await startServer({ dataDir, clock: server.deps.clock, env: secret() })
  ends.push(() => elsewhere.close())
  return elsewhere
}

const startOfFile = async (blob: ReturnType<ReturnType<TestServer['client']>['blob']>): Promise<string> =>
  Buffer.from((await sentFile(await blob).arrayBuffer()).slice(0, 4)).toString('latin1')

// A database in memory has one connection.
const databases = describe.skipIf(!canBeCopied)

databases('what was backed up', () => {
  it('is read by its people elsewhere: orders, policies, claims and files', async () => {
    const { folder: backup, lost } = await makeBackup(source, backups)
    expect(lost).toEqual([])
    expect(await check(backup)).toMatchObject({ faults: [], readable: true, made: server.deps.clock() })
    const elsewhere = await restored(backup)
    const person = await signIn(elsewhere, PERSON)
    const { orders } = ok(await person.request(listOrders, {}))
    for (const { id } of orders) expect(ok(await person.request(getOrder, { id })).id).toBe(id)
    const { policies } = ok(await person.request(listPolicies, { tab: 'valid' }))
    const { sent, extended: id } = oldRows.given
    expect(policies.map((it) => it.id)).toContain(id)
    expect(await startOfFile(person.blob(policyDocumentFile, { id, kind: 'card', language: 'en' }))).toBe('%PDF')
    const claimant = await signIn(elsewhere, EMAIL)
    expect(ok(await claimant.request(listClaims, {})).claims.length).toBeGreaterThan(1)
    expect(ok(await claimant.request(getClaim, { id: sent })).id).toBe(sent)
    const { documents } = ok(await claimant.request(claimDocuments, { id: sent }))
    const document = documents[0]?.id ?? ''
    expect(await startOfFile(claimant.blob(documentFile, { id: sent, document, size: 'full' }))).toContain('\xff\xd8')
  })

  it('goes from one database into the other, and from a folder into a bucket', async () => {
    const { folder: backup } = await makeBackup(source, backups)
    const s3 = await startFakeS3()
    ends.push(() => s3.close())
    const storage = s3Storage(s3.settings, server.deps)
    const other = openStore({ dataDir: folder('sqlite-') })
    ends.push(() => other.close())
    const { files, rows } = await check(backup)
    await restoreBackup(backup, { ...source, store: other, storage }, files)
    expect([...s3.objects.keys()].sort()).toEqual(files.map(({ id }) => id).sort())
    const again = await makeBackup({ ...source, store: other, storage }, join(root, 'again'))
    // The event of the first backup was written after its snapshot, that of the restore before the second.
    expect(await check(again.folder)).toMatchObject({ faults: [], rows: rows + 1 })
    expect((await restored(again.folder)).deps.tables).toHaveLength(ALL_TABLES.length)
  })

  it('sends nothing to the bank before somebody has compared what the bank was told since', async () => {
    const { folder: backup } = await makeBackup(source, backups)
    const { deps } = await restored(backup)
    const bank = (...words: string[]) =>
      commandOutput(deps, bankCommands, ['bank', ...words, '--by', 'wu', '--why', 'x'])
    const refused = { code: 1, said: expect.stringContaining('after-restore') }
    expect(await bank('collect')).toMatchObject(refused)
    expect(await bank('release', 'B1')).toMatchObject(refused)
    expect(await bank('export', 'B1', join(root, 'file'))).toMatchObject(refused)
    expect(await bank('collect', '--after-restore', 'list of 2 March: nothing since')).toMatchObject({ code: 0 })
    expect(await bank('collect')).toMatchObject({ code: 0 })
    const events = await deps.db.selectFrom('events').selectAll().where('to_status', '=', 'compared').execute()
    expect(events).toMatchObject([{ entity: 'copies', why: 'list of 2 March: nothing since', by: 'operator:wu' }])
  })

  it('is what the database named at one moment, though uploads come and go meanwhile', async () => {
    const { files, write } = server.deps
    const came: string[] = []
    let [begun, kept] = [false, '']
    const read = (name: string): AsyncIterable<Uint8Array> =>
      (async function* () {
        if (!begun) {
          begun = true
          const { wrappedKey, id, sha256 } = await files.receive(oneChunk(Buffer.from('photo')), () => undefined)
          came.push(id)
          await write((trx) =>
            trx
              .insertInto('incoming')
              .values({ ...SENT, ...WAITING, id, sha256, wrapped_key: wrappedKey })
              .execute(),
          )
        }
        if (name === came[0] && kept === '') {
          // Checked between the snapshot and its copy: its row and its bytes go, and another file comes.
          kept = (await files.put(oneChunk(Buffer.from('photo')), file)).id
          await files.delete(name)
        }
        yield* source.storage.read(name)
      })()
    const { folder: backup, lost } = await makeBackup({ ...source, storage: { ...source.storage, read } }, backups)
    const checked = await check(backup)
    const named = checked.files.map(({ id }) => id)
    expect([lost, checked.faults, named.includes(kept), came.some((id) => named.includes(id))]).toEqual([
      [],
      [],
      true,
      false,
    ])
    expect(readdirSync(join(backup, 'files')).sort()).toEqual(named.sort())
  })

  it('names what the live store had lost before, and is made all the same', async () => {
    const { id } = await server.deps.files.put(oneChunk(Buffer.from('x')), file)
    await source.storage.delete(id)
    const made = await makeBackup(source, backups)
    expect([made.lost, (await check(made.folder)).faults]).toEqual([[id], [`file ${id} is missing`]])
  })

  it('shows no word of what is in it, and shares unchanged files with the backup before', async () => {
    const { id } = await server.deps.files.put(oneChunk(Buffer.from('x')), file)
    const first = await makeBackup({ ...source, clock: () => 0 }, backups)
    const second = await makeBackup({ ...source, clock: () => DAY }, backups)
    expect(readFileSync(join(first.folder, 'database')).includes('policies')).toBe(false)
    const inode = (it: { folder: string }) => statSync(join(it.folder, 'files', id)).ino
    expect(inode(second)).toBe(inode(first))
    await makeBackup(source, backups, 2)
    expect([readdirSync(backups).length, (await check(second.folder)).faults]).toEqual([2, []])
  })
})

databases('the check names', () => {
  let [backup, one, two] = ['', '', '']
  const damage = (path: string): void => {
    const bytes = readFileSync(path)
    bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1
    writeFileSync(path, bytes)
  }
  beforeEach(async () => {
    one = (await server.deps.files.put(oneChunk(Buffer.from('first')), file)).id
    two = (await server.deps.files.put(oneChunk(Buffer.from('second')), file)).id
    backup = (await makeBackup(source, backups)).folder
  })

  it('a broken byte and a missing file, and restores the rest where it is told to', async () => {
    damage(join(backup, 'files', one))
    rmSync(join(backup, 'files', two))
    expect(new Set((await check(backup)).faults)).toEqual(new Set([`file ${one} is damaged`, `file ${two} is missing`]))
    const env = { ...secret(), DATA_DIR: folder('data-') }
    expect(await run(env, 'check', backup)).toMatchObject({ code: 1, said: expect.stringContaining(`file ${one}`) })
    expect(await run(env, 'restore', backup)).toMatchObject({ code: 1, said: expect.stringContaining('--damaged') })
    expect(await run(env, 'restore', backup, '--damaged')).toMatchObject({ code: 0 })
  })

  it('a broken byte of the database, and one that is cut off', async () => {
    damage(join(backup, 'database'))
    const broken = { readable: false, faults: ['database is damaged, cut off or missing'] }
    expect(await check(backup)).toMatchObject(broken)
    writeFileSync(join(backup, 'database'), readFileSync(join(backup, 'database')).subarray(0, 70_000))
    expect(await check(backup)).toMatchObject(broken)
    expect((await run({ ...secret(), DATA_DIR: folder('data-') }, 'restore', backup, '--damaged')).code).toBe(1)
  })

  it('another date than it was made at', async () => {
    const header = join(backup, 'backup.json')
    const text = readFileSync(header, 'utf8')
    writeFileSync(header, text.replace(String(server.deps.clock()), String(server.deps.clock() + DAY)))
    expect((await check(backup)).faults).toEqual([expect.stringContaining('its date was changed')])
  })

  it('another secret, and a folder that is no backup', async () => {
    await expect(check(backup, createSeal([OTHER]))).rejects.toThrow('SECRET does not open this backup')
    await expect(check(backups)).rejects.toThrow('is no backup')
  })

  it('a value that was sealed with another secret', async () => {
    const wrapped_key = createSeal([OTHER]).seal(`files.key:${one}`, 'key')
    await store.write((trx) => trx.updateTable('files').set({ wrapped_key }).where('id', '=', one).execute())
    const { folder: other } = await makeBackup({ ...source, clock: () => 0 }, backups)
    expect((await check(other)).faults).toEqual([
      `files ${one}: wrapped_key does not open with this SECRET`,
      `file ${one} is damaged`,
    ])
  })

  it('what is in the way of a restore', async () => {
    const env = { ...secret(), DATA_DIR: server.deps.config.dataDir }
    const refused = 'into an empty installation only'
    if (dialect === 'sqlite') await expect(run(env, 'restore', backup)).rejects.toThrow(refused)
    const dataDir = folder('data-')
    await folderStorage(join(dataDir, 'files')).write('a', oneChunk(Buffer.alloc(1)))
    await expect(run({ ...secret(), DATA_DIR: dataDir }, 'restore', backup)).rejects.toThrow(refused)
  })
})

databases('the commands', () => {
  it.skipIf(dialect !== 'sqlite')('make one, check it and restore it', async () => {
    const env = { ...secret(), DATA_DIR: server.deps.config.dataDir }
    expect(await run(env, 'make', backups, '--keep', '7')).toMatchObject({ code: 0 })
    const backup = join(backups, readdirSync(backups)[0] ?? '')
    const elsewhere = { ...secret(), DATA_DIR: folder('data-') }
    expect((await run(elsewhere, 'check', backup)).said).toMatch(/^Whole: /m)
    expect(await run(elsewhere, 'restore', backup)).toMatchObject({ code: 0 })
    expect(await run(elsewhere, 'make')).toMatchObject({ code: 2 })
  })

  it('health show counts hours since the last backup, and days since a restore test was due', async () => {
    const figures = () => server.deps.health.figures()
    const write = (...words: string[]) => commandOutput(server.deps, serverCommands, ['backup', 'tested', ...words])
    expect(await figures()).not.toHaveProperty('backupAgeHours')
    await makeBackup(source, backups)
    expect(await write('2026-03-01', '--by', 'li', '--why', 'one policy opened')).toMatchObject({ code: 0 })
    expect(await figures()).toMatchObject({ backupUntestedDays: 0, backupAgeHours: 0 })
    server.advance((LIMITS.backupTestDays + 3) * DAY)
    expect(await figures()).toMatchObject({ backupUntestedDays: 3, backupAgeHours: 34 * 24 })
    expect((await write('yesterday', '--by', 'li', '--why', 'x')).code).not.toBe(0)
  })
})
