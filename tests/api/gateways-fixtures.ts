/** A server that uses a fake gateway, and operations on a payment there. */
import { payCreate } from '../../src/features/cashier/contract.ts'
import { providerNamed } from '../../src/features/cashier/server/providers/provider-registry.ts'
import type { Provider } from '../../src/features/cashier/server/providers/provider-interface.ts'
import { openRefund } from '../../src/features/cashier/server/refunds/open-and-settle-refund.ts'
import type { FakeGateway, Message } from '../gateways/fake-gateway.ts'
import { FakeAlipay } from '../gateways/alipay/fake-alipay.ts'
import { newKey, openShop, paymentsOf, type PaymentShop } from './payments-fixtures.ts'
import { shopFeatures } from './place-order.ts'
import { startServer, type TestServer } from './start-server.ts'

export interface GatewayServer {
  server: TestServer
  gateway: FakeGateway
  provider: Provider
  close: () => Promise<void>
}

export async function gatewayServer(gateway: FakeGateway): Promise<GatewayServer> {
  await gateway.start()
  const server = await startServer({ features: shopFeatures, env: gateway.env() })
  gateway.clock = () => server.deps.clock()
  return {
    server,
    gateway,
    provider: providerNamed(server.deps, gateway.name),
    close: async () => {
      await server.close()
      await gateway.stop()
    },
  }
}

/** A payment that its payer has opened at the gateway, on a desktop. */
export async function begin({ server, gateway }: GatewayServer): Promise<PaymentShop & { payment: string }> {
  const shop = await openShop(server)
  const reply = await shop.buyer.request(payCreate, { order: shop.order, method: gateway.method, key: newKey() })
  if (!reply.ok) throw new Error(`pay/create refused: ${reply.code}`)
  const { id, payUrl } = reply.data.payment ?? {}
  if (gateway instanceof FakeAlipay && payUrl) gateway.visit(payUrl)
  return { ...shop, payment: id ?? '' }
}

/** Sends a notification and processes it. Returns the status that the gateway got. */
export async function deliver({ server, gateway }: GatewayServer, { headers, body }: Message): Promise<number> {
  const response = await fetch(`${server.url}/notify/${gateway.name}`, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  })
  await response.arrayBuffer()
  await server.drain()
  return response.status
}

export async function paidShop(at: GatewayServer): Promise<PaymentShop & { payment: string }> {
  const shop = await begin(at)
  at.gateway.settle(shop.payment, 'paid')
  await deliver(at, at.gateway.notification(shop.payment))
  return shop
}

/** An operator's refund of a payment: everything that is left when no amount is given. */
export async function giveBack({ server }: GatewayServer, shop: PaymentShop, amount?: number): Promise<void> {
  const [row] = await paymentsOf(shop)
  if (!row) throw new Error('no payment')
  await server.deps.write((trx) =>
    openRefund(trx, server.deps, row, {
      reason: 'operator',
      by: 'operator:1',
      why: 'test',
      ...(amount === undefined ? {} : { amount }),
    }),
  )
  await server.drain()
}

export const storedNotifications = async ({ server }: GatewayServer, payment: string): Promise<number> =>
  (
    await server.deps.db
      .selectFrom('payment_notifications')
      .select('id')
      .where('payload', 'like', `%${payment}%`)
      .execute()
  ).length
