/**
 * A refund that no provider carries out: its payer enters an account on a page, and the bank pays to it; or returns it,
 * and another one is entered.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refundCommands } from '../../src/features/cashier/server/refunds/refund-commands.ts'
import { waitingTasks } from '../../src/features/account/waiting-tasks-call.ts'
import {
  getRefundAccount,
  getRefunds,
  giveRefundAccount,
  type RefundAccountView,
} from '../../src/features/cashier/contract.ts'
import type { AccountToPay } from '../../src/lib/money/account-to-pay.ts'
import { BankDesk, failedRefund, readBatchFile, resultFile, type Answer, type FailedRefund } from './bank-fixtures.ts'
import { logInAs } from './logged-in-user.ts'
import { commandOutput } from './operator-commands.ts'
import { messages, ok, refusal } from './orders-fixtures.ts'
import { advanceAndDrain, orderStatus, refundsOf } from './payments-fixtures.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'

const DAY = 86_400_000
const MINUTE = 60_000
const ACCOUNT: AccountToPay = {
  accountCountry: 'CN',
  accountName: '林晓',
  accountNumber: '6222 0212 3456 7890 128',
  bankName: '中国工商银行',
  bankFields: { branch: '北京中关村支行' },
}

let server: TestServer
let desk: BankDesk
let found: FailedRefund
let me: Client
beforeEach(async () => {
  server = await startServer()
  desk = new BankDesk(server)
  found = await failedRefund(server)
  me = found.client
})
afterEach(async () => {
  desk.close()
  await server.close()
})

const ask = (): Promise<string> => desk.done('li', 'refunds', 'ask-account', found.refund)
const view = async (client = me): Promise<RefundAccountView> =>
  ok(await client.request(getRefundAccount, { refund: found.refund }))
const give = async (over: Partial<AccountToPay> = {}, version?: number) =>
  me.request(giveRefundAccount, {
    refund: found.refund,
    version: version ?? (await view()).version,
    account: { ...ACCOUNT, ...over },
    sensitive: true,
    confirmed: true,
  })
const refund = async () => (await refundsOf(found.shop))[0]
const mails = async (part: string): Promise<string[]> =>
  (await messages(server)).filter((it) => it.subject?.includes(part)).map((it) => it.text)
const today = '2026-03-01'
const paid: Answer = { outcome: 'paid', reference: 'ICBC 2026-0301-77', day: today }
const answer = async (file: string, it: Answer): Promise<string> => {
  const { number, lines } = readBatchFile(file)
  return (
    await desk.result(
      resultFile(
        number,
        lines.map((line) => ({ line, answer: it })),
      ),
    )
  ).said
}
const refunds = async (...words: string[]): Promise<string> =>
  (await commandOutput(server.deps, refundCommands, ['refunds', ...words, '--by', 'li', '--why', 'money of the day']))
    .said

it('is requested, given, and paid by the bank; the order shows the reference and the day', async () => {
  expect(await ask()).toContain('is asked for an account')
  await server.drain()
  expect(await mails('enter your bank details')).toHaveLength(1)
  expect((await mails('enter your bank details'))[0]).toContain(`/personal/order?refund=${found.refund}`)
  const waiting = async () => ok(await me.request(waitingTasks, {})).tasks
  expect(await waiting()).toMatchObject([
    { kind: 'refund', amount: { amount: 169_322 }, path: `/personal/order?refund=${found.refund}` },
  ])
  expect(await view()).toMatchObject({
    state: 'asked',
    names: ['林晓'],
    tail: null,
    back: `/personal/order?id=${found.shop.order}`,
    amount: { amount: 169_322, currency: 'CNY' },
  })
  const { version } = await view()
  expect(
    await me.request(giveRefundAccount, {
      refund: found.refund,
      version,
      account: ACCOUNT,
      sensitive: false,
      confirmed: true,
    }),
  ).toMatchObject({ code: 'invalid', fields: { sensitive: 'consent_required' } })
  expect(ok(await give())).toMatchObject({ state: 'given', tail: '0128' })
  const given = await server.deps.db
    .selectFrom('events')
    .select('data')
    .where('entity_id', '=', found.refund)
    .where('to_status', '=', 'given')
    .executeTakeFirst()
  expect(given?.data).toMatch(/"consent":\{"to":"sensitive","lang":"en","sha256":"[0-9a-f]{64}"/)
  expect(await waiting()).toEqual([])
  expect(await refund()).toMatchObject({ status: 'approved', way: 'bank', attempt: 2 })
  // The provider is not asked again, however often the sweep runs.
  await advanceAndDrain(found.shop, 10 * MINUTE)
  expect(await refund()).toMatchObject({ status: 'approved', way: 'bank' })
  const file = await desk.sent()
  expect(readBatchFile(file).lines.map((it) => [it.amount, it.cells['account_number'], it.cells['purpose']])).toEqual([
    [169_322, '6222021234567890128', found.shop.order],
  ])
  expect(await refund()).toMatchObject({ status: 'submitted' })
  expect(await view()).toMatchObject({ state: 'in_batch', reference: null })
  expect(await answer(file, paid)).toContain('1 paid')
  expect(await answer(file, paid)).toContain('1 as known before')
  expect(await refund()).toMatchObject({ status: 'succeeded', gateway_ref: 'ICBC 2026-0301-77' })
  expect(await view()).toMatchObject({ state: 'paid', tail: '0128', reference: 'ICBC 2026-0301-77' })
  expect(ok(await me.request(getRefunds, { order: found.shop.order })).refunds[0]).toMatchObject({
    status: 'succeeded',
    method: 'bank',
    accounts: [{ state: 'paid', tail: '0128', reference: 'ICBC 2026-0301-77' }],
  })
  await server.drain()
  expect([(await mails('22 refunded')).length, (await mails('the account for your refund')).length]).toEqual([1, 1])
  expect((await mails('22 refunded'))[0]).toContain('your bank account')
  const payment = await server.deps.db
    .selectFrom('payments')
    .select(['paid_minor', 'refund_minor'])
    .where('payable_id', '=', found.shop.order)
    .executeTakeFirstOrThrow()
  expect(payment.refund_minor).toBe(Number(payment.paid_minor))
  expect(await orderStatus(found.shop)).toBe('expired')
})

it('returned by the bank: the payer reads the reason, the same account is refused, and another one is paid', async () => {
  await ask()
  ok(await give())
  expect(await answer(await desk.sent(), { outcome: 'returned', reason: 'account_closed', day: today })).toContain(
    '1 returned',
  )
  expect(await refund()).toMatchObject({ status: 'failed' })
  expect(await view()).toMatchObject({
    state: 'asked',
    reason: 'The account is closed or blocked. Use another account.',
  })
  await server.drain()
  expect((await mails('another account'))[0]).toContain('The account is closed or blocked.')
  // One message that the wallet did not accept it, and no second one of that kind.
  expect(await mails('did not accept')).toHaveLength(1)
  expect(await give()).toMatchObject({ ok: false, fields: { accountNumber: 'account_unchanged' } })
  ok(await give({ accountNumber: '6225880123456783' }))
  expect(await answer(await desk.sent(), paid)).toContain('1 paid')
  expect(await refund()).toMatchObject({ status: 'succeeded', attempt: 3 })
})

describe('the account', () => {
  it('must be valid for its country, in the payer’s own name', async () => {
    await ask()
    expect(await give({ accountName: '王美兰' })).toMatchObject({
      ok: false,
      code: 'invalid',
      fields: { accountName: 'account_name_match' },
    })
    expect(await give({ accountNumber: '6222021234567890129', bankFields: { branch: '不知道' } })).toMatchObject({
      fields: { accountNumber: 'account_number_checksum', 'bankFields.branch': 'field_unknown' },
    })
    expect(await give({ accountCountry: '' })).toMatchObject({ fields: { accountCountry: 'account_country_required' } })
    expect(await give({ bankName: 'a\u202eb' })).toMatchObject({ fields: { bankName: 'invisible_characters' } })
    expect(await refund()).toMatchObject({ status: 'failed' })
  })
  it('in Latin letters, if we know only the Chinese name, is pointed out to the releasing operator', async () => {
    await ask()
    ok(await give({ accountName: 'LIN XIAO' }))
    expect(await desk.done('wu', 'bank', 'collect')).toContain(
      '! the name on the account is not plainly that of who is paid',
    )
  })
  it('can be changed until it is in a batch, from one page at a time', async () => {
    await ask()
    const { version } = await view()
    expect(
      (await Promise.all([give({}, version), give({}, version)])).map((it) => (it.ok ? 'ok' : it.code)).sort(),
    ).toEqual(['changed', 'ok'])
    ok(await give({ accountNumber: '6225880123456783' }))
    const number = await desk.collect()
    expect(refusal(await give())).toBe('over')
    await desk.done('wu', 'bank', 'cancel', number)
    expect(await view()).toMatchObject({ state: 'given', tail: '6783' })
    ok(await give())
    expect(readBatchFile(await desk.sent()).lines.map((it) => it.cells['account_number'])).toEqual([
      '6222021234567890128',
    ])
  })
  it('is sealed, and is deleted a month after the money went', async () => {
    await ask()
    ok(await give())
    const row = () => server.deps.db.selectFrom('refund_accounts').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(await row())).not.toMatch(/622202|7890128|林晓|中关村/)
    await answer(await desk.sent(), paid)
    await advanceAndDrain(found.shop, 31 * DAY)
    expect(await row()).toMatchObject({ status: 'paid', account: null, account_tail: '0128' })
    expect(server.logs()).not.toContain('7890128')
  })
  it('can be seen and given by nobody else', async () => {
    await ask()
    const other = await logInAs(server, 'stranger@example.com')
    expect(refusal(await other.request(getRefundAccount, { refund: found.refund }))).toBe('not_found')
    expect(
      refusal(
        await other.request(giveRefundAccount, {
          refund: found.refund,
          version: 1,
          account: ACCOUNT,
          sensitive: true,
          confirmed: true,
        }),
      ),
    ).toBe('not_found')
  })
})

describe('asking for an account', () => {
  it('only for a failed refund, once a day', async () => {
    expect((await desk.run('li', 'refunds', 'ask-account', 'none')).said).toBe('Refused: not_found')
    await ask()
    expect((await desk.run('li', 'refunds', 'ask-account', found.refund)).said).toBe('Refused: asked_already')
    await advanceAndDrain(found.shop, DAY)
    await ask()
    await server.drain()
    expect(await mails('enter your bank details')).toHaveLength(2)
    me = await logInAs(server, found.email)
    ok(await give())
    expect((await desk.run('li', 'refunds', 'ask-account', found.refund)).said).toBe('Refused: not_failed')
  })
  it('not if somebody paid by a link, because we do not know whose money it was', async () => {
    await server.deps.write((trx) => trx.updateTable('payments').set({ link_id: 'a-link' }).execute())
    expect((await desk.run('li', 'refunds', 'ask-account', found.refund)).said).toBe('Refused: paid_by_another')
  })
  it('waits for the payer for two weeks, and then for an operator', async () => {
    const overdue = async () => (await server.deps.health.figures())['refundsOverdue']
    await ask()
    expect(await refunds('list')).toContain('its payer is asked for an account')
    await advanceAndDrain(found.shop, 2 * DAY)
    expect(await overdue()).toBe(0)
    for (const words of [['list'], ['show', found.refund]]) expect(await refunds(...words)).not.toContain('overdue')
    await advanceAndDrain(found.shop, 13 * DAY)
    expect(await overdue()).toBe(1)
    for (const words of [['list'], ['show', found.refund]]) expect(await refunds(...words)).toMatch(/ {2}overdue$/m)
  })
  it('no account is accepted once the refund went back another way', async () => {
    await ask()
    const { version } = await view()
    await refunds('retry', found.refund)
    expect(await view()).toMatchObject({ state: 'over' })
    expect(refusal(await give({}, version))).toBe('over')
    await server.drain()
    await advanceAndDrain(found.shop, 2 * MINUTE)
    expect(await refund()).toMatchObject({ status: 'succeeded', way: 'provider' })
    expect(await desk.done('wu', 'bank', 'collect')).toBe('Nothing is due.')
  })
})

it('a batch that the bank refused as a whole leaves the refund due, in the next one', async () => {
  await ask()
  ok(await give())
  const { number } = readBatchFile(await desk.sent())
  await desk.done('li', 'bank', 'cancel', number, '--refused-by-bank')
  expect(await refund()).toMatchObject({ status: 'approved', way: 'bank', gateway_ref: null })
  expect(await answer(await desk.sent(), paid)).toContain('1 paid')
})
