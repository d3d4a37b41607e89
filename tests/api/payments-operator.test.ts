/** What an operator can do with payments: view them, refund within what was paid, query the providers. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { paymentCommands } from '../../src/features/cashier/server/payments/payment-commands.ts'
import { providerCommands } from '../../src/features/cashier/server/providers/provider-commands.ts'
import { refundCommands } from '../../src/features/cashier/server/refunds/refund-commands.ts'
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

const run = (...words: string[]) =>
  commandOutput(server.deps, [...paymentCommands, ...providerCommands, ...refundCommands], words)

it('operator commands query the providers, list payments and show one', async () => {
  expect((await run('payments', 'list', '--payable', shop.order)).said).toMatch(
    /started {2}CNY\u00a01,693\.22 {2}sandbox {2}wechat/,
  )
  expect((await run('payments', 'reconcile', ...ACTING)).code).toBe(0)
  server.advance(20_000)
  await server.drain()
  expect((await run('payments', 'show', payment)).said).toMatch(
    /succeeded[\s\S]*payment started → succeeded {2}gateway:sandbox/,
  )
})

it('a refund by an operator needs another one, may be partial, and never exceeds what was paid', async () => {
  server.advance(60_000)
  await server.drain()
  const asked = await run('payments', 'refund', payment, '--amount', '693.22', ...ACTING)
  expect(asked.said).toContain('CNY\u00a0693.22 waits for another operator')
  const more = await run('payments', 'refund', payment, '--amount', '1000.01', ...ACTING)
  expect(more).toEqual({ code: 1, said: 'Refused: too_much {"amount":"CNY\u00a01,000.00 is left"}' })
  const rest = await run('payments', 'refund', payment, ...ACTING)
  expect((await run('payments', 'refund', payment, ...ACTING)).said).toContain('Nothing is left')
  await server.drain()
  expect((await refundsOf(shop)).map(({ status }) => status)).toEqual(['under_review', 'under_review'])
  const [first = '', second = ''] = [asked, rest].map(({ said }) => /Refund (\S+)/.exec(said)?.[1])
  expect((await run('refunds', 'approve', first, ...ACTING)).said).toBe('Refused: same_operator')
  for (const id of [first, second])
    expect((await run('refunds', 'approve', id, '--by', 'wu', '--why', 'seen')).code).toBe(0)
  await server.drain()
  expect((await refundsOf(shop)).map((row) => [row.status, row.amount_minor, row.why])).toEqual([
    ['succeeded', 69322, 'asked by telephone'],
    ['succeeded', 100000, 'asked by telephone'],
  ])
})

it('what a second operator refuses to give back is free to be asked for again', async () => {
  server.advance(60_000)
  await server.drain()
  const asked = await run('payments', 'refund', payment, ...ACTING)
  const id = /Refund (\S+)/.exec(asked.said)?.[1] ?? ''
  expect((await run('refunds', 'reject', id, '--by', 'wu', '--why', 'the wrong payment')).code).toBe(0)
  expect((await run('payments', 'refund', payment, ...ACTING)).said).toContain('CNY\u00a01,693.22 waits')
})

it('says so when there is no such payment', async () => {
  expect(await run('payments', 'show', 'nobody')).toEqual({ code: 1, said: 'Refused: not_found' })
})
