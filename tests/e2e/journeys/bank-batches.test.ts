/**
 * Payments by a file for the bank, as their recipients see them: a claim that is paid, one that comes back, and a
 * refund that no wallet took.
 */
import { afterAll, expect, test } from 'vitest'
import { openRefund } from '../../../src/features/cashier/server/refunds/open-and-settle-refund.ts'
import { applyRefund } from '../../../src/features/cashier/server/refunds/refund-at-provider.ts'
import type { PaymentTable } from '../../../src/features/cashier/tables.ts'
import { loadCase } from '../../../src/features/claims/server/case/load-case.ts'
import { planPayableRef } from '../../../src/features/orders/server/payable-refs.ts'
import { formatDay, dayOf } from '../../../src/lib/days/dates.ts'
import { formatMoney, money } from '../../../src/lib/money/money.ts'
import { newId } from '../../../src/server/new-id.ts'
import { inNone, isFirst, rowsOf } from '../../tools/long-form.ts'
import { BankDesk, readBatchFile, resultFile, type Answer } from '../../api/bank-fixtures.ts'
import {
  claimSite,
  focusPage,
  PHONE_AND_DESKTOP,
  FORMS,
  NAME,
  paidToday,
  seesClaimStatus,
  type Person,
} from './claim-fixtures.ts'
import { branchField, follow, press, write } from './claim-steps.ts'
import { at, picture, sees } from './journeys.ts'

const site = claimSite()
const desks: BankDesk[] = []
const desk = (): BankDesk => {
  const opened = desks[0] ?? new BankDesk(site.server())
  desks[0] = opened
  return opened
}
afterAll(() => desks[0]?.close())

/** 85.40 × 9 − 300, and nine tenths of that. */
const ASSESSMENT = `
invoices: [{ visit: v001, rate: { rate: "9.0000", day: 2026-03-02, source: { en: Central parity, cn: 人民币汇率中间价 } }, lines: [{ name: { en: GP visit, cn: 门诊诊疗 }, amount: "85.40" }] }]
`
const SUM = 42_174
const today = (): string => dayOf(Date.now())
const CARD = '6217 8500 0080 0002 417'

async function decided(person: Person): Promise<{ id: string; number: string }> {
  const sent = await site.sent(person)
  await site.desk('wu', 'review', sent.number)
  await site.desk('wu', 'decide', sent.number, '--file', site.file(ASSESSMENT), '--confirm', 'v001.rate')
  return sent
}

/** A batch gathered and released by two people, written, and answered. */
async function bankSays(answerOf: (purpose: string) => Answer): Promise<void> {
  const { number, lines } = readBatchFile(await desk().sent())
  const { code, said } = await desk().result(
    resultFile(
      number,
      lines.map((line) => ({ line, answer: answerOf(line.cells['purpose'] ?? '') })),
    ),
  )
  expect([code, said]).toEqual([0, expect.stringContaining('0 still open.')])
}

test.each(rowsOf(FORMS, isFirst))(
  'one claim is paid by the batch, the other comes back, and is paid to another account: $device in $lang',
  async ({ device, lang }) => {
    const [one, other] = [await site.insured(`batch-paid-${device}`), await site.insured(`batch-returned-${device}`)]
    const [paid, returned] = [await decided(one), await decided(other)]
    const lucky = await site.visitor({ device, lang, stored: one.stored })
    const visitor = await site.visitor({ device, lang, stored: other.stored })
    await lucky.go(`/claim/query/progress?id=${paid.id}`)
    await visitor.go(`/claim/query/progress?id=${returned.id}`)
    await seesClaimStatus(visitor, 'approved')
    const reference = '2612 0210 1700 83'
    await bankSays((purpose) =>
      purpose === paid.number
        ? { outcome: 'paid', reference, day: today() }
        : { outcome: 'returned', reason: 'account_closed', day: today() },
    )
    await focusPage(lucky)
    await lucky.page.getByRole('heading', { name: paidToday(lucky, SUM) }).waitFor()
    // The bank's reference is shown with the result.
    await follow(lucky, 'claimprogress:decided.go')
    await sees(lucky, reference)

    await focusPage(visitor)
    await sees(visitor, visitor.say('claims:bankReason.account_closed'))
    await follow(visitor, 'claimprogress:need.accountGo')
    await write(visitor, 'bankaccount:field.accountNumber', CARD)
    await press(visitor, 'claimprogress:account.send')
    await press(visitor, 'bankaccount:check.yes')
    await at(visitor, '/claim/query/progress')
    await seesClaimStatus(visitor, 'paying')
    await bankSays(() => ({ outcome: 'paid', reference: '2612 0210 1700 99', day: today() }))
    await focusPage(visitor)
    await visitor.page.getByRole('heading', { name: paidToday(visitor, SUM) }).waitFor()
    await picture(visitor, `bank-batch-paid-${device}`)
    const { payments } = await loadCase(site.server().deps, returned.id)
    expect(payments.map((it) => it.status)).toEqual(['failed', 'paid'])
  },
)

/** A refund of the person's order that the wallet did not accept. */
async function refusedRefund({ policy }: Person): Promise<{ order: string; refund: string }> {
  const { deps } = site.server()
  const { order_id: order } = await deps.db
    .selectFrom('policies')
    .select('order_id')
    .where('id', '=', policy)
    .executeTakeFirstOrThrow()
  const now = deps.clock()
  const { kind: payable_kind, id: payable_id } = planPayableRef(order)
  const refund = await deps.write(async (trx) => {
    const payment: PaymentTable = {
      id: newId(),
      status: 'succeeded',
      version: 1,
      updated_at: now,
      payable_kind,
      payable_id,
      provider: 'sandbox',
      method: 'alipay',
      amount_minor: 12_300,
      currency: 'CNY',
      paid_minor: 12_300,
      paid_currency: 'CNY',
      refund_minor: 0,
      gateway_ref: 'old',
      pay_url: null,
      failure: null,
      return_url: '/',
      lang: 'cn',
      created_at: now,
      started_at: now,
      settled_at: now,
      credited_at: null,
      checked_at: null,
      expires_at: now,
      link_id: null,
      ended_by: null,
      pay_qr: null,
      pay_in_page: null,
      pay_action_until: null,
      browser: 'other',
    }
    await trx.insertInto('payments').values(payment).execute()
    const opened = await openRefund(trx, deps, payment, { reason: 'operator', by: 'operator:li' })
    await applyRefund(
      trx,
      deps,
      { refundId: opened?.id ?? '', ref: 'too old', state: 'failed', amount: money(12_300, 'CNY') },
      'gateway:sandbox',
    )
    return opened?.id ?? ''
  })
  return { order, refund }
}

test.each(rowsOf(PHONE_AND_DESKTOP, inNone))(
  'a refund that the wallet did not take goes to an account that its buyer gives: $device in $lang',
  async ({ device, lang }) => {
    const person = await site.insured(`refund-${device}`)
    const { order, refund } = await refusedRefund(person)
    const visitor = await site.visitor({ device, lang, stored: person.stored })
    const { page, say } = visitor
    const amount = formatMoney(money(12_300, 'CNY'), lang)
    await visitor.go(`/personal/order?id=${order}`)
    await sees(visitor, say('refunds:state.failed', { amount, method: say('refunds:method.alipay') }))
    await desk().done('li', 'refunds', 'ask-account', refund)
    await visitor.go(`/personal/order?id=${order}`)
    await follow(visitor, 'refunds:account.go')
    await at(visitor, '/personal/order', { refund })
    await page.getByRole('heading', { level: 1, name: say('refunds:account.title') }).waitFor()
    // No error is shown before the person is done; then every field is named, with a link to it.
    await press(visitor, 'refunds:account.send')
    await page.getByRole('link', { name: say('refunds:account.consentMissing') }).waitFor()
    await page.locator('#sensitive').check()
    await press(visitor, 'refunds:account.send')
    await page.getByRole('link', { name: say('errors:field.account_name_required') }).waitFor()
    await picture(visitor, `refund-account-errors-${device}`)
    await press(visitor, 'bankaccount:useName', { name: NAME })
    await write(visitor, 'bankaccount:field.bankName', '招商银行')
    await branchField(visitor).fill('上海外滩支行')
    await write(visitor, 'bankaccount:field.accountNumber', CARD)
    await press(visitor, 'refunds:account.send')
    await press(visitor, 'bankaccount:check.yes')
    await sees(visitor, say('refunds:account.given', { amount, tail: '2417' }))
    expect(await page.locator('main').innerText()).not.toMatch(/8500 ?0080/)
    await picture(visitor, `refund-account-given-${device}`)
    const reference = 'CMB 2026 0301 77'
    await bankSays(() => ({ outcome: 'paid', reference, day: today() }))
    await visitor.go(`/personal/order?refund=${refund}`)
    await sees(visitor, say('refunds:account.paid', { amount, tail: '2417' }))
    await sees(visitor, say('refunds:account.reference', { reference }))
    await sees(visitor, say('refunds:account.paidOn', { day: formatDay(today(), lang) }))
    await picture(visitor, `refund-account-paid-${device}`)
    await visitor.go(`/personal/order?id=${order}`)
    await sees(visitor, say('refunds:account.reference', { reference }))
  },
)
