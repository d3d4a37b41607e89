/**
 * Payment on account (terms 8.4): its period, paid once, deducted from the decision, and payments that the bank
 * returns.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { correctAccount as correctCall } from '../../src/features/claims/contract.ts'
import { claimsOnPolicy } from '../../src/features/claims/server/policy-claims.ts'
import { usedBenefits, usedOf } from '../../src/features/claims/server/settlement/used-benefits.ts'
import { ASSESSMENT, ClaimBench, last } from './claims-handler.ts'
import { ok } from './orders-fixtures.ts'

const OTHER = { accountNumber: '6225880123456783', bankName: '招商银行', bankFields: { branch: '上海外滩支行' } }
const NOTE = ['--en', 'The visit itself.', '--cn', '门诊费用。']
let bench: ClaimBench
beforeEach(async () => {
  bench = await ClaimBench.ready()
})
afterEach(() => bench.close())

async function underReview(): Promise<void> {
  await bench.send()
  await bench.done('wu', 'review')
}
const figure = async (): Promise<number | undefined> => (await bench.server.deps.health.figures())['onAccountOverdue']

describe('the clock of money on account', () => {
  it('runs sixty days, pauses while documents are awaited, and is shown to everybody when late', async () => {
    await underReview()
    await bench.done('wu', 'complex')
    expect((await bench.look()).onAccount.clock).toMatchObject({
      kind: 'on_account',
      day: 1,
      of: 60,
      state: 'running',
      dueOn: '2026-04-29',
    })
    await bench.done('wu', 'request', '--item', 'medical_record:only_tests')
    await bench.later(9)
    expect((await bench.look()).onAccount.clock).toMatchObject({ state: 'stopped', day: 1 })
    await bench.done('wu', 'proceed-without')
    await bench.done('wu', 'review')
    await bench.later(59)
    expect((await bench.look()).onAccount.clock).toMatchObject({ state: 'late' })
    expect(await figure()).toBe(1)
    expect(await bench.done('wu', 'list')).toMatch(/^! .*on_account day 61 of 60, LATE/m)
    await bench.done('wu', 'pay-on-account', '--amount', '100.00', ...NOTE)
    expect((await bench.look()).onAccount.clock).toBeNull()
    expect(await figure()).toBe(0)
  })
})

describe('money on account', () => {
  it('is paid once, within what the plan could pay, and deducted by the decision', async () => {
    await underReview()
    expect((await bench.desk('wu', 'pay-on-account', '--amount', '99,000.00', ...NOTE)).said).toContain('above_payable')
    await bench.done('wu', 'pay-on-account', '--amount', '120.00', ...NOTE)
    expect((await bench.desk('wu', 'pay-on-account', '--amount', '10.00', ...NOTE)).said).toContain('not_possible')
    const view = await bench.look()
    expect(view).toMatchObject({
      status: 'in_review',
      onAccount: { paid: { amount: 12_000 }, note: { en: 'The visit itself.' } },
      may: { withdraw: false },
    })
    expect(view.payments).toMatchObject([{ onAccount: true, status: 'paying', amount: { amount: 12_000 } }])
    await bench.done('wu', 'pay', '--reference', 'R-1')
    expect((await bench.look()).activity.map((it) => it.kind)).toEqual(
      expect.arrayContaining(['on_account', 'on_account_paid']),
    )
    const { policy_id } = await bench.server.deps.db
      .selectFrom('claims')
      .select('policy_id')
      .where('id', '=', bench.id)
      .executeTakeFirstOrThrow()
    expect(await claimsOnPolicy(bench.server.deps.db, policy_id)).toBe('paid')
    expect(usedOf(await usedBenefits(bench.server.deps, policy_id), '')).toBe(12_000)
    await bench.done('wu', 'decide', '--file', bench.file('a.yaml', ASSESSMENT))
    const { decisions, paid } = await bench.look()
    const { sheet } = last(decisions)
    expect(sheet.steps.find((it) => it.kind === 'already_paid')).toMatchObject({
      amount: 12_000,
      note: { en: 'on account, 2026-03-01', cn: '2026-03-01先予支付' },
    })
    expect(paid?.amount).toBe(sheet.paidToYou + 12_000)
    expect((await bench.desk('wu', 'pay-on-account', '--amount', '10.00', ...NOTE)).code).toBe(1)
    await bench.done('wu', 'pay', '--reference', 'R-2')
    expect((await bench.look()).status).toBe('paid')
  })

  it('that the bank returns is paid to another account; a decision made meanwhile pays the whole sum', async () => {
    await underReview()
    await bench.done('wu', 'pay-on-account', '--amount', '120.00', ...NOTE)
    await bench.done('wu', 'payment-failed', '--reason', 'account_closed')
    let view = await bench.look()
    expect(view).toMatchObject({
      status: 'in_review',
      may: { correctAccount: true },
      needs: 1,
      onAccount: { paid: null },
    })
    const corrected = await bench.me.client.request(correctCall, {
      id: bench.id,
      version: view.version,
      account: OTHER,
      confirmed: true,
    })
    view = ok(corrected)
    expect(view.payments.map((it) => `${it.status} ${it.returned}`)).toEqual(['failed false', 'paying false'])
    await bench.done('wu', 'payment-failed', '--reason', 'name_differs')
    await bench.done('wu', 'decide', '--file', bench.file('a.yaml', ASSESSMENT))
    view = await bench.look()
    expect(last(view.decisions).sheet.steps.some((it) => it.kind === 'already_paid')).toBe(false)
    expect(view.may.correctAccount).toBe(false)
    await bench.done('wu', 'pay', '--reference', 'R-3')
    expect(await bench.look()).toMatchObject({
      status: 'paid',
      payments: [{ status: 'failed' }, { status: 'failed' }, { status: 'paid', onAccount: false }],
    })
  })

  it('under way beside the decided payment: the operator has to name the one that the bank means', async () => {
    await underReview()
    await bench.done('wu', 'pay-on-account', '--amount', '120.00', ...NOTE)
    await bench.done('wu', 'decide', '--file', bench.file('a.yaml', ASSESSMENT))
    await bench.done('wu', 'pay')
    expect((await bench.desk('wu', 'pay', '--reference', 'R')).said).toContain('payment_required')
    const [early, late] = (await bench.look()).payments
    await bench.done('wu', 'payment-failed', '--reason', 'account_closed', '--payment', early?.id ?? '')
    await bench.done('wu', 'pay', '--reference', 'R-2', '--payment', late?.id ?? '')
    const view = await bench.look()
    expect(view).toMatchObject({ status: 'paid', may: { correctAccount: true } })
    ok(
      await bench.me.client.request(correctCall, {
        id: bench.id,
        version: view.version,
        account: OTHER,
        confirmed: true,
      }),
    )
    await bench.done('wu', 'pay', '--reference', 'R-3')
    expect((await bench.look()).payments.map((it) => it.status)).toEqual(['failed', 'paid', 'paid'])
  })
})
