/** An application that was not paid in time takes no money, and late money is refunded (spec §8, design §5). */
import { expect, test } from 'vitest'
import { formatDay } from '../../../src/lib/days/dates.ts'
import { advanceClock, eventually, messagesTo } from '../browser-site.ts'
import { prepareOrder } from './prepare-order.ts'
import { at, journeys, picture, sees } from './journeys.ts'
import { self, student } from './people.ts'
import { decide, methodButton, payPath, toGateway, trades } from './payment.ts'
import { isFirst, rowsOf } from '../../tools/long-form.ts'

const it = journeys()
const PAST = 91 * 60_000

test.each(
  rowsOf(
    [
      { device: 'web', lang: 'cn', theme: 'light' },
      { device: 'mobile', lang: 'en', theme: 'dark' },
    ] as const,
    isFirst,
  ),
)('after 90 minutes the page says closed and nothing was taken: $device $lang', async (view) => {
  const made = await prepareOrder(it.site, { lang: view.lang })
  const visitor = await it.visitor({ ...view, stored: made.stored })
  await visitor.go(`${payPath(visitor)}?order=${made.id}`)
  await methodButton(visitor).waitFor()
  await advanceClock(it.site, PAST)
  await sees(visitor, visitor.say('cashier:closed.expired.title'))
  await picture(visitor, 'expired')
  await visitor.page.reload()
  await sees(visitor, visitor.say('cashier:closed.expired.text'))
  expect(await trades(it.site, made.id)).toBe(0)
  // Nothing was ever paid: the page of a failed payment is about the order, and asks for no sum.
  await visitor.go(`/pay/fail?order=${made.id}`)
  await sees(visitor, visitor.say('cashier:closed.expired.title'))
  expect(await visitor.page.getByText(visitor.say('cashier:pay.total'), { exact: true }).count()).toBe(0)
  await visitor.go(`/confirm?id=${made.id}`)
  await sees(visitor, visitor.say('confirm:money.none'))
  await picture(visitor, 'closed')
  await visitor.page.getByRole('link', { name: visitor.say('confirm:closed.again') }).click()
  await at(visitor, '/confirm', { step: 'enter' })
  expect(new URL(visitor.page.url()).searchParams.get('id')).not.toBe(made.id)
})

test('money that comes after the order has closed goes back by itself', async () => {
  const buyer = student()
  const made = await prepareOrder(it.site, { people: self(buyer) })
  const visitor = await it.visitor({ stored: made.stored })
  // The message that asks for the payment leads to the page with the methods.
  const asks = await eventually(
    async () => (await messagesTo(it.site, buyer.email)).find(({ text }) => text.includes(made.id)),
    'The message that asks for the payment',
  )
  await visitor.go(/https?:\/\/[^/\s]+(\/\S+)/.exec(asks.text)?.[1] ?? '')
  await sees(visitor, visitor.say('cashier:pay.title'))
  expect(await visitor.page.locator('main').innerText()).toContain('CNY\u00a03,360.00')
  await visitor.go(`${payPath(visitor)}?order=${made.id}`)
  await toGateway(visitor)
  await decide(visitor, 'pay', 'after_expiry')
  await at(visitor, payPath(visitor), { back: '1' })
  // The order closes first, a minute late because a payment is under way; the bank confirms half a minute later.
  await advanceClock(it.site, PAST)
  await eventually(async () => ((await made.look()).status === 'expired' ? true : undefined), 'The end of the order')
  // The page has noticed that the order closed, and keeps polling the payment.
  await visitor.page.waitForResponse((response) => response.url().includes('/pay/status'))
  for (const reload of [false, true]) {
    if (reload) await visitor.page.reload()
    await sees(visitor, visitor.say('cashier:closed.expired.title'))
    await sees(visitor, visitor.say('cashier:undecided.text', { bank: visitor.say('cashier:bankOf.wechat') }))
    const shown = await visitor.page.locator('main').innerText()
    for (const key of ['back.resume', 'waiting.other', 'pay.total', 'fail.nothing'])
      expect(shown).not.toContain(visitor.say(`cashier:${key}`))
  }
  await picture(visitor, 'undecided')
  const tab = await visitor.tab()
  await tab.go(`/confirm?id=${made.id}`)
  await sees(tab, tab.say('confirm:money.open'))
  await sees(tab, tab.say('confirm:closed.undecided'))
  const mail = await eventually(
    async () =>
      (await messagesTo(it.site, buyer.email)).find(
        ({ subject, text }) => subject.includes('closed') && text.includes(made.id),
      ),
    'The message about the end',
  )
  expect(`${mail.subject} ${mail.text}`).not.toContain('not been charged')
  await advanceClock(it.site, 5 * 60_000)
  await at(visitor, '/pay/fail')
  await sees(visitor, visitor.say('cashier:fail.refunded.title'))
  await sees(visitor, visitor.say('cashier:fail.noCover', { day: formatDay(made.order.answers.trip.start, 'en') }))
  const { premium } = made.order
  expect(premium).not.toBeNull()
  await visitor.page
    .getByText(
      visitor.say('cashier:refund.done', { amount: 'CNY\u00a03,360.00', to: visitor.say('cashier:refundedTo.wechat') }),
    )
    .waitFor()
  await picture(visitor, 'returned')
  // The link in the mails leads to the order, which must not say that nothing was charged.
  await visitor.go(`/confirm?id=${made.id}`)
  await sees(
    visitor,
    visitor.say('confirm:money.done', { amount: 'CNY\u00a03,360.00', to: visitor.say('confirm:money.to.wechat') }),
  )
  expect(await visitor.page.getByText(visitor.say('confirm:money.none')).count()).toBe(0)
  await sees(visitor, visitor.say('confirm:closed.late'))
  await picture(visitor, 'closed-returned')
})
