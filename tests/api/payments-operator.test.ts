/** What an operator can do with payments: view them, refund within what was paid, query the providers. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { paymentCommands } from '../../src/features/cashier/payment-commands.server.ts'
import { providerCommands } from '../../src/features/cashier/provider-commands.server.ts'
import { commandOutput } from './operator-commands.ts'
import { startServer, type TestServer } from './start-server.ts'
import { shopFeatures } from './place-order.ts'
import { atGateway, openShop, payUrlOf, paymentsOf, refundsOf, type PaymentShop } from './payments-fixtures.ts'

const ACTING = ['--by', 'lin', '--why', 'asked by telephone']
let server: TestServer
let shop: PaymentShop
let payment: string
beforeAll(async () => {
  server = await startServer({ features: shopFeatures })
})
afterAll(() => server.close())
beforeEach(async () => {
  shop = await openShop(server)
  await atGateway(shop, await payUrlOf(shop), 'pay', 'never')
  payment = (await paymentsOf(shop))[0]?.id ?? ''
})

const run = (...words: string[]) => commandOutput(server.deps, [...paymentCommands, ...providerCommands], words)

it('operator commands query the providers, list payments and show one', async () => {
  expect((await run('payments', 'list', '--payable', shop.order)).said).toMatch(
    /started {2}¥1,693\.22 {2}sandbox {2}wechat/,
  )
  expect((await run('payments', 'reconcile', ...ACTING)).code).toBe(0)
  server.advance(20_000)
  await server.drain()
  expect((await run('payments', 'show', payment)).said).toMatch(
    /succeeded[\s\S]*payment started → succeeded {2}gateway:sandbox/,
  )
})

it('a refund by an operator may be partial, and never exceeds what was paid', async () => {
  server.advance(60_000)
  await server.drain()
  expect((await run('payments', 'refund', payment, '--amount', '693.22', ...ACTING)).said).toContain(
    '¥693.22 is on its way',
  )
  const more = await run('payments', 'refund', payment, '--amount', '1000.01', ...ACTING)
  expect(more).toEqual({ code: 1, said: 'Refused: too_much {"amount":"¥1,000.00 is left"}' })
  expect((await run('payments', 'refund', payment, ...ACTING)).code).toBe(0)
  expect((await run('payments', 'refund', payment, ...ACTING)).said).toContain('Nothing is left')
  await server.drain()
  expect((await refundsOf(shop)).map((row) => [row.status, row.amount_minor, row.why])).toEqual([
    ['succeeded', 69322, 'asked by telephone'],
    ['succeeded', 100000, 'asked by telephone'],
  ])
})

it('says so when there is no such payment', async () => {
  expect(await run('payments', 'show', 'nobody')).toEqual({ code: 1, said: 'Refused: not_found' })
})
