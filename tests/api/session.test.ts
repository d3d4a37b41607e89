import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { KEYS } from '../../src/app/storage/storage-keys.ts'
import { memoryStore } from '../../src/app/storage/storage.ts'
import type { Input, Output } from '../../src/lib/contract.ts'
import { login, logout, logoutOthers, me, sendCode } from '../../src/features/session/contract.ts'
import { getOrder } from '../../src/features/orders/contract.ts'
import { listOrders } from '../../src/features/orders/list-contract.ts'
import { versionsOf } from '../../src/features/session/server/agreements.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'
import * as kit from './login-by-code.ts'

const { MAIL, MINUTE, standingAlone } = kit
const MOBILE = '13800138001'
let server: TestServer

beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

const askCode = (client: Client, destination: string) => kit.askCode(server, client, destination)
const keep = (client: Client, data: Output<typeof login>) => kit.keep(server, client, data)
const signIn = (destination?: string, client?: Client) => kit.signIn(server, destination, client)

const attempt = (client: Client, over: Partial<Input<typeof login>> & { code: string }) =>
  client.request(login, { destination: MAIL, agreed: true, ...over })

const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('login', () => {
  it.each([MAIL, MOBILE])('by a code to %s, which finds the same person the next time', async (destination) => {
    const first = await (await signIn(destination)).request(me, {})
    server.advance(2 * MINUTE)
    const second = await (await signIn(destination)).request(me, {})
    expect(first.ok && second.ok && first.data.user.id === second.data.user.id).toBe(true)
    expect(first.ok && JSON.stringify(first.data)).not.toContain(destination)
  })
  it('finds one person whether a domain is typed in its letters or as it is looked up', async () => {
    const forms = ['li@bücher.example', 'li@xn--bcher-kva.example'] as const
    const first = await (await signIn(forms[0])).request(me, {})
    server.advance(2 * MINUTE)
    const second = await (await signIn(forms[1])).request(me, {})
    expect(first.ok && second.ok && first.data.user.id === second.data.user.id).toBe(true)
    server.advance(2 * MINUTE)
    const client = server.client()
    const code = await askCode(client, forms[1])
    expect(await client.request(sendCode, { destination: forms[0] })).toMatchObject({ ok: false, code: 'too_soon' })
    expect((await attempt(client, { destination: forms[0], code })).ok).toBe(true)
  })
  it('takes a code pasted with spaces and full-width digits, and a mobile number with +86', async () => {
    const client = server.client()
    const code = await askCode(client, MOBILE)
    const wide = Array.from(code, (d) => String.fromCharCode(d.charCodeAt(0) + 0xfee0)).join(' ')
    const reply = await attempt(client, { destination: '+86 138 0013 8001', code: ` ${wide} ` })
    expect(reply.ok).toBe(true)
  })
  it('names each missing thing by its own code', async () => {
    const client = server.client()
    const empty = await client.request(login, { destination: '', code: '', agreed: false })
    expect(!empty.ok && empty.fields).toEqual({
      destination: 'destination_required',
      code: 'code_required',
      agreed: 'agreement_required',
    })
    for (const [destination, code] of [
      ['12345', 'phone_format'],
      ['1380013800', 'phone_format'],
      ['138001380011', 'phone_format'],
      ['a@b', 'email_format'],
      ['23800138000', 'phone_format'],
    ] as const) {
      const reply = await client.request(sendCode, { destination })
      expect(!reply.ok && reply.fields, destination).toEqual({ destination: code })
    }
  })
  it('consumes a code once, even when five calls come at the same time', async () => {
    const client = server.client()
    const code = await askCode(client, MAIL)
    const replies = await Promise.all(Array.from({ length: 5 }, () => attempt(server.client(), { code })))
    expect(replies.filter((r) => r.ok)).toHaveLength(1)
    expect(await attempt(client, { code })).toMatchObject({ ok: false, code: 'code_expired' })
  })
  it('allows five attempts, then needs a new code, even if the right one is entered', async () => {
    const client = server.client()
    const code = await askCode(client, MAIL)
    const left: unknown[] = []
    for (let i = 0; i < 5; i++) {
      const reply = await attempt(client, { code: wrong(code) })
      left.push(reply.ok ? 'in' : (reply.extra.triesLeft ?? reply.code))
    }
    expect(left).toEqual([4, 3, 2, 1, 'code_expired'])
    expect(await attempt(client, { code })).toMatchObject({ ok: false, code: 'code_expired' })
  })
  it('lets a code lapse after five minutes', async () => {
    const client = server.client()
    const code = await askCode(client, MAIL)
    server.advance(5 * MINUTE)
    expect(await attempt(client, { code })).toMatchObject({ ok: false, code: 'code_expired' })
  })
  it('backs off after ten failures in a row; a new code does not reset it', async () => {
    const client = server.client()
    for (let round = 0; round < 2; round++) {
      const code = await askCode(client, MAIL)
      for (let i = 0; i < 5; i++) await attempt(client, { code: wrong(code) })
      server.advance(2 * MINUTE)
    }
    const fresh = await askCode(client, MAIL)
    const held = await attempt(client, { code: fresh })
    expect(held).toMatchObject({ ok: false, code: 'backoff' })
    server.advance(14 * MINUTE)
    expect((await attempt(client, { code: await askCode(client, MAIL) })).ok).toBe(true)
  })
})

describe('the agreement', () => {
  it('is kept with its versions, language and time: once, and again when a text has changed', async () => {
    await signIn()
    server.advance(2 * MINUTE)
    await signIn()
    server.advance(2 * MINUTE)
    await signIn(MAIL, server.client({ lang: 'cn' }))
    const rows = await server.deps.db
      .selectFrom('events')
      .select(['at', 'data'])
      .where('to_status', '=', 'agreed')
      .orderBy('id')
      .execute()
    expect(rows.map(({ data }) => JSON.parse(data ?? '') as unknown)).toEqual([
      { lang: 'en', ...versionsOf('en') },
      { lang: 'cn', ...versionsOf('cn') },
    ])
    expect(versionsOf('en').privacy).toMatch(/^\d+\.\d+$/)
  })
})

describe('sending codes', () => {
  it('waits 60 seconds, five an hour, with the seconds to wait', async () => {
    const client = server.client()
    await askCode(client, MAIL)
    server.advance(18_000)
    expect(await client.request(sendCode, { destination: MAIL })).toMatchObject({
      ok: false,
      code: 'too_soon',
      extra: { retryAfter: 42 },
    })
    for (let i = 0; i < 4; i++) {
      server.advance(MINUTE)
      expect((await client.request(sendCode, { destination: MAIL })).ok).toBe(true)
    }
    server.advance(MINUTE)
    expect(await client.request(sendCode, { destination: MAIL })).toMatchObject({ ok: false, code: 'too_many' })
  })
  it('answers alike for a known and an unknown person', async () => {
    await signIn(MAIL)
    server.advance(2 * MINUTE)
    const known = await server.client().request(sendCode, { destination: MAIL })
    const unknown = await server.client().request(sendCode, { destination: 'nobody@example.com' })
    expect(known).toEqual(unknown)
  })
  it('keeps neither code nor destination in the clear', async () => {
    const code = await askCode(server.client(), MAIL)
    for (const table of ['login_codes', 'login_sends', 'users', 'jobs'] as const) {
      const rows = JSON.stringify(await server.deps.db.selectFrom(table).selectAll().execute())
      expect(rows, table).not.toContain(MAIL)
      expect(rows, table).not.toMatch(standingAlone(code))
    }
    expect(server.logs()).not.toContain(MAIL)
    expect(server.logs()).not.toMatch(standingAlone(code))
  })
})

describe('a session', () => {
  it('slides for 120 minutes and ends after 12 hours', async () => {
    const client = await signIn()
    for (let hours = 0; hours < 11.9; hours += 1.7) {
      expect((await client.request(me, {})).ok, `${hours} h`).toBe(true)
      server.advance(1.7 * 60 * MINUTE)
      client.store.setItem(
        KEYS.token,
        client.store.getItem(KEYS.token)?.replace(/\d{13}/, String(server.deps.clock() + MINUTE)) ?? '',
      )
    }
    expect(await client.request(me, {})).toMatchObject({ ok: false, code: '5001' })
    expect(client.seen).toEqual([5001])
    expect(client.store.getItem(KEYS.token)).toBeNull()
  })
  it('tells with every answer how long it lasts at most, however often it is used', async () => {
    const client = await signIn()
    const ends = (): unknown => (JSON.parse(client.store.getItem(KEYS.token) ?? '{}') as { ends?: number }).ends
    await client.request(me, {})
    const start = server.deps.clock()
    expect(ends()).toBe(start + 12 * 60 * MINUTE)
    server.advance(60 * MINUTE)
    await client.request(me, {})
    expect(ends()).toBe(start + 12 * 60 * MINUTE)
  })
  it('that has expired on the page asks for a login before the call is sent', async () => {
    const client = server.client({ signedIn: () => true })
    expect(await client.request(listOrders, {})).toMatchObject({ ok: false, code: '5000' })
    client.store.setItem(KEYS.token, JSON.stringify({ value: 'x', expiry: 1 }))
    expect(await client.request(listOrders, {})).toMatchObject({ ok: false, code: '5001' })
    expect(client.seen).toEqual([5000, 5001])
  })
  it('ends when somebody signs in on its device, whoever it is', async () => {
    const client = await signIn()
    const keys = [KEYS.token, KEYS.csrfName, KEYS.csrfToken]
    const before = keys.map((key) => client.store.getItem(key) ?? '')
    await signIn('other@example.com', client)
    expect(await client.request(me, {})).toMatchObject({ ok: true })
    for (const [i, key] of keys.entries()) client.store.setItem(key, before[i] ?? '')
    expect(await client.request(me, {})).toMatchObject({ ok: false, code: '5000' })
  })
  it('is refused without a token', async () => {
    const client = server.client()
    expect(await client.request(me, {})).toMatchObject({ ok: false, code: '5000' })
    expect(client.seen).toEqual([5000])
  })
  it('is refused with a forged token or without its anti-forgery pair', async () => {
    const client = await signIn()
    client.store.setItem(KEYS.csrfToken, 'forged')
    expect(await client.request(me, {})).toMatchObject({ ok: false, code: '31000', extra: { cause: 'unproven' } })
    expect(client.seen).toEqual([31000])
    const forged = server.client({ store: memoryStore() })
    keep(forged, {
      token: 'forged',
      csrf: { name: 'a', token: 'b' },
      user: { id: '', name: '', mobile: null, email: null },
    })
    expect(await forged.request(me, {})).toMatchObject({ ok: false, code: '5000' })
  })
  it.each([KEYS.csrfName, KEYS.csrfToken])('is ended by its token alone when %s is lost', async (key) => {
    const client = await signIn()
    const { value: token } = JSON.parse(client.store.getItem(KEYS.token) ?? '{}') as { value: string }
    client.store.removeItem(key)
    expect(await client.request(logout, { token })).toEqual({ ok: true, data: {} })
    expect(await client.request(me, {})).toMatchObject({ ok: false, code: '5000' })
  })
  it('whose anti-forgery pair is lost does not keep its person from signing in again', async () => {
    const client = await signIn()
    client.store.removeItem(KEYS.csrfToken)
    server.advance(2 * MINUTE)
    await signIn(MAIL, client)
    expect(client.seen).toEqual([])
    expect(await client.request(me, {})).toMatchObject({ ok: true })
  })
  it('whose anti-forgery pair is lost is the reason why what belongs to it is not found', async () => {
    const client = await signIn()
    client.store.removeItem(KEYS.csrfName)
    expect(await client.request(getOrder, { id: 'YFO-260101-ABCDEF' })).toMatchObject({
      code: '31000',
      extra: { cause: 'unproven' },
    })
  })
  it('logs out with status 1 once, and does not clear on any other status', async () => {
    const client = await signIn()
    const token = (JSON.parse(client.store.getItem(KEYS.token) ?? '{}') as { value: string }).value
    expect(await client.request(logout, { token })).toEqual({ ok: true, data: {} })
    expect(await client.request(logout, { token })).toMatchObject({ ok: false, code: 'not_found' })
    expect(await client.request(me, {})).toMatchObject({ ok: false, code: '5000' })
  })
  it('tells another device that it was signed out elsewhere', async () => {
    const phone = await signIn()
    server.advance(2 * MINUTE)
    const desktop = await signIn()
    expect((await desktop.request(logoutOthers, {})).ok).toBe(true)
    expect(await phone.request(me, {})).toMatchObject({ ok: false, code: '30002' })
    expect((await desktop.request(me, {})).ok).toBe(true)
  })
})
