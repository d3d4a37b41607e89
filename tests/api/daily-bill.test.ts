/** Gateways' bills in their own formats compared with our books, in both directions and to the cent. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { providerCommands } from '../../src/features/cashier/server/providers/provider-commands.ts'
import { dayOf } from '../../src/lib/days/dates.ts'
import { alipayBill } from '../gateways/alipay/alipay-bill.ts'
import { FakeAlipay } from '../gateways/alipay/fake-alipay.ts'
import type { FakeGateway } from '../gateways/fake-gateway.ts'
import { FakeStripe } from '../gateways/stripe/fake-stripe.ts'
import { stripeBill } from '../gateways/stripe/stripe-bill.ts'
import { FakeWechat } from '../gateways/wechat/fake-wechat.ts'
import { wechatBill } from '../gateways/wechat/wechat-bill.ts'
import { gatewayServer, giveBack, paidShop, type GatewayServer } from './gateways-fixtures.ts'
import { commandOutput, type CommandOutput } from './operator-commands.ts'

const ROWS: readonly { name: string; make: () => FakeGateway; bill: (gateway: FakeGateway) => string }[] = [
  { name: 'Stripe', make: () => new FakeStripe(), bill: stripeBill },
  { name: 'Alipay', make: () => new FakeAlipay(), bill: alipayBill },
  { name: 'WeChat Pay', make: () => new FakeWechat(), bill: wechatBill },
]

const folder = mkdtempSync(join(tmpdir(), 'youfang-bills-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe.each(ROWS)('a bill of $name', ({ name, make, bill }) => {
  let at: GatewayServer
  let day: string
  let payments: string[]
  beforeAll(async () => {
    at = await gatewayServer(make())
    day = dayOf(at.server.deps.clock())
    const shops = [await paidShop(at), await paidShop(at)]
    payments = shops.map((it) => it.payment)
    const [first] = shops
    if (first) for (const amount of [50_000, 1]) await giveBack(at, first, amount)
  })
  afterAll(() => at.close())

  function reconcile(text: string, on = day): Promise<CommandOutput> {
    const file = join(folder, 'bill.csv')
    writeFileSync(file, text)
    return commandOutput(at.server.deps, providerCommands, [
      'payments',
      'reconcile',
      on,
      file,
      '--by',
      'lin',
      '--why',
      'daily',
    ])
  }

  it('matches the recorded payments', async () => {
    const { code, said } = await reconcile(bill(at.gateway))
    expect(said).toContain(`${at.gateway.name}, ${day}: 4 lines, CNY\u00a02,886.43 in all.`)
    expect(said).toContain('Bill and books agree to the cent.')
    expect(code).toBe(0)
  })

  it('names a missing line, an extra line, or a sum that differs by a cent', async () => {
    const [one = '', two = ''] = payments
    const text = bill(at.gateway)
    const lineOf = (id: string) => text.split('\n').find((it) => it.includes(id) && it.includes('1693.22')) ?? ''
    const without = await reconcile(text.replace(`${lineOf(one)}\n`, ''))
    expect(without.said).toMatch(
      new RegExp(`payment ${one} {2}CNY\u00a01,693\\.22 {2}in our books, and not in the bill`),
    )
    expect(without.code).toBe(1)
    expect(
      (await reconcile(text.replace(`${lineOf(two)}\n`, `${lineOf(two).replaceAll('1693.22', '1693.21')}\n`))).said,
    ).toContain('with another sum here: CNY\u00a01,693.22')
    expect((await reconcile(text.replace(`${lineOf(two)}\n`, `${lineOf(two)}\n${lineOf(two)}\n`))).said).toContain(
      'twice in the bill',
    )
    expect(
      (
        await reconcile(
          text.replace(`${lineOf(two)}\n`, `${lineOf(two).replaceAll(two, '01aaaaaaaaaaaaaaaaaaaaaaaa')}\n`),
        )
      ).said,
    ).toMatch(/in the bill, and not in our books[\s\S]*in our books, and not in the bill/)
  })

  it.runIf(name === 'Stripe')('names a refund that came back and is booked as given', async () => {
    const text = bill(at.gateway)
    const given = text.split('\n').find((it) => it.includes(',refund,') && it.includes('-500.00')) ?? ''
    const back = given.replace('txn_', 'txn_back_').replace(',refund,', ',refund_failure,').replaceAll('-', '')
    const { code, said } = await reconcile(text.replace(`${given}\n`, `${given}\n${back}\n`))
    expect(said).toMatch(/5 lines, CNY\u00a03,386\.43[\s\S]*refund_failure .* CNY\u00a0500\.00 .*not booked as moved/)
    expect(code).toBe(1)
  })

  it('of another day is compared with that day only', async () => {
    const { code, said } = await reconcile(bill(at.gateway), '2026-02-01')
    expect([code, said.includes('not in the bill')]).toEqual([0, false])
  })

  it('in another format is refused with the reason', async () => {
    expect(await reconcile('a,b\n1,2\n')).toEqual({
      code: 1,
      said: expect.stringContaining('Refused: no_bill') as string,
    })
    expect(await reconcile(bill(at.gateway).replaceAll('1693.22', 'much'))).toEqual({
      code: 1,
      said: expect.stringContaining('holds no sum') as string,
    })
  })
})
