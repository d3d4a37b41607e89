/** Somebody else pays by a link, and everything payable has one address for choosing the method. */
import { describe, expect, test } from 'vitest'
import { type Lang, localPath } from '../../../src/lib/locale.ts'
import type { Device } from '../../browser/visit.ts'
import { advanceClock } from '../browser-site.ts'
import { at, journeys, picture, sees, type Visitor } from './journeys.ts'
import { decide, issued, methodButton, onGateway, payNow, payPath, succeedPath, toGateway, trades } from './payment.ts'
import { prepareOrder, type PreparedOrder } from './prepare-order.ts'
import { action } from './wizard.ts'
import { isFirst, isLong, rowsOf } from '../../tools/long-form.ts'

const it = journeys()

type Buyer = Visitor & PreparedOrder & { link: string }

/** A buyer who has created a link; `link` is its path without language. */
async function buyer(device: Device, lang: Lang): Promise<Buyer> {
  const made = await prepareOrder(it.site, { lang })
  const visitor = await it.visitor({ device, lang, stored: made.stored })
  await visitor.go(`${payPath(visitor)}?order=${made.id}`)
  await visitor.page.getByRole('button', { name: visitor.say('payer:else.make') }).click()
  const [shared, refused] = [visitor.page.locator('[data-shared-link]'), visitor.page.getByRole('alert')]
  await shared.or(refused).first().waitFor()
  expect(await refused.allInnerTexts()).toEqual([])
  const url = new URL(await shared.innerText())
  return { ...visitor, ...made, link: url.pathname.replace(/^\/cn/, '') }
}

const paymentPage = (link: string): string => link.replace('/confirmation', '')

/** Reads what is paid for, and arrives at the methods. */
async function confirm(payer: Visitor, link: string): Promise<void> {
  await payer.go(link)
  await action(payer).click()
  await at(payer, paymentPage(link))
  await methodButton(payer).waitFor()
}

describe('somebody else pays', () => {
  test.each(
    rowsOf(
      [
        { device: 'mobile', lang: 'cn' },
        { device: 'web', lang: 'en' },
      ] as const,
      isFirst,
    ),
  )(
    'reads first what is paid for, pays without a login, and everybody is told ($device $lang)',
    async ({ device, lang }) => {
      const asks = await buyer(device === 'web' ? 'mobile' : 'web', lang)
      await picture(asks, 'link-made')
      const payer = await it.visitor({ device, lang })
      // Only the confirmation opens the payment itself.
      await payer.go(paymentPage(asks.link))
      await at(payer, asks.link)
      await sees(payer, payer.say('payer:asked.title'))
      expect(await payer.page.locator('main').innerText()).not.toContain(asks.order.answers.people.policyholder.idName)
      await picture(payer, 'link-confirmation')
      await action(payer).click()
      await payNow(payer)
      await at(payer, succeedPath(payer))
      await sees(payer, payer.say('cashier:succeed.payer.title'))
      await picture(payer, 'link-paid')
      await issued(asks)
      await payer.go(asks.link)
      await sees(payer, payer.say('payer:already.caller.title'))
      const late = await it.visitor({ device, lang })
      await late.go(asks.link)
      await sees(late, late.say('payer:already.others.title'))
      await picture(late, 'link-paid-by-others')
    },
  )

  test.runIf(isLong)('two at once: one pays, the other is told', async () => {
    const asks = await buyer('web', 'en')
    const [a, b] = [await it.visitor({ device: 'web' }), await it.visitor({ device: 'mobile' })]
    await confirm(a, asks.link)
    await toGateway(a)
    await b.go(asks.link)
    await action(b).click()
    await sees(b, b.say('payer:others.title'))
    await picture(b, 'link-others-pay')
    await decide(a, 'pay')
    await at(a, succeedPath(a))
    await sees(b, b.say('payer:already.others.title'))
    expect(await trades(it.site, asks.id)).toBe(1)
  })

  test('a payment of the owner is named before somebody else pays', async () => {
    const asks = await buyer('web', 'en')
    await toGateway(asks)
    await decide(asks, 'pay', 'after_expiry')
    await at(asks, payPath(asks), { back: '1' })
    await sees(asks, asks.say('cashier:qr.ends'))
    await sees(asks, asks.say('payer:else.ends'))
    const payer = await it.visitor({ device: 'mobile' })
    await payer.go(asks.link)
    await sees(payer, payer.say('payer:asked.underWay.text'))
    await picture(payer, 'link-under-way')
  })

  test.runIf(isLong)('the owner is told that somebody else began to pay', async () => {
    const asks = await buyer('web', 'en')
    await toGateway(asks)
    await asks.page.goBack()
    await sees(asks, asks.say('cashier:waiting.text'))
    const payer = await it.visitor({ device: 'mobile' })
    await payer.go(asks.link)
    await sees(payer, payer.say('payer:asked.underWay.text'))
    await action(payer).click()
    await payer.page.getByRole('button', { name: payer.say('payer:others.takeOver') }).click()
    await at(asks, '/pay/fail')
    await sees(asks, asks.say('cashier:fail.takenOver.title'))
    await picture(asks, 'taken-over')
    await toGateway(payer, 'alipay')
    await asks.go(`${payPath(asks)}?order=${asks.id}`)
    await sees(asks, asks.say('cashier:last.takenOver'))
    await picture(asks, 'others-pay-owner')
    await decide(payer, 'pay')
    await at(asks, succeedPath(asks))
    await sees(asks, asks.say('cashier:succeed.others.title'))
    await picture(asks, 'paid-by-others-owner')
  })

  test.runIf(isLong)('who takes over pays once: the first payment is closed', async () => {
    const asks = await buyer('web', 'en')
    const [a, b] = [await it.visitor({ device: 'web' }), await it.visitor({ device: 'web' })]
    await confirm(a, asks.link)
    await toGateway(a)
    await b.go(asks.link)
    await action(b).click()
    await b.page.getByRole('button', { name: b.say('payer:others.takeOver') }).click()
    await methodButton(b, 'alipay').click()
    await onGateway(b)
    await decide(b, 'pay')
    await at(b, succeedPath(b))
    await issued(asks)
  })
})

describe('a link that pays nothing', () => {
  test('cancelled by the buyer, expired, and wrong ones say so', async () => {
    const asks = await buyer('mobile', 'cn')
    const payer = await it.visitor({ device: 'web', lang: 'cn' })
    await confirm(payer, asks.link)
    await asks.page.getByRole('button', { name: asks.say('payer:else.end') }).click()
    await sees(asks, asks.say('payer:else.ended'))
    await payer.go(asks.link)
    await sees(payer, payer.say('payer:linkOver.cancelled.title'))
    await picture(payer, 'link-cancelled')
    await payer.go('/cashier/confirmation/aGVsbG8td29ybGQtaGVsbG8x')
    await sees(payer, payer.say('payer:linkOver.wrong.title'))
    await asks.page.getByRole('button', { name: asks.say('payer:else.again') }).click()
    const next = new URL(await asks.page.locator('[data-shared-link]').innerText()).pathname.replace(/^\/cn/, '')
    await advanceClock(it.site, 91 * 60_000)
    await payer.go(next)
    await sees(payer, payer.say('payer:linkOver.expired.title'))
    await picture(payer, 'link-expired')
  })

  test.runIf(isLong)('a host without rewrites finds the page from its page of unknown addresses', async () => {
    const asks = await buyer('web', 'en')
    const payer = await it.visitor({ device: 'web', lang: 'cn' })
    it.allow(/404/)
    const unknown = await (await fetch(`${it.site.url}/404`)).text()
    await payer.page.route(/\/cashier\/confirmation\/(?!shell)/, (route) =>
      route.fulfill({ status: 404, contentType: 'text/html', body: unknown }),
    )
    await payer.page.goto(`${localPath('cn', asks.link)}?from=chat#top`)
    await sees(payer, payer.say('payer:asked.title'))
    const { pathname, search, hash } = new URL(payer.page.url())
    expect([pathname, search, hash]).toEqual([localPath('cn', asks.link), '?from=chat', '#top'])
  })

  test('the language switch keeps the id', async () => {
    const asks = await buyer('web', 'en')
    const payer = await it.visitor({ device: 'web', lang: 'en' })
    await payer.go(asks.link)
    await sees(payer, payer.say('payer:asked.title'))
    await payer.page.locator('[data-lang-switch]').filter({ visible: true }).first().click()
    await payer.page.waitForURL((url) => url.pathname === localPath('cn', asks.link))
  })
})

describe('the checkstand', () => {
  test.runIf(isLong)('takes the last choice first, and says that an order is paid', async () => {
    const made = await prepareOrder(it.site)
    const visitor = await it.visitor({ device: 'mobile', lang: 'en', stored: made.stored })
    await visitor.go(`/checkstand/${made.id}`)
    await toGateway(visitor, 'unionpay')
    await visitor.page.goBack()
    await at(visitor, `/checkstand/${made.id}`)
    await visitor.page.getByRole('button', { name: visitor.say('cashier:waiting.other') }).click()
    await methodButton(visitor).waitFor()
    await visitor.page.reload()
    await methodButton(visitor).waitFor()
    expect(await methodButton(visitor).getAttribute('data-method')).toBe('unionpay')
    await picture(visitor, 'checkstand-last')
    await payNow(visitor, 'unionpay')
    await issued(visitor)
    await visitor.go(`/checkstand/plan.${made.id}`)
    await sees(visitor, visitor.say('payer:already.own.title'))
    await picture(visitor, 'checkstand-paid')
  })

  test('an order of somebody else, and one whose time is over', async () => {
    const made = await prepareOrder(it.site, { lang: 'cn' })
    const stranger = await it.visitor({ device: 'web', lang: 'cn' })
    await stranger.go(`/checkstand/${made.id}`)
    await sees(stranger, stranger.say('cashier:none.title'))
    await advanceClock(it.site, 91 * 60_000)
    const visitor = await it.visitor({ device: 'web', lang: 'cn', stored: made.stored })
    await visitor.go(`/checkstand/${made.id}`)
    await sees(visitor, visitor.say('cashier:closed.expired.title'))
  })
})
