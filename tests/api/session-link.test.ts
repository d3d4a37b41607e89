/** Links that sign a visitor in: a partner's, and a claim's on a phone. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exchange, logoutOthers, lookAtLink, me } from '../../src/features/session/contract.ts'
import { listOrders } from '../../src/features/orders/list-contract.ts'
import {
  endExchangeCode,
  createExchangeCode,
  exchangeCodeState,
} from '../../src/features/session/server/exchange-codes.ts'
import { hashToken } from '../../src/features/session/server/sessions.ts'
import { startServer, type TestServer } from './start-server.ts'
import { keep, MAIL, MINUTE, signIn } from './login-by-code.ts'

let server: TestServer

beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

describe('a partner’s link', () => {
  const offer = async (code: string, expiresIn: number): Promise<void> => {
    await signIn(server)
    const { id } = await server.deps.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    await server.deps.write((trx) =>
      trx
        .insertInto('exchange_codes')
        .values({
          code_hash: hashToken(code),
          user_id: id,
          co_id: 'school-7',
          expires_at: server.deps.clock() + expiresIn,
          used_at: null,
        })
        .execute(),
    )
  }
  it('is exchanged for a session once', async () => {
    await offer('abc', MINUTE)
    const first = await server.client().request(exchange, { code: 'abc' })
    expect(first).toMatchObject({ ok: true, data: { coId: 'school-7' } })
    expect(await server.client().request(exchange, { code: 'abc' })).toMatchObject({ ok: false, code: 'link_used' })
  })
  it('is refused when it has expired', async () => {
    await offer('abc', MINUTE)
    server.advance(MINUTE)
    expect(await server.client().request(exchange, { code: 'abc' })).toMatchObject({ ok: false, code: 'link_used' })
  })
})

describe('a session handed to a phone', () => {
  const SCOPE = 'claim:one'
  const handOver = async () => {
    await signIn(server)
    return offer()
  }
  const offer = async () => {
    const { id } = await server.deps.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    return server.deps.write((trx) =>
      createExchangeCode(server.deps, trx, { userId: id, scope: SCOPE, livesFor: MINUTE }),
    )
  }
  /** The boot script's part with the answer. */
  const join = async (code: string) => {
    const phone = server.client()
    const reply = await phone.request(exchange, { code })
    if (!reply.ok) throw new Error(reply.code)
    keep(server, phone, reply.data)
    return phone
  }

  it('is accepted only on the page where claims continue', async () => {
    const { code } = await handOver()
    const there = server.client()
    expect(await there.request(lookAtLink, { code, page: '/home' })).toMatchObject({ ok: false, code: 'link_used' })
    expect(await there.request(exchange, { code, page: '/home' })).toMatchObject({ ok: false, code: 'link_used' })
    expect(await there.request(lookAtLink, { code, page: '/qrcode' })).toEqual({
      ok: true,
      data: { name: 'l•••@example.com', claim: true, partner: false },
    })
    expect((await there.request(exchange, { code, page: '/qrcode' })).ok).toBe(true)
    expect(await there.request(lookAtLink, { code, page: '/qrcode' })).toMatchObject({ ok: false, code: 'link_used' })
  })
  it('knows the person and reaches only the one claim', async () => {
    const { code } = await handOver()
    const phone = await join(code)
    expect((await phone.request(me, {})).ok).toBe(true)
    expect(await phone.request(listOrders, {})).toMatchObject({
      ok: false,
      code: '31000',
      extra: { cause: 'scoped' },
    })
    expect(await phone.request(logoutOthers, {})).toMatchObject({ ok: false, code: '31000' })
  })
  it('does not keep anybody from signing in on that phone', async () => {
    const { code } = await handOver()
    const phone = await join(code)
    server.advance(MINUTE)
    await signIn(server, MAIL, phone)
    expect((await phone.request(listOrders, {})).ok).toBe(true)
  })
  it('cannot be opened by a code that was made before "sign out everywhere else"', async () => {
    const owner = await signIn(server)
    const { code } = await offer()
    expect((await owner.request(logoutOthers, {})).ok).toBe(true)
    expect(await server.client().request(exchange, { code })).toMatchObject({ ok: false, code: 'link_used' })
  })
  it('ends when the claimant takes it back, and only one code is valid at a time', async () => {
    const first = await handOver()
    server.advance(MINUTE / 2)
    const { code } = await offer()
    expect(await server.client().request(exchange, { code: first.code })).toMatchObject({
      ok: false,
      code: 'link_used',
    })
    expect(await exchangeCodeState(server.deps, code, SCOPE)).toEqual({ status: 'waiting', usedAt: null })
    const phone = await join(code)
    expect(await exchangeCodeState(server.deps, code, SCOPE)).toMatchObject({ status: 'opening' })
    expect(await exchangeCodeState(server.deps, code, 'claim:other')).toBeUndefined()
    await server.deps.write((trx) => endExchangeCode(server.deps, trx, code, SCOPE))
    expect(await exchangeCodeState(server.deps, code, SCOPE)).toMatchObject({ status: 'ended' })
    expect(await phone.request(me, {})).toMatchObject({ ok: false, code: '30002' })
  })
})
