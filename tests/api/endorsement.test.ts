/** Changes that affect the premium: shown before they are sent, paid or refunded once they are proven, and never twice. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { payCreate, payStatus } from '../../src/features/cashier/contract.ts'
import { previewChange, withdrawChange } from '../../src/features/changes/contract.ts'
import { ENDORSED_KINDS, policyDocumentFile } from '../../src/features/policies/contract.ts'
import { verifyPolicy } from '../../src/features/policies/verify-calls.ts'
import { extensionOffer } from '../../src/features/policies/extension-calls.ts'
import { surrenderPolicy, surrenderQuote } from '../../src/features/policies/surrender-calls.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { payables } from '../../src/features/cashier/server/payable.ts'
import { STUDENT } from '../../src/programs/demo/demo-people.ts'
import { submitTo } from './change-desk.ts'
import { INSURED } from './insured-policy.ts'
import { logInAs } from './logged-in-user.ts'
import { ok, refusal } from './orders-fixtures.ts'
import { newKey } from './payments-fixtures.ts'
import { EndorsementBench, OLDER, YOUNG } from './endorsement-bench.ts'

const [DAY, MINUTE] = [86_400_000, 60_000]
const APART = 12 * 20_000
let bench: EndorsementBench
beforeEach(async () => {
  bench = await EndorsementBench.ready()
})
afterEach(() => bench.server.close())

describe('a date of birth that makes the premium higher', () => {
  it('states the difference term by term before it is sent, and cannot be sent without having been shown', async () => {
    const shown = await bench.preview(OLDER)
    expect(shown).toMatchObject({
      effect: 'pay',
      difference: { amount: APART },
      lines: [{ ageBefore: 21, ageAfter: 27, before: { amount: 672_000 }, after: { amount: 912_000 } }],
    })
    expect(refusal(await submitTo(bench.client, bench.input(OLDER)))).toBe('changed')
    expect(refusal(await submitTo(bench.client, { ...bench.input(OLDER), difference: APART - 1 }))).toBe('changed')
    expect(await bench.preview('2003-01-02')).toMatchObject({ effect: 'none', difference: null, lines: [] })
  })

  it('takes effect once it is paid and not before, with an endorsement in both languages', async () => {
    const first = await bench.server.deps.db
      .selectFrom('policy_documents')
      .select('verify_code')
      .where('policy_id', '=', bench.policy)
      .executeTakeFirstOrThrow()
    const id = await bench.send(OLDER)
    expect((await bench.desk('show', id)).said).toContain('CNY\u00a02,400.00 more is due')
    expect(await bench.desk('approve', id)).toMatchObject({
      code: 0,
      said: expect.stringContaining('waits for payment') as string,
    })
    await bench.server.drain()
    expect([(await bench.view()).versions.length, await bench.birthDate()]).toEqual([1, YOUNG])
    expect(await bench.record()).toMatchObject([
      { status: 'awaiting_payment', difference: { amount: APART }, pay: { possible: true } },
    ])
    expect((await bench.mails('to pay for the change'))[0]?.text).toContain('/personal/modify')
    expect(refusal(await submitTo(bench.client, { policy: bench.policy }))).toBe('one_open')
    expect((await bench.desk('approve', id)).code).toBe(1)
    const payment = await bench.startPaying(id)
    expect(ok(await bench.client.request(payStatus, { pay: `endorsement.${id}` })).order).toMatchObject({
      kind: 'endorsement',
      standing: 'payable',
      own: true,
      application: null,
    })
    expect(await payables.find(bench.server.deps, 'endorsement')?.describe(bench.server.deps, id, 'en')).toMatchObject({
      insured: STUDENT.idName,
      buyer: STUDENT.idName,
      plan: 'US Campus',
      tier: 'Gold',
      application: null,
      back: '/personal/modify',
    })
    await bench.moneyCame(payment)
    expect(await bench.record()).toMatchObject([{ status: 'approved', difference: { amount: APART }, pay: null }])
    const after = await bench.view()
    expect(after).toMatchObject({
      premium: { amount: 912_000 },
      versions: [
        { reason: 'issue' },
        { reason: 'endorsement', premiumChange: { amount: APART }, changes: ['birthDate'] },
      ],
    })
    expect(await bench.birthDate()).toBe(OLDER)
    expect(
      after.documents
        .filter((it) => it.version === 2)
        .map((it) => it.kind)
        .sort(),
    ).toEqual([...ENDORSED_KINDS, ...ENDORSED_KINDS].sort())
    for (const language of ['en', 'cn'] as const)
      expect(
        (await bench.client.blob(policyDocumentFile, { id: bench.policy, kind: 'endorsement', language })).ok,
      ).toBe(true)
    const code = after.documents.find((it) => it.kind === 'endorsement')?.code ?? ''
    expect(ok(await bench.server.client().request(verifyPolicy, { code }))).toMatchObject({
      genuine: true,
      kind: 'endorsement',
      replaced: false,
    })
    expect(ok(await bench.server.client().request(verifyPolicy, { code: first.verify_code }))).toMatchObject({
      genuine: true,
      replaced: true,
    })
    expect(ok(await bench.client.request(payStatus, { pay: `endorsement.${id}` })).order).toMatchObject({
      standing: 'paid',
      settled: true,
    })
  })

  it('lapses with a notice if it is not paid in time, and late money goes back', async () => {
    const id = await bench.send(OLDER)
    await bench.desk('approve', id)
    const payment = await bench.startPaying(id)
    bench.gateway.silent = true
    bench.server.advance(LIMITS.changePayDays * DAY + MINUTE)
    await bench.server.drain()
    bench.gateway.silent = false
    bench.client = await logInAs(bench.server, INSURED)
    expect(await bench.record()).toMatchObject([{ status: 'lapsed', pay: null }])
    expect(await bench.mails('the difference was not paid')).toHaveLength(1)
    await bench.moneyCame(payment)
    await bench.settle()
    expect([(await bench.view()).versions.length, bench.gateway.taken() - bench.gateway.given()]).toEqual([1, 0])
    expect((await bench.refunds()).map((it) => [it.reason, it.status, it.payable_kind])).toEqual([
      ['late', 'succeeded', 'endorsement'],
    ])
    expect((await submitTo(bench.client, { policy: bench.policy })).ok).toBe(true)
  })

  it('is either paid or taken back, and a second payment goes back', async () => {
    const id = await bench.send(OLDER)
    await bench.desk('approve', id)
    const payment = await bench.startPaying(id)
    const [taken] = await Promise.all([bench.client.request(withdrawChange, { id }), bench.moneyCame(payment)])
    await bench.settle()
    expect((await bench.record())[0]?.status).toBe(taken.ok ? 'withdrawn' : 'approved')
    expect(bench.gateway.taken() - bench.gateway.given()).toBe(taken.ok ? 0 : APART)
    expect((await bench.row()).premium_minor).toBe(672_000 + bench.gateway.taken() - bench.gateway.given())
  })

  it('blocks the next term, whose price depends on it, and cannot be paid while the policy is being cancelled', async () => {
    const id = await bench.send(OLDER)
    await bench.desk('approve', id)
    expect(ok(await bench.client.request(extensionOffer, { id: bench.policy })).blocked?.reason).toBe('correcting')
    const payment = await bench.startPaying(id)
    ok(
      await bench.client.request(surrenderPolicy, {
        id: bench.policy,
        amount: ok(await bench.client.request(surrenderQuote, { id: bench.policy })).amount.amount,
      }),
    )
    expect(await bench.record()).toMatchObject([{ status: 'awaiting_payment', pay: { possible: false } }])
    await bench.moneyCame(payment)
    await bench.settle()
    expect([(await bench.view()).versions.length, bench.gateway.taken() - bench.gateway.given()]).toEqual([1, 0])
  })

  it('can be seen, paid and taken back by nobody else', async () => {
    const id = await bench.send(OLDER)
    await bench.desk('approve', id)
    const stranger = await logInAs(bench.server, 'stranger@example.com')
    expect(refusal(await stranger.request(previewChange, bench.input(OLDER)))).toBe('not_found')
    expect(
      refusal(await stranger.request(payCreate, { pay: `endorsement.${id}`, method: 'wechat', key: newKey() })),
    ).toBe('not_found')
    expect(refusal(await stranger.request(withdrawChange, { id }))).toBe('not_found')
    expect(refusal(await bench.server.client().request(payStatus, { pay: `endorsement.${id}` }))).toBe('not_found')
  })
})

describe('a date of birth that makes the premium lower', () => {
  beforeEach(async () => {
    bench.server.advance(2 * MINUTE)
    await bench.buyAnother(OLDER)
  })

  it('takes effect at once; the overpaid part goes back once, and a later cancellation takes account of it', async () => {
    expect(await bench.preview(YOUNG)).toMatchObject({ effect: 'return', difference: { amount: -APART } })
    const id = await bench.send(YOUNG)
    const both = await Promise.all([bench.desk('approve', id), bench.desk('approve', id)])
    expect(both.map((it) => it.code).sort((a, b) => a - b)).toEqual([0, 1])
    await bench.settle()
    expect(await bench.view()).toMatchObject({
      premium: { amount: 672_000 },
      versions: [{ reason: 'issue' }, { reason: 'endorsement', premiumChange: { amount: -APART } }],
    })
    expect((await bench.refunds()).map((it) => [it.reason, it.status, it.amount_minor, it.subject])).toEqual([
      ['endorsement', 'succeeded', APART, `endorsement:${id}`],
    ])
    expect(await bench.record()).toMatchObject([{ status: 'approved', difference: { amount: -APART } }])
    expect(await bench.mails('has been changed and ')).toHaveLength(1)
    expect(ok(await bench.client.request(surrenderQuote, { id: bench.policy })).amount.amount).toBe(672_000)
  })

  it('waits while the policy is being cancelled', async () => {
    const id = await bench.send(YOUNG)
    ok(
      await bench.client.request(surrenderPolicy, {
        id: bench.policy,
        amount: ok(await bench.client.request(surrenderQuote, { id: bench.policy })).amount.amount,
      }),
    )
    expect((await bench.desk('approve', id)).said).toContain('surrendering')
    expect(await bench.birthDate()).toBe(OLDER)
  })
})

describe('what an operator has to decide', () => {
  it('an age outside of the plan is pointed out, sent, and rejected by an operator', async () => {
    expect(await bench.preview('1980-05-27')).toMatchObject({
      effect: 'outside',
      age: { age: 45, from: 6, to: 40 },
      difference: null,
    })
    const id = await bench.send('1980-05-27')
    expect((await bench.desk('show', id)).said).toContain('it cannot be approved')
    expect((await bench.desk('approve', id)).said).toContain('age_outside')
    expect((await bench.desk('reject', id, '--reason', 'age_outside')).code).toBe(0)
    expect(await bench.record()).toMatchObject([{ status: 'rejected', reason: 'age_outside' }])
  })

  it('an age with another death benefit is decided by an operator too', async () => {
    expect(await bench.preview('2008-06-27')).toMatchObject({ effect: 'person', difference: null })
    const id = await bench.send('2008-06-27')
    expect((await bench.desk('approve', id)).said).toContain('death_benefit_differs')
  })

  it('a premium that no current rate table gives is entered by the operator', async () => {
    await bench.server.deps.write((trx) =>
      trx
        .updateTable('policy_versions')
        .set({ premium_minor: 700_000 })
        .where('policy_id', '=', bench.policy)
        .execute(),
    )
    expect(await bench.preview(OLDER)).toMatchObject({ effect: 'person' })
    const id = await bench.send(OLDER)
    expect((await bench.desk('approve', id)).said).toContain('premium_unknown')
    expect((await bench.desk('approve', id, '--difference', '12.50')).code).toBe(0)
    expect(await bench.record()).toMatchObject([{ status: 'awaiting_payment', difference: { amount: 1_250 } }])
  })
})

it('the difference is worked out by the rate table of the sale, whatever the plan costs later', async () => {
  const { tariff } = await bench.server.deps.db
    .selectFrom('policy_versions')
    .select('tariff')
    .where('policy_id', '=', bench.policy)
    .executeTakeFirstOrThrow()
  const then = (tariff ?? '').replace('76000', '80000')
  expect(then).not.toBe(tariff)
  await bench.server.deps.write((trx) =>
    trx.updateTable('policy_versions').set({ tariff: then }).where('policy_id', '=', bench.policy).execute(),
  )
  expect(await bench.preview(OLDER)).toMatchObject({ effect: 'pay', difference: { amount: 12 * 24_000 } })
})
