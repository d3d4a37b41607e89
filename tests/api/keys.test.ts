/** A new secret in front of the old one: everything is resealed, nothing is lost, and the old one is no longer needed. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimDocuments, listClaims } from '../../src/features/claims/contract.ts'
import { orderCommands } from '../../src/features/orders/server/order-commands.ts'
import { listPolicies } from '../../src/features/policies/contract.ts'
import { me } from '../../src/features/session/contract.ts'
import { resealAll, tableToReseal } from '../../src/server/keys/reseal.ts'
import { sealedTables } from '../../src/server/keys/sealed-tables.ts'
import { ALL_TABLES } from '../../src/programs/database-tables.ts'
import { serverCommands } from '../../src/server/operator/server-commands.ts'
import { canBeCopied, dialect, forget } from '../stores/open.ts'
import { Claimant, EMAIL } from './claims-fixtures.ts'
import { commandOutput } from './operator-commands.ts'
import { startServer, type TestServer } from './start-server.ts'
import { ok } from './orders-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

const WRONG = 'SECRET does not open this store'
const NEXT = Buffer.alloc(32, 9).toString('base64')
const folder = mkdtempSync(join(tmpdir(), 'youfang-keys-'))
let old = ''
let caseNumber = ''

beforeAll(async () => {
  if (!canBeCopied) return
  const server = await startServer({ dataDir: folder })
  const claimant = await Claimant.insured(server)
  caseNumber = (await claimant.send()).caseNumber
  await server.close()
  old = readFileSync(join(folder, 'secret'), 'utf8')
})
afterAll(async () => {
  if (canBeCopied) await forget(folder)
  rmSync(folder, { recursive: true, force: true })
})

const started = (secret: string): Promise<TestServer> => startServer({ dataDir: folder, env: { SECRET: secret } })

/** Every text of the store, by table. */
async function textsOf({ deps }: TestServer): Promise<[table: string, text: string][]> {
  const tables =
    dialect === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`
  const found: [string, string][] = []
  for (const { name } of (await tables.execute(deps.db)).rows) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(deps.db)
    for (const row of rows)
      for (const value of Object.values(row)) if (typeof value === 'string') found.push([name, value])
  }
  return found
}

const command = (server: TestServer, ...words: string[]) =>
  commandOutput(server.deps, [...serverCommands, ...orderCommands], words)

it.skipIf(!canBeCopied)('every table with a sealed column is listed', async () => {
  const server = await started(old)
  const holding = new Set(
    (await textsOf(server)).filter(([, text]) => /v2\.[\w-]{6}\.[\w-]{30}/.test(text)).map(([table]) => table),
  )
  expect([...holding].filter((table) => !sealedTables(ALL_TABLES).some((it) => it.table === table))).toEqual([])
  expect(holding.size).toBeGreaterThan(8)
  await server.close()
})

it.skipIf(!canBeCopied)(
  'another secret does not open the store, whether it has a canary or is older than that',
  async () => {
    await expect(started(NEXT)).rejects.toThrow(WRONG)
    const before = await started(old)
    await before.deps.write((trx) => trx.deleteFrom('secret_canaries').execute())
    await expect(started(NEXT)).rejects.toThrow(WRONG)
    expect(await before.deps.db.selectFrom('secret_canaries').select('id').execute()).toEqual([])
    const upgraded = await started(old)
    expect(await before.deps.db.selectFrom('secret_canaries').select('id').execute()).toHaveLength(1)
    await before.close()
    await upgraded.close()
    await expect(started(NEXT)).rejects.toThrow(WRONG)
  },
)

it.skipIf(!canBeCopied)(
  'a resealing that was stopped continues, and ends with nothing under the old secret',
  async () => {
    const server = await started(`${NEXT},\n${old}`)
    expect((await command(server, 'keys', 'check')).said).toContain('reseal_needed')
    const broken = resealAll(server.deps, ({ table }) => {
      if (table === 'orders') throw new Error('power is gone')
    })
    await expect(broken).rejects.toThrow('power is gone')
    // One part is sealed with each: neither secret alone opens the store.
    for (const alone of [NEXT, old]) await expect(started(alone)).rejects.toThrow(WRONG)
    expect(await tableToReseal(server.deps)).toBeDefined()
    const done = await command(server, 'keys', 'reseal', '--by', 'chen', '--why', 'yearly')
    expect(done).toMatchObject({ code: 0, said: expect.stringContaining('can be taken out of SECRET') as string })
    expect((await command(server, 'keys', 'check')).code).toBe(0)
    expect((await command(server, 'keys', 'reseal', '--by', 'chen', '--why', 'again')).said).toContain('Done: 0 rows')
    await server.close()
  },
)

it.skipIf(!canBeCopied)(
  'without the old secret people still find and open their data, and records verify',
  async () => {
    await expect(started(old)).rejects.toThrow(WRONG)
    const server = await started(NEXT)
    const id = /^v2\.([\w-]{6})\./.exec(server.deps.seal.seal('any', 'x'))?.[1]
    const sealed = (await textsOf(server)).flatMap(([table, text]) =>
      [...text.matchAll(/v2\.([\w-]{6})\.[\w-]{30}/g)].map((it) => [table, it[1]]),
    )
    expect(sealed.filter(([, by]) => by !== id)).toEqual([])
    // A code is sent to one destination once a minute.
    server.advance(120_000)
    const client = await logInAs(server, EMAIL)
    expect(ok(await client.request(me, {})).user.email).toBe('l•••@example.com')
    expect(ok(await client.request(listPolicies, {})).policies).toHaveLength(1)
    const [claim] = ok(await client.request(listClaims, {})).claims
    expect(claim?.caseNumber).toBe(caseNumber)
    expect(ok(await client.request(claimDocuments, { id: claim?.id ?? '' })).documents.length).toBeGreaterThan(0)
    expect((await command(server, 'sales-log', 'verify')).said).toBe('1 record intact')
    await server.close()
  },
)

it.skipIf(!canBeCopied)('append-only tables are append-only again afterwards', async () => {
  const server = await started(NEXT)
  for (const table of ['events', 'sales_log'] as const) {
    await expect(
      server.deps.write((trx) => sql`update ${sql.table(table)} set at = 0`.execute(trx)),
      table,
    ).rejects.toThrow('append only')
    await expect(
      server.deps.write((trx) => sql`delete from ${sql.table(table)}`.execute(trx)),
      table,
    ).rejects.toThrow('append only')
  }
  await server.close()
})

describe('a contact that was stored when an address was compared as it was typed', () => {
  const [letters, ascii] = ['li@bücher.example', 'li@xn--bcher-kva.example']
  const typedMac = ({ deps }: TestServer): string => deps.seal.mac('login.destination', ascii)

  it('is found in both forms after `keys reseal`', async () => {
    const server = await startServer()
    const before = ok(await (await logInAs(server, ascii)).request(me, {})).user.id
    await server.deps.write((trx) =>
      trx
        .updateTable('contacts')
        .set({ mac: typedMac(server) })
        .execute(),
    )
    await command(server, 'keys', 'reseal', '--by', 'chen', '--why', 'update')
    for (const form of [letters, ascii]) {
      server.advance(120_000)
      expect(ok(await (await logInAs(server, form)).request(me, {})).user.id, form).toBe(before)
    }
    await server.close()
  })
  it('stays as it is while another account signs in with the other form', async () => {
    const server = await startServer()
    await logInAs(server, ascii)
    await server.deps.write((trx) =>
      trx
        .updateTable('contacts')
        .set({ mac: typedMac(server) })
        .execute(),
    )
    server.advance(120_000)
    const other = ok(await (await logInAs(server, letters)).request(me, {})).user.id
    expect((await command(server, 'keys', 'reseal', '--by', 'chen', '--why', 'update')).code).toBe(0)
    const macs = await server.deps.db.selectFrom('contacts').select('mac').execute()
    expect(macs).toContainEqual({ mac: typedMac(server) })
    server.advance(120_000)
    expect(ok(await (await logInAs(server, letters)).request(me, {})).user.id).toBe(other)
    await server.close()
  })
})
