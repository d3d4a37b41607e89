/** Refunds of payments. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as refunds from '../../src/features/cashier/server/refunds/refunds-for-operator.ts'
import { openRefund } from '../../src/features/cashier/server/refunds/open-and-settle-refund.ts'
import { setFault } from '../../src/features/cashier/server/sandbox/faults.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { processRefund } from '../../src/features/cashier/server/refunds/refund-at-provider.ts'
import { failIssue } from '../../src/features/policies/server/issue-policy.ts'
import { connectGateway } from './gateway-in-memory.ts'
import { startServer, type TestServer } from './start-server.ts'
import { shopFeatures, refuseToIssue } from './place-order.ts'
import {
  atGateway,
  advanceAndDrain,
  openShop,
  pay,
  orderStatus,
  payUrlOf,
  paymentsOf,
  refundsOf,
  status,
  type PaymentShop,
} from './payments-fixtures.ts'

const MINUTE = 60_000
let server: TestServer
let shop: PaymentShop
beforeAll(async () => {
  server = await startServer({ features: shopFeatures })
})
afterAll(() => server.close())
beforeEach(async () => {
  shop = await openShop(server)
})

describe('refunds', () => {
  /** Paid, and rejected automatically by the insurer, like a policy that cannot be printed. */
  async function failedToIssue(): Promise<void> {
    refuseToIssue(server.deps, shop.order)
    await atGateway(shop, await payUrlOf(shop), 'pay')
    await server.drain()
    expect(await orderStatus(shop)).toBe('issue_failed')
  }
  it('returns once the money of an order that could not be issued', async () => {
    await failedToIssue()
    for (let i = 0; i < 3; i++) await advanceAndDrain(shop, MINUTE)
    expect((await refundsOf(shop)).map((it) => [it.status, it.reason])).toEqual([['succeeded', 'issue_failed']])
    expect(await orderStatus(shop)).toBe('refunded')
  })
  it('waits for a slow bank', async () => {
    await setFault(server.deps, 'refunds_slow', 1000)
    await failedToIssue()
    for (let i = 0; i < 3; i++) await advanceAndDrain(shop, MINUTE)
    expect((await refundsOf(shop)).map((it) => it.status)).toEqual(['submitted'])
    await fetch(`${server.url}/sandbox/gateway/faults`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ name: 'refunds_slow', left: '0' }),
    })
    await advanceAndDrain(shop, 2 * MINUTE)
    expect(await orderStatus(shop)).toBe('refunded')
  })
  it('a failed refund is a task until another attempt succeeds, and the buyer sees each attempt', async () => {
    await setFault(server.deps, 'refunds_fail', 1)
    await failedToIssue()
    await advanceAndDrain(shop, MINUTE)
    await setFault(server.deps, 'refunds_fail', 0)
    const [failed] = await refundsOf(shop)
    expect(failed?.status).toBe('failed')
    expect((await paymentsOf(shop))[0]?.refund_minor).toBe(0)
    expect((await status(shop)).payment?.refund).toMatchObject({ status: 'failed' })
    expect((await refunds.failedRefunds(server.deps)).map((it) => it.id)).toEqual([failed?.id])
    expect(await figures()).toMatchObject({ refundsFailed: 1, refundsOverdue: 0 })
    await advanceAndDrain(shop, LIMITS.refundCallDays * 86_400_000)
    expect(await figures()).toMatchObject({ refundsFailed: 1, refundsOverdue: 1 })

    const acting = { by: 'operator:li', why: 'the card was unlocked' }
    await refunds.retryRefund(server.deps, failed?.id ?? '', acting)
    expect((await status(shop)).payment?.refund).toMatchObject({ status: 'approved' })
    await expect(refunds.retryRefund(server.deps, failed?.id ?? '', acting)).rejects.toThrow('not_failed')
    await server.drain()
    await advanceAndDrain(shop, 2 * MINUTE)
    expect((await refundsOf(shop)).map((it) => [it.status, it.attempt])).toEqual([['succeeded', 2]])
    expect(await orderStatus(shop)).toBe('refunded')
    expect(await figures()).toMatchObject({ refundsFailed: 0, refundsOverdue: 0 })
    const events = await server.deps.db
      .selectFrom('events')
      .selectAll()
      .where('entity_id', '=', failed?.id ?? '')
      .orderBy('id')
      .execute()
    expect(events.find((it) => it.from_status === 'failed')).toMatchObject({
      to_status: 'approved',
      by: 'operator:li',
      why: 'the card was unlocked',
    })
  })
  it('a failed refund can be paid another way, once, and is booked as such', async () => {
    await setFault(server.deps, 'refunds_fail', 1)
    await failedToIssue()
    await advanceAndDrain(shop, MINUTE)
    await setFault(server.deps, 'refunds_fail', 0)
    const [failed] = await refundsOf(shop)
    const acting = { by: 'operator:li', why: "agreed by telephone: his mother's account" }
    await refunds.refundByHand(server.deps, failed?.id ?? '', 'ICBC 2026-0301-77', acting)
    await expect(refunds.refundByHand(server.deps, failed?.id ?? '', 'ICBC 2026-0301-77', acting)).rejects.toThrow(
      'not_failed',
    )
    expect((await refundsOf(shop)).map((it) => [it.status, it.way, it.gateway_ref])).toEqual([
      ['succeeded', 'by_hand', 'ICBC 2026-0301-77'],
    ])
    expect((await paymentsOf(shop))[0]?.refund_minor).toBe(169322)
    expect((await status(shop)).payment?.refund).toMatchObject({ status: 'succeeded', byHand: true })
    expect(await orderStatus(shop)).toBe('refunded')
    for (let i = 0; i < 3; i++) await advanceAndDrain(shop, MINUTE)
    expect((await refundsOf(shop)).map((it) => it.status)).toEqual(['succeeded'])
  })
  it('of a second payment does not close an order whose first one is still to go back', async () => {
    const own = await startServer({ features: shopFeatures })
    const gateway = connectGateway(own)
    const twice = await openShop(own)
    const [first = '', second = ''] = [
      (await pay(twice)).payment?.id,
      (await pay(twice, { method: 'alipay' })).payment?.id,
    ]
    refuseToIssue(own.deps, twice.order)
    gateway.silent = true
    for (const id of [second, first]) await gateway.pay(own, id)
    gateway.silent = false
    const [duplicate] = await refundsOf(twice)
    await own.deps.write((trx) => failIssue(own.deps, trx, twice.order, 'no font draws it'))
    await processRefund(own.deps, duplicate?.id ?? '')
    expect(await refundsOf(twice)).toMatchObject([{ reason: 'duplicate', status: 'succeeded' }])
    expect(await orderStatus(twice)).toBe('issue_failed')
    await own.drain()
    await advanceAndDrain(twice, MINUTE)
    expect(await orderStatus(twice)).toBe('refunded')
    expect(gateway.given()).toBe(gateway.taken())
    await own.close()
  })
  it('is not attempted again once the money went back another way', async () => {
    await setFault(server.deps, 'refunds_fail', 1)
    await failedToIssue()
    await advanceAndDrain(shop, MINUTE)
    await setFault(server.deps, 'refunds_fail', 0)
    const [[failed], [payment]] = [await refundsOf(shop), await paymentsOf(shop)]
    if (!payment) throw new Error('no payment')
    await server.deps.write((trx) =>
      openRefund(trx, server.deps, payment, { reason: 'operator', by: 'operator:li', why: 'another one' }),
    )
    await expect(
      refunds.retryRefund(server.deps, failed?.id ?? '', { by: 'operator:li', why: 'twice' }),
    ).rejects.toThrow('too_much')
    expect(await refunds.failedRefunds(server.deps)).toEqual([])
    expect(await figures()).toMatchObject({ refundsFailed: 0 })
  })
  const figures = () => server.deps.health.figures()
})
