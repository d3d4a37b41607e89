/**
 * Paying with a wallet in a real browser: a QR code on a desktop, a call in the page inside WeChat, and a gateway that
 * does not answer.
 */
import { afterAll, afterEach, expect, test } from 'vitest'
import { networkAtRest } from '../../browser/visit.ts'
import { freePort } from '../../faults/killable-process.ts'
import { FakeWechat } from '../../gateways/wechat/fake-wechat.ts'
import { release } from '../../browser/next-release.ts'
import { axe } from '../browser-site.ts'
import { at, journeys, picture, sees, type Visitor } from './journeys.ts'
import { issued, methodButton, onGateway, payPath } from './payment.ts'
import { prepareOrder } from './prepare-order.ts'
import { inNone, isLong, isSecond, rowsOf } from '../../tools/long-form.ts'

const gateway = new FakeWechat()
await gateway.start()
const port = await freePort()
const it = journeys({ env: { ...gateway.env(), PORT: String(port), PUBLIC_SITE_URL: `http://127.0.0.1:${port}` } })
afterEach(() => {
  gateway.down = 0
})
afterAll(() => gateway.stop())

const inWechat =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.50(0x18003224) NetType/WIFI Language/zh_CN'

/** The last trade that was opened. */
const latest = (): string => [...gateway.trades.keys()].at(-1) ?? ''

async function payer(view: Pick<Visitor, 'device' | 'lang'>): Promise<Visitor & { id: string }> {
  const made = await prepareOrder(it.site, { lang: view.lang })
  const visitor = await it.visitor({ ...view, stored: made.stored })
  return { ...visitor, id: made.id }
}

test.each(rowsOf(['en', 'cn'] as const, inNone))(
  'on a desktop the code is scanned, and the page follows (%s)',
  async (lang) => {
    const visitor = await payer({ device: 'web', lang })
    const { page, say } = visitor
    const method = say('cashier:method.wechat')
    await visitor.go(`${payPath(visitor)}?order=${visitor.id}`)
    await methodButton(visitor, 'wechat').click()
    await sees(visitor, say('cashier:scan.title', { method }))
    const code = page.getByRole('img', { name: say('cashier:scan.label', { method }) })
    await code.waitFor()
    expect(await axe(page)).toEqual([])
    await picture(visitor, 'scan-to-pay')
    await visitor.go(`/fyqr?order=${visitor.id}`)
    await code.waitFor()
    await picture(visitor, 'fyqr-wallet')
    gateway.settle(latest(), 'paid')
    await issued(visitor)
  },
)

test.each(rowsOf([{ kept: true }, { kept: false }], isSecond))(
  'the site is updated before the code is shown, files kept: $kept: one payment, and one tap at most',
  async ({ kept }) => {
    const visitor = await payer({ device: 'web', lang: 'en' })
    const { page, say } = visitor
    await visitor.go(`${payPath(visitor)}?order=${visitor.id}`)
    await methodButton(visitor, 'wechat').waitFor()
    it.allow(/\/assets\/|preload|Failed to (?:load|fetch)|dynamically imported/)
    await networkAtRest(page)
    await release(page, { kept })
    const before = gateway.trades.size
    await methodButton(visitor, 'wechat').click()
    if (!kept) {
      await sees(visitor, say('app:load.updated.title'))
      await page.getByRole('button', { name: say('app:load.again') }).click()
    }
    await page.getByRole('img', { name: say('cashier:scan.label', { method: say('cashier:method.wechat') }) }).waitFor()
    expect(gateway.trades.size).toBe(before + 1)
    gateway.settle(latest(), 'paid')
    await issued(visitor)
  },
)

test.runIf(isLong)('inside WeChat the payment is confirmed in the page', async () => {
  const visitor = await payer({ device: 'mobile', lang: 'cn' })
  const { page, context, say } = visitor
  await context.setExtraHTTPHeaders({ 'user-agent': inWechat })
  await page.exposeFunction('paidInWallet', (packed: string) => {
    if (packed.startsWith('prepay_id=')) gateway.settle(latest(), 'paid')
  })
  await page.addInitScript((agent) => {
    Object.defineProperty(navigator, 'userAgent', { get: () => agent })
    Object.assign(window, {
      WeixinJSBridge: {
        invoke: async (_: string, given: { package: string }, done: (answer: { err_msg: string }) => void) => {
          await (window as unknown as { paidInWallet: (packed: string) => Promise<void> }).paidInWallet(given.package)
          done({ err_msg: 'get_brand_wcpay_request:ok' })
        },
      },
    })
  }, inWechat)
  await visitor.go(`${payPath(visitor)}?order=${visitor.id}`)
  await page
    .getByText(say('payer:wallet', { wallet: say('payer:walletName.wechat'), methods: say('cashier:method.alipay') }))
    .waitFor()
  await methodButton(visitor, 'wechat').click()
  await issued(visitor)
  expect(gateway.trade(latest()).product).toBe('jsapi')
})

test('a gateway that gives no answer is said so, and another way works', async () => {
  const visitor = await payer({ device: 'mobile', lang: 'en' })
  const { page, say } = visitor
  gateway.down = 1000
  await visitor.go(`${payPath(visitor)}?order=${visitor.id}`)
  await methodButton(visitor, 'wechat').click()
  await sees(visitor, say('payer:downInstead', { method: say('cashier:method.wechat') }))
  await page.locator('[data-method=wechat]').getByText(say('payer:down')).waitFor()
  expect(await page.locator('[data-method]').last().getAttribute('data-method')).toBe('wechat')
  expect(await axe(page)).toEqual([])
  await picture(visitor, 'method-down')
  await methodButton(visitor, 'alipay').click()
  await onGateway(visitor)
  await page.locator('button[name=outcome][value=pay]').click()
  await at(visitor, '/pay/succeed')
})
