/** A shop for tests of payments: orders that wait to be paid, a buyer, and a person at the gateway's page. */
import type { Client, TestServer } from './start-server.ts'
import { holderOf } from '../../src/server/http/caller.ts'
import type { Parsed, Output } from '../../src/lib/contract.ts'
import { payCreate, payStatus, type Followed } from '../../src/features/cashier/contract.ts'
import type { Delivery, Outcome } from '../../src/features/cashier/server/sandbox/protocol.ts'
import type { PaymentTable, RefundTable } from '../../src/features/cashier/tables.ts'
import { uniqueKey } from '../../src/app/storage/storage.ts'
import { placeOrder } from './place-order.ts'

export interface PaymentShop {
  server: TestServer
  buyer: Client
  order: string
}

let orders = 0
let keys = 0

/** A buyer with one order of CNY 1,693.22 that waits to be paid for 90 minutes. */
export async function openShop(server: TestServer, client: Client = server.client()): Promise<PaymentShop> {
  const order = await placeOrder(server.deps, holderOf({ unique: uniqueKey(client.store) }) ?? '', ++orders)
  return { server, buyer: client, order }
}

export const newKey = (): string => `key-of-a-test-${String(++keys).padStart(6, '0')}`

export async function pay(
  shop: PaymentShop,
  input: Partial<Parsed<typeof payCreate>> = {},
): Promise<Output<typeof payCreate>> {
  const reply = await shop.buyer.request(payCreate, { order: shop.order, method: 'wechat', key: newKey(), ...input })
  if (!reply.ok) throw new Error(`pay/create refused: ${reply.code}`)
  return reply.data
}

/** A person's choice on the gateway's page. Returns where it sent the browser. */
export async function atGateway(
  shop: PaymentShop,
  payUrl: string,
  outcome: Outcome,
  delivery: Delivery = 'now',
): Promise<string> {
  const response = await fetch(shop.server.url + payUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ outcome, delivery }),
  })
  if (response.status !== 303) throw new Error(`gateway answered ${response.status}`)
  return response.headers.get('location') ?? ''
}

export async function payUrlOf(shop: PaymentShop): Promise<string> {
  const { payment } = await pay(shop)
  if (!payment?.payUrl) throw new Error('no address to pay at')
  return payment.payUrl
}

export async function status(shop: PaymentShop, client = shop.buyer): Promise<Followed> {
  const reply = await client.request(payStatus, { order: shop.order })
  if (!reply.ok) throw new Error(`pay/status refused: ${reply.code}`)
  return reply.data
}

export const paymentsOf = (shop: PaymentShop): Promise<PaymentTable[]> =>
  shop.server.deps.db
    .selectFrom('payments')
    .selectAll()
    .where('payable_id', '=', shop.order)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
export const refundsOf = (shop: PaymentShop): Promise<RefundTable[]> =>
  shop.server.deps.db
    .selectFrom('refunds')
    .selectAll()
    .where('payable_id', '=', shop.order)
    .orderBy('created_at')
    .execute()
export const orderStatus = async (shop: PaymentShop): Promise<string> =>
  (
    await shop.server.deps.db
      .selectFrom('orders')
      .select('status')
      .where('id', '=', shop.order)
      .executeTakeFirstOrThrow()
  ).status
/** Drains until nothing is due any more within `ms` from now. */
export async function advanceAndDrain(shop: PaymentShop, ms: number): Promise<void> {
  shop.server.advance(ms)
  await shop.server.drain()
}
