/**
 * A school's payment is refunded in many parts, one for each student: a part is found again, however many were made
 * after it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { money } from '../../src/lib/money/money.ts'
import { FakeStripe } from '../gateways/stripe/fake-stripe.ts'
import { gatewayServer, paidShop, type GatewayServer } from './gateways-fixtures.ts'

const gateway = new FakeStripe()
let at: GatewayServer
beforeAll(async () => {
  at = await gatewayServer(gateway)
})
afterAll(() => at.close())

test('the oldest of 250 refunds at Stripe is found, and is not made a second time', async () => {
  const { payment } = await paidShop(at)
  const trade = { paymentId: payment, ref: gateway.trade(payment).ref }
  const sum = { amount: money(100, 'CNY'), paid: money(169_322, 'CNY'), reason: 'left_list', notifyUrl: '' } as const
  gateway.refundsAre = 'pending'
  for (let i = 0; i < 250; i++)
    gateway.trade(payment).refunds.push({ number: `refund-${i}`, ref: `re_${i}`, amount: 100, state: 'pending' })
  for (const refundId of ['refund-0', 'refund-249']) {
    expect(await at.provider.queryRefund({ refundId, ref: null, trade })).toMatchObject({ refundId, state: 'pending' })
    expect(await at.provider.refund({ refundId, trade, ...sum })).toMatchObject({ refundId, state: 'pending' })
  }
  expect(await at.provider.queryRefund({ refundId: 'refund-250', ref: null, trade })).toBeUndefined()
  expect(gateway.trade(payment).refunds).toHaveLength(250)
})
