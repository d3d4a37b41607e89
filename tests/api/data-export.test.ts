/**
 * A copy of everything about a person: made in the background, announced, opened by a separate code, deleted after some
 * days.
 */
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  dataExports,
  exportFile,
  openExport,
  requestExport,
  sendAccountCode,
} from '../../src/features/account/contract.ts'
import { listClaims, withdrawClaim } from '../../src/features/claims/contract.ts'
import { login, sendCode } from '../../src/features/session/contract.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { EMAIL, type Claimant } from './claims-fixtures.ts'
import { insuredServer } from './insured-server.ts'
import { codeFor, MINUTE, signIn } from './login-by-code.ts'
import { ok, refusal, sentFile } from './orders-fixtures.ts'
import type { Client, TestServer } from './start-server.ts'

const DAY = 86_400_000
let server: TestServer
let me: Claimant
beforeEach(async () => {
  const insured = await insuredServer()
  server = insured.server
  me = insured.claimant
})
afterEach(() => server.close())

const latest = async (client: Client) => ok(await client.request(dataExports, {})).latest
/** Requests a copy and runs the jobs that make it; returns its id. */
async function made(client = me.client): Promise<string> {
  ok(await client.request(requestExport, {}))
  await server.drain()
  return (await latest(client))?.id ?? ''
}

async function code(client = me.client, to = EMAIL): Promise<string> {
  server.advance(MINUTE)
  ok(await client.request(sendAccountCode, { purpose: 'export', channel: 'email' }))
  return codeFor(server, to)
}
const open = async (id: string, client = me.client) =>
  ok(await client.request(openExport, { id, channel: 'email', code: await code(client) })).ticket

async function archive(): Promise<Record<string, Uint8Array>> {
  const id = await made()
  const file = sentFile(await me.client.blob(exportFile, { id, ticket: await open(id) }))
  return unzipSync(new Uint8Array(await file.arrayBuffer()))
}
const json = (files: Record<string, Uint8Array>, name: string) =>
  JSON.parse(new TextDecoder().decode(files[`data/${name}.json`])) as Record<string, Record<string, unknown>[]>

describe('the archive', () => {
  test('holds the person’s data in readable form, with files and explanations in both languages', async () => {
    const { caseNumber } = await me.send()
    await server.check()
    const files = await archive()
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['README.txt', '说明.txt', 'data/account.json', 'data/record.json']),
    )
    expect(json(files, 'account')['contacts']).toMatchObject([{ channel: 'email', destination: EMAIL }])
    expect(JSON.stringify(json(files, 'claims')['claims'])).toContain('Sore throat and fever since the night before')
    expect(JSON.stringify(json(files, 'policies')['policies'])).toContain('林晓')
    expect(JSON.stringify(json(files, 'orders')['orders'])).toContain('policyholder')
    const listed = json(files, 'files') as unknown as { path: string; sha256: string }[]
    expect(listed.filter(({ path }) => files[path] === undefined)).toEqual([])
    expect(listed.some(({ path }) => path.startsWith(`files/claims/${caseNumber}/`))).toBe(true)
    expect(listed.some(({ path }) => path.endsWith('.pdf'))).toBe(true)
  })

  test('holds no secret, no keyed hash and no name of staff', async () => {
    await me.send()
    const all = Object.entries(await archive())
      .filter(([name]) => name.startsWith('data/'))
      .map(([, bytes]) => new TextDecoder().decode(bytes))
      .join('')
    expect(all).not.toMatch(/v2\.[\w-]{6}\.|"(token|csrf|code)_hash"|_mac"|wrapped_key|operator:/)
    const { mac } = await server.deps.db.selectFrom('contacts').select('mac').executeTakeFirstOrThrow()
    expect(all).not.toContain(mac)
  })

  test('includes what is sealed with the person’s own key', async () => {
    await me.send()
    const [claim] = ok(await me.client.request(listClaims, {})).claims
    ok(
      await me.client.request(withdrawClaim, {
        id: claim?.id ?? '',
        version: (await server.deps.db.selectFrom('claims').select('version').executeTakeFirstOrThrow()).version,
        why: 'My school pays for it.',
      }),
    )
    expect(JSON.stringify(json(await archive(), 'record')['events'])).toContain('My school pays for it.')
    const { data } = await server.deps.db
      .selectFrom('events')
      .select('data')
      .where('to_status', '=', 'cancelled')
      .executeTakeFirstOrThrow()
    expect(data).toMatch(/"said":"p1\./)
  })

  test('is stored encrypted', async () => {
    const id = await made()
    const { file_id: file } = await server.deps.db
      .selectFrom('data_exports')
      .select('file_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const found = await server.deps.files.bytes(file ?? '')
    expect(found?.bytes.subarray(0, 2).toString()).toBe('PK')
    expect(found?.file.owner).toBe(`export:${id}`)
  })
})

describe('asking for a copy', () => {
  test('is possible for one copy at a time, and a limited number a day', async () => {
    ok(await me.client.request(requestExport, {}))
    expect(refusal(await me.client.request(requestExport, {}))).toBe('under_way')
    await server.drain()
    for (let i = 1; i < LIMITS.exportsDay; i++) await made()
    expect(await me.client.request(requestExport, {})).toMatchObject({ ok: false, code: 'too_many' })
    server.advance(DAY)
    await server.drain()
    await signIn(server, EMAIL, me.client)
    await made()
    // The earlier copy is gone, and its archive too.
    expect(
      await server.deps.db.selectFrom('files').select('id').where('owner', 'like', 'export:%').execute(),
    ).toHaveLength(1)
  })

  test('twice at once begins one copy', async () => {
    const replies = await Promise.all([1, 2].map(() => me.client.request(requestExport, {})))
    expect(replies.filter((it) => it.ok)).toHaveLength(1)
  })

  test('tells the owner when the copy is ready and how long it is available', async () => {
    await made()
    const mail = await server.deps.db
      .selectFrom('messages')
      .select(['to', 'text'])
      .where('subject', '=', 'The copy of your data is ready')
      .executeTakeFirstOrThrow()
    expect(mail).toMatchObject({ to: EMAIL, text: expect.stringContaining('/personal/mine') as string })
  })

  test('the copy and its archive are deleted after some days', async () => {
    const id = await made()
    server.advance(LIMITS.exportDays * DAY)
    await server.drain()
    expect(await server.deps.db.selectFrom('data_exports').selectAll().execute()).toEqual([])
    expect(await server.deps.db.selectFrom('files').select('id').where('owner', '=', `export:${id}`).execute()).toEqual(
      [],
    )
  })
})

describe('opening a copy', () => {
  test('needs a code of its own: a sign-in code does not open it, and this code signs nobody in', async () => {
    const id = await made()
    server.advance(MINUTE)
    ok(await me.client.request(sendCode, { destination: EMAIL }))
    const forLogin = await codeFor(server, EMAIL)
    const own = await code()
    expect(refusal(await me.client.request(openExport, { id, channel: 'email', code: forLogin }))).toBe('code_wrong')
    expect(refusal(await me.client.request(login, { destination: EMAIL, code: own, agreed: true }))).toBe('code_wrong')
    ok(await me.client.request(openExport, { id, channel: 'email', code: own }))
  })

  test('works once by a code; the ticket is valid for some minutes and for this person only', async () => {
    const id = await made()
    const used = await code()
    const { ticket } = ok(await me.client.request(openExport, { id, channel: 'email', code: used }))
    expect(refusal(await me.client.request(openExport, { id, channel: 'email', code: used }))).toBe('code_expired')
    const other = await signIn(server, 'zhou@example.com')
    expect(await other.blob(exportFile, { id, ticket })).toMatchObject({ ok: false, code: 'not_found' })
    expect(await me.client.blob(exportFile, { id, ticket: 'another' })).toMatchObject({ ok: false, code: 'not_found' })
    expect((await me.client.blob(exportFile, { id, ticket })).ok).toBe(true)
    server.advance(11 * MINUTE)
    expect(await me.client.blob(exportFile, { id, ticket })).toMatchObject({ ok: false, code: 'not_found' })
  })

  test('cannot send a code to a channel without a contact', async () => {
    expect(refusal(await me.client.request(sendAccountCode, { purpose: 'export', channel: 'mobile' }))).toBe(
      'no_contact',
    )
  })
})
