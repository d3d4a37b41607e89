/** Cancelling a policy: what is refunded, who may request it, what an operator decides, and the messages to everybody. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  approveRequest,
  latestRequest,
  rejectRequest,
} from '../../src/features/cashier/server/refunds/request-and-decide-refund.ts'
import { getPolicy, listPolicies } from '../../src/features/policies/contract.ts'
import { verifyPolicy } from '../../src/features/policies/verify-calls.ts'
import { listOrders } from '../../src/features/orders/contract.ts'
import { surrenderPolicy, surrenderQuote, takeBackSurrender } from '../../src/features/policies/surrender-calls.ts'
import { surrenderCommands } from '../../src/features/policies/server/surrender/surrender-commands.ts'
import { logout } from '../../src/features/session/contract.ts'
import { readToken } from '../../src/app/storage/storage.ts'
import { addDays, dayOf, formatDay } from '../../src/lib/days/dates.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { paidPolicyServer } from './policy-servers.ts'
import type { Client, TestServer } from './start-server.ts'
import { INSURED, insuredPolicy } from './insured-policy.ts'
import { askByOperator } from './change-desk.ts'
import { commandOutput } from './operator-commands.ts'
import { ok, refusal } from './orders-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

const DAY = 86_400_000
const decision = { by: 'operator:li', why: 'The claim of 3 March stands against it.' }
let server: TestServer
let policy: string
let client: Client
beforeEach(async () => {
  ;({ server, given: policy } = await paidPolicyServer())
  client = await logInAs(server, INSURED)
})
afterEach(() => server.close())

const quote = async () => ok(await client.request(surrenderQuote, { id: policy }))
const cancel = (amount: number, by = client) => by.request(surrenderPolicy, { id: policy, amount })
const request = () => latestRequest(server.deps.db, `policy:${policy}`)
const view = async () => ok(await client.request(getPolicy, { id: policy }))
const mails = async (subject: string) =>
  (await server.deps.db.selectFrom('messages').select('id').where('subject', 'like', `%${subject}%`).execute()).length
/** Texts of the mails about cancelling, in the order in which they were sent. */
const texts = async (subject: string) =>
  (
    await server.deps.db
      .selectFrom('messages')
      .select('text')
      .where('subject', 'like', `%${subject}%`)
      .orderBy('created_at')
      .execute()
  ).map((it) => it.text ?? '')
const verified = async () => {
  const { verify_code: code } = await server.deps.db
    .selectFrom('policy_documents')
    .select('verify_code')
    .where('policy_id', '=', policy)
    .executeTakeFirstOrThrow()
  return ok(await server.client().request(verifyPolicy, { code }))
}
const claim = async (status: string, paid: number | null = null): Promise<void> => {
  await server.deps.write((trx) =>
    trx
      .insertInto('claims')
      .values({
        id: 'claim-of-a-test',
        status,
        version: 1,
        created_at: 1,
        updated_at: 1,
        user_id: 'u',
        answers: '{}',
        policy_id: policy,
        lang: 'en',
        insurer: 'qinghe',
        plan: 'us-campus',
        tier: 'gold',
        key_versions: '{}',
        step: 'check',
        paid_minor: paid,
        complex: 0,
        start_key: 'k',
        lapses_at: 1,
      } as never)
      .execute(),
  )
}

describe('before the start', () => {
  it('the whole premium comes back once an operator agrees, and every document says cancelled', async () => {
    const { amount, lines, lastDay } = await quote()
    const { premium } = await view()
    expect([amount, lastDay, lines.map((it) => it.id)]).toEqual([premium, null, ['premium', 'total']])
    expect(ok(await cancel(amount.amount))).toEqual({ outcome: 'requested' })
    await server.drain()
    expect(await view()).toMatchObject({
      status: 'pending_activation',
      surrender: { status: 'under_review', amount: premium, why: null },
    })
    expect([await mails('已申请退保'), await mails('已退保')]).toEqual([1, 0])
    expect(await verified()).toMatchObject({ status: 'pending_activation', replaced: false })
    await approveRequest(server.deps, (await request())?.id ?? '', decision)
    await server.drain()
    server.advance(2 * 60_000)
    await server.drain()
    expect(await view()).toMatchObject({
      status: 'cancelled',
      surrender: { status: 'succeeded' },
      versions: [{ reason: 'issue' }, { reason: 'surrender', premiumChange: { amount: -premium.amount } }],
    })
    const today = dayOf(server.deps.clock())
    expect(await view()).toMatchObject({ cancelled: { on: today, inForce: false }, period: { used: 0 } })
    expect(ok(await client.request(listOrders, {})).orders).toMatchObject([{ status: 'issued', cancelledOn: today }])
    expect(await verified()).toMatchObject({ genuine: true, status: 'cancelled' })
    expect(await mails('已退保')).toBe(1)
    expect(ok(await client.request(listPolicies, { tab: 'expired' })).policies.map((it) => it.status)).toEqual([
      'cancelled',
    ])
    expect(refusal(await client.request(surrenderQuote, { id: policy }))).toBe('ended')
  })

  it('the messages say that it is cancelled before it starts, for the whole premium, and by when the money comes', async () => {
    const asked = dayOf(server.deps.clock())
    await cancel((await quote()).amount.amount)
    await server.drain()
    const [requested = ''] = await texts('已申请退保')
    expect(requested).toContain('退保后不再生效，保费全额退还')
    expect(requested).toContain(
      `最晚${formatDay(addDays(asked, LIMITS.refundReviewDays), 'cn')}核对完毕并办理，款项最晚${formatDay(addDays(asked, LIMITS.refundDays), 'cn')}`,
    )
    expect(requested).not.toContain('保障截至')
    await approveRequest(server.deps, (await request())?.id ?? '', decision)
    await server.drain()
    expect((await texts('已退保'))[0]).toContain('已在生效前退保，保障没有开始')
  })

  it('rejected, cover goes on, the reason is shown and sent, and it may be requested again', async () => {
    const { amount } = await quote()
    await askByOperator(server, policy)
    await rejectRequest(server.deps, (await request())?.id ?? '', { ...decision, reason: 'not_policyholder' })
    await server.drain()
    expect(await view()).toMatchObject({
      status: 'pending_activation',
      surrender: { status: 'rejected', why: decision.why },
    })
    expect(await mails('未退保')).toBe(1)
    expect(ok(await cancel(amount.amount))).toEqual({ outcome: 'requested' })
  })
})

it('after three withdrawn requests in a month it can be requested by telephone only', async () => {
  const { amount } = (await quote()).amount
  for (let i = 0; i < 3; i++) {
    ok(await cancel(amount))
    expect(refusal(await client.request(takeBackSurrender, { id: policy }))).toBe('ok')
  }
  expect(refusal(await cancel(amount))).toBe('call_us')
  server.advance(31 * DAY)
  client = await logInAs(server, INSURED)
  expect(refusal(await cancel((await quote()).amount.amount))).toBe('ok')
})

it('after the start the sum falls by the day, and one that was shown yesterday is not taken', async () => {
  server.advance(40 * DAY)
  client = await logInAs(server, INSURED)
  const first = await quote()
  expect(first).toMatchObject({ lastDay: dayOf(server.deps.clock()), daysInForce: 31 })
  server.advance(DAY)
  client = await logInAs(server, INSURED)
  expect(refusal(await cancel(first.amount.amount))).toBe('changed')
  const now = await quote()
  expect(now.amount.amount).toBeLessThan(first.amount.amount)
  await cancel(now.amount.amount)
  const asked = dayOf(server.deps.clock())
  await server.drain()
  expect((await texts('已申请退保'))[0]).toContain('保障截至您申请当日24时')
  server.advance(2 * DAY)
  await approveRequest(server.deps, (await request())?.id ?? '', decision)
  const version = await server.deps.db
    .selectFrom('policy_versions')
    .select('valid_from')
    .where('policy_id', '=', policy)
    .where('number', '=', 2)
    .executeTakeFirst()
  expect(version?.valid_from).toBe(addDays(asked, 1))
})

describe('a claim on the policy', () => {
  it.each(['submitted', 'in_review', 'supplement_required', 'approved', 'paying', 'paid'] as const)(
    'that is %s changes nothing of the refund, and is still there when the policy has ended',
    async (status) => {
      const { amount, lines } = await quote()
      await claim(status, 100)
      expect(await quote()).toMatchObject({ amount, lines })
      expect(ok(await cancel(amount.amount))).toEqual({ outcome: 'requested' })
      await approveRequest(server.deps, (await request())?.id ?? '', decision)
      expect((await view()).status).toBe('cancelled')
      const kept = server.deps.db.selectFrom('claims').select('status').where('policy_id', '=', policy)
      expect(await kept.execute()).toEqual([{ status }])
    },
  )

  it('counts as one only once it was sent, and no more when it was refused or withdrawn', async () => {
    await claim('in_review')
    for (const status of ['draft', 'rejected', 'cancelled']) {
      await server.deps.write((trx) =>
        trx
          .updateTable('claims')
          .set({ status } as never)
          .where('policy_id', '=', policy)
          .execute(),
      )
      expect((await quote()).claims).toBe('none')
    }
  })
})

it('is taken back while nobody has decided: the money is free again, cover goes on, and it may be asked for anew', async () => {
  const { amount } = await quote()
  await cancel(amount.amount)
  const stranger = await logInAs(server, 'stranger@example.com')
  expect(refusal(await stranger.request(takeBackSurrender, { id: policy }))).toBe('not_found')
  expect(await client.request(takeBackSurrender, { id: policy })).toMatchObject({ ok: true })
  await server.drain()
  expect(await view()).toMatchObject({ status: 'pending_activation', surrender: null })
  expect(await mails('退保申请未')).toBe(0)
  expect(refusal(await client.request(takeBackSurrender, { id: policy }))).toBe('not_under_review')
  expect((await quote()).amount).toEqual(amount)
  expect(ok(await cancel(amount.amount))).toEqual({ outcome: 'requested' })
  await approveRequest(server.deps, (await request())?.id ?? '', decision)
  expect(refusal(await client.request(takeBackSurrender, { id: policy }))).toBe('not_under_review')
})

it('is asked for once, however often it is sent at once', async () => {
  const { amount } = await quote()
  const replies = await Promise.all([1, 2, 3].map(() => cancel(amount.amount)))
  expect(replies.map(refusal).sort()).toEqual(['ok', 'requested', 'requested'])
  expect((await request())?.parts).toHaveLength(1)
  expect(await mails('已申请退保')).toBeLessThanOrEqual(1)
})

it('says if the money cannot be returned automatically', async () => {
  policy = await insuredPolicy(server)
  expect(refusal(await cancel((await quote()).amount.amount))).toBe('call_us')
})

it('is asked for by an operator, too: after a refused visa the whole premium', async () => {
  server.advance(40 * DAY)
  client = await logInAs(server, INSURED)
  const { number, premium } = await view()
  const run = (...words: string[]) => commandOutput(server.deps, surrenderCommands, ['policies', 'surrender', ...words])
  expect(await run('YF00-0000-000000', '--by', 'li', '--why', 'x')).toMatchObject({ code: 1 })
  expect(await run(number, '--visa-refused', '--by', 'li', '--why', 'refusal letter of 3 March')).toMatchObject({
    code: 0,
    said: expect.stringContaining('Decide it by refunds approve') as string,
  })
  expect(await request()).toMatchObject({
    status: 'under_review',
    amount: premium.amount,
    requestedBy: 'operator:li',
    why: 'refusal letter of 3 March',
  })
  expect(await run(number, '--by', 'li', '--why', 'twice')).toMatchObject({ code: 1 })
})

describe('who can cancel the policy', () => {
  const calls = (by: Client) =>
    [by.request(surrenderQuote, { id: policy }), by.request(surrenderPolicy, { id: policy, amount: 0 })] as const
  const codes = async (by: Client) => (await Promise.all(calls(by))).map((reply) => (reply.ok ? 'ok' : reply.code))

  it('nobody without a login, even on the same device after a logout or an expired session', async () => {
    expect(await codes(server.client())).toEqual(['5000', '5000'])
    server.advance(121 * 60_000)
    expect(await codes(client)).toEqual(['5000', '5000'])
    const again = await logInAs(server, INSURED)
    await again.request(logout, { token: readToken(again.store, server.deps.clock()) ?? '' })
    expect(await codes(again)).toEqual(['5000', '5000'])
  })

  it('not another user', async () => {
    expect(await codes(await logInAs(server, 'stranger@example.com'))).toEqual(['not_found', 'not_found'])
  })

  it('nor the insured person, who did not buy it', async () => {
    const { seal } = server.deps
    const row = await server.deps.db
      .selectFrom('policies')
      .selectAll()
      .where('id', '=', policy)
      .executeTakeFirstOrThrow()
    await server.deps.write((trx) =>
      trx
        .updateTable('policies')
        .set({ user_id: null, buyer_email_mac: seal.mac('x', 'y'), buyer_mobile_mac: null })
        .where('id', '=', policy)
        .execute(),
    )
    expect(row.insured_email_mac).not.toBeNull()
    expect(await codes(client)).toEqual(['not_buyer', 'not_buyer'])
  })
})
