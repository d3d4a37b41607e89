/** One whole purchase: from the login code to the policy, a refund, and signing out. */
import { expect, test } from 'vitest'
import { KEYS } from '../../src/app/storage/storage-keys.ts'
import { payStatus } from '../../src/features/cashier/contract.ts'
import { salesLog } from '../../src/features/orders/contract.ts'
import { getPolicy, listPolicies, policyDocumentFile } from '../../src/features/policies/contract.ts'
import { logout, me } from '../../src/features/session/contract.ts'
import { startServer } from './start-server.ts'
import { Buyer, ok, sentFile } from './orders-fixtures.ts'
import { atGateway, advanceAndDrain, openShop, payUrlOf, refundsOf } from './payments-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

const MAIL = 'lin@example.com'

test('a policy is bought, a late payment goes back, and the buyer logs out', async () => {
  const server = await startServer()
  const client = await logInAs(server, MAIL)
  const buyer = new Buyer(server, client)
  await buyer.fillIn()
  await buyer.submit()
  const shop = { server, buyer: client, order: buyer.view.id }
  await atGateway(shop, await payUrlOf(shop), 'pay')
  await advanceAndDrain(shop, 5_000)
  expect(ok(await client.request(payStatus, { order: shop.order })).order.status).toBe('issued')
  const list = ok(await client.request(listPolicies, { tab: 'pending_activation' }))
  expect(list.counts).toEqual({ valid: 0, pending_activation: 1, expired: 0 })
  const policy = ok(await client.request(getPolicy, { order: shop.order }))
  expect(policy.documents).toHaveLength(10)
  const pdf = sentFile(await client.blob(policyDocumentFile, { id: policy.id, kind: 'certificate', language: 'cn' }))
  expect(pdf.size).toBe(policy.documents.find((it) => it.kind === 'certificate' && it.lang === 'cn')?.size)
  expect(ok(await client.request(salesLog, { id: shop.order }))).toMatchObject({ intact: true })
  for (const table of ['events', 'sales_log'] as const) {
    await expect(server.deps.write((trx) => trx.deleteFrom(table).execute())).rejects.toThrow(/append only/)
  }
  const late = await openShop(server)
  await atGateway(late, await payUrlOf(late), 'pay', 'after_expiry')
  await advanceAndDrain(late, 90 * 60_000)
  for (let i = 0; i < 6; i++) await advanceAndDrain(late, 60_000)
  expect(await refundsOf(late)).toMatchObject([{ status: 'succeeded' }])
  const again = await logInAs(server, MAIL)
  const token = (JSON.parse(again.store.getItem(KEYS.token) ?? '{}') as { value: string }).value
  expect(ok(await again.request(logout, { token }))).toEqual({})
  expect(await again.request(me, {})).toMatchObject({ ok: false })
  await server.close()
})
