/** Payments that fail, come late, twice or without a report, and payers who click twice or leave: money moves once. */
import { describe, expect, test } from 'vitest'
import type { Lang } from '../../../src/lib/locale.ts'
import type { Device } from '../../browser/visit.ts'
import { advanceClock, axe, eventually, messagesTo } from '../browser-site.ts'
import { prepareOrder, type PreparedOrder } from './prepare-order.ts'
import { at, journeys, picture, sees, TWO_VIEWS, type Visitor } from './journeys.ts'
import { decide, issued, methodButton, onGateway, orderIn, payNow, payPath, toGateway, trades } from './payment.ts'
import { self, student } from './people.ts'
import { action } from './wizard.ts'
import { inNone, isFirst, isLong, isSecond, rowsOf } from '../../tools/long-form.ts'

const it = journeys()

/** A buyer at the choice of methods, with an application that was just sent. */
async function payer(device: Device, lang: Lang): Promise<Visitor & PreparedOrder> {
  const made = await prepareOrder(it.site, { lang })
  const visitor = await it.visitor({ device, lang, stored: made.stored })
  await visitor.go(`${payPath(visitor)}?order=${made.id}`)
  await methodButton(visitor).waitFor()
  return { ...visitor, ...made }
}

test.each(
  rowsOf(
    [
      { device: 'web', lang: 'cn' },
      { device: 'mobile', lang: 'en' },
    ] as const,
    isSecond,
  ),
)(
  'where methods are chosen it is shown how far the purchase is, with the way back ($device $lang)',
  async ({ device, lang }) => {
    const visitor = await payer(device, lang)
    const { page, say } = visitor
    const progress = page.getByRole('navigation', { name: say('cashier:confirm.progress') })
    await progress.getByText(say('cashier:confirm.steps.pay')).filter({ visible: true }).waitFor()
    await picture(visitor, 'pay-steps')
  },
)

describe('a payment that does not go through', () => {
  test.each(
    rowsOf(
      [
        { outcome: 'refuse', why: 'rejected', device: 'web', lang: 'en' },
        { outcome: 'cancel', why: 'cancelled', device: 'mobile', lang: 'cn' },
      ] as const,
      isSecond,
    ),
  )('$outcome: nothing was taken, and paying again works ($device $lang)', async ({ outcome, why, device, lang }) => {
    const visitor = await payer(device, lang)
    await toGateway(visitor)
    await decide(visitor, outcome)
    await at(visitor, '/pay/fail')
    await sees(visitor, visitor.say(`cashier:fail.${why}.title`))
    await sees(visitor, visitor.say('cashier:fail.nothing'))
    expect(await axe(visitor.page)).toEqual([])
    await picture(visitor, `fail-${why}`)
    await action(visitor).click()
    await at(visitor, payPath(visitor))
    await payNow(visitor)
    await issued(visitor)
  })

  test.each(
    rowsOf(
      [
        { device: 'mobile', lang: 'en' },
        { device: 'web', lang: 'cn' },
      ] as const,
      inNone,
    ),
  )('authorization failed: another method works ($device $lang)', async ({ device, lang }) => {
    const visitor = await payer(device, lang)
    await toGateway(visitor, 'unionpay')
    await decide(visitor, 'authorization')
    await at(visitor, '/pay/accreditFail')
    await sees(visitor, visitor.say('cashier:accredit.title'))
    await sees(visitor, visitor.say('cashier:fail.nothing'))
    expect(await axe(visitor.page)).toEqual([])
    await picture(visitor, 'accredit-fail')
    await action(visitor).click()
    await at(visitor, payPath(visitor))
    await payNow(visitor, 'alipay')
    await issued(visitor)
  })
})

test('a double click gives one payment', async () => {
  const visitor = await payer('web', 'en')
  await methodButton(visitor, 'wechat').dblclick()
  await onGateway(visitor)
  expect(await trades(it.site, visitor.id)).toBe(1)
  await decide(visitor, 'pay')
  await issued(visitor)
  expect(await trades(it.site, visitor.id)).toBe(1)
})

test('reloading in mid-payment resumes it, and Back from the gateway lets the payer choose anew', async () => {
  const visitor = await payer('mobile', 'en')
  const { page, say } = visitor
  await toGateway(visitor)
  await page.goBack()
  await at(visitor, payPath(visitor))
  const waiting = page.getByRole('heading', {
    name: say('cashier:waiting.title', { paidBy: say('cashier:paidBy.wechat') }),
  })
  await waiting.waitFor()
  await page.reload()
  await waiting.waitFor()
  await picture(visitor, 'waiting')
  await action(visitor).click()
  await onGateway(visitor)
  expect(await trades(it.site, visitor.id)).toBe(1)
  await page.goBack()
  await waiting.waitFor()
  await page.getByRole('button', { name: say('cashier:waiting.other') }).click()
  await methodButton(visitor).waitFor()
  await sees(visitor, say('cashier:last.cancelled'))
  await payNow(visitor, 'alipay')
  await issued(visitor)
})

test.runIf(isLong)('a late confirmation is waited for', async () => {
  const visitor = await payer('web', 'cn')
  await payNow(visitor, 'alipay', 'late')
  await at(visitor, payPath(visitor), { back: '1' })
  await sees(visitor, visitor.say('cashier:back.title', { bank: visitor.say('cashier:bankOf.alipay') }))
  await advanceClock(it.site, 30_000)
  await issued(visitor)
})

test.each(rowsOf(TWO_VIEWS, isSecond))(
  'a payment that its bank holds cannot be replaced, and nothing beside it says otherwise: $device $lang',
  async (view) => {
    const visitor = await payer(view.device, view.lang)
    const { page, say } = visitor
    await payNow(visitor, 'alipay', 'after_expiry')
    await at(visitor, payPath(visitor), { back: '1' })
    await page.getByRole('button', { name: say('cashier:waiting.other') }).click()
    await sees(visitor, say('payer:notStoppable.own'))
    for (const key of ['cashier:qr.title', 'cashier:qr.ends', 'payer:else.title', 'payer:else.ends'])
      expect(await page.getByText(say(key)).count(), key).toBe(0)
    await picture(visitor, 'held-by-bank')
    await page.getByRole('button', { name: say('cashier:back.check') }).click()
    const [, checked = ''] = say('cashier:waiting.checked', { time: '§' }).split('§')
    await page.getByText(checked).waitFor()
    expect(await page.getByText(say('payer:notStoppable.own')).count(), 'it still stands after a check').toBe(1)
    expect(await page.getByText(say('cashier:qr.ends')).count()).toBe(0)
  },
)

test.each(rowsOf(['twice', 'disorder'] as const, inNone))('notified %s: one policy, one mail', async (delivery) => {
  const buyer = student()
  const made = await prepareOrder(it.site, { people: self(buyer) })
  const visitor = await it.visitor({ device: 'mobile', stored: made.stored })
  await visitor.go(`/pay?order=${made.id}`)
  await payNow(visitor, 'wechat', delivery)
  const number = await issued(visitor)
  await advanceClock(it.site, 60_000)
  const sent = async (): Promise<string[]> =>
    (await messagesTo(it.site, buyer.email)).filter((it) => it.text.includes(number)).map(({ id }) => id)
  await eventually(async () => ((await sent()).length > 0 ? true : undefined), 'The policy by mail')
  expect(await sent()).toHaveLength(1)
  await visitor.page.reload()
  expect(await issued(visitor)).toBe(number)
})

test.runIf(isLong)('nobody says a word and nobody looks: the reconciler finds the money', async () => {
  const buyer = student()
  const made = await prepareOrder(it.site, { people: self(buyer) })
  const visitor = await it.visitor({ stored: made.stored })
  await visitor.go(`/payment/pay?order=${made.id}`)
  await toGateway(visitor)
  // The payer's browser crashes with the press: the page that would poll the payment is never open again.
  await fetch(visitor.page.url(), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome: 'pay', delivery: 'never' }),
  })
  await visitor.page.close()
  await advanceClock(it.site, 5 * 60_000)
  const mail = await eventually(
    async () => (await messagesTo(it.site, buyer.email)).find(({ text }) => /YF\d\d-\d{4}-\d{6}/.test(text)),
    'The policy by mail',
  )
  expect(mail.subject).not.toBe('')
})

test('a code shown on the desktop is opened and paid by a phone; the desktop follows', async () => {
  const made = await prepareOrder(it.site)
  const desktop = await it.visitor({ stored: made.stored })
  const drawn = desktop.page.waitForResponse((response) => response.url().includes('/pay/qr'))
  await desktop.go(`/fyqr?order=${made.id}`)
  const { data } = (await (await drawn).json()) as { data: { url: string } }
  await picture(desktop, 'fyqr')
  const { pathname, search } = new URL(data.url)
  const phone = await it.visitor({ device: 'mobile', lang: 'cn' })
  const renewed = desktop.page.waitForResponse((response) => response.url().includes('/pay/qr'))
  await phone.page.goto(pathname.replace(/^(?!\/cn)/, '/cn') + search)
  await methodButton(phone).waitFor()
  // The code is spent, so the desktop shows another one by itself, for the next phone.
  await sees(desktop, desktop.say('cashier:qr.used'))
  expect(((await (await renewed).json()) as { data: { url: string } }).data.url).not.toBe(data.url)
  expect(await phone.page.locator('main').innerText()).not.toContain(made.order.answers.people.policyholder.idName)
  await payNow(phone)
  await at(phone, '/pay/succeed')
  await sees(phone, phone.say('cashier:succeed.payer.title'))
  await picture(phone, 'payer')
  await issued(desktop)
  expect(orderIn(desktop)).toBe(made.id)
})

test.each(rowsOf(TWO_VIEWS, isFirst))(
  'a cancelled order is named on its page, and nothing says so twice: $device $lang',
  async (view) => {
    const made = await prepareOrder(it.site, { lang: view.lang })
    const visitor = await it.visitor({ ...view, stored: made.stored })
    await visitor.go(`${payPath(visitor)}?order=${made.id}`)
    await visitor.page.getByRole('button', { name: visitor.say('payer:cancel.go') }).click()
    await visitor.page.getByRole('button', { name: visitor.say('payer:cancel.yes') }).click()
    await sees(visitor, visitor.say('cashier:closed.cancelled.title'))
    const shown = await visitor.page.locator('main').innerText()
    for (const text of [made.id, made.order.answers.people.policyholder.idName]) expect(shown).toContain(text)
    expect(await visitor.page.getByText(visitor.say('cashier:closed.cancelled.title')).count()).toBe(1)
    await picture(visitor, 'cancelled')
  },
)

test.runIf(isLong)('a payment by card is named as people say it', async () => {
  const visitor = await payer('web', 'en')
  await toGateway(visitor, 'card')
  await visitor.page.goBack()
  await visitor.page.getByRole('heading', { name: 'Finish paying by card' }).waitFor()
  await action(visitor).click()
  await decide(visitor, 'authorization')
  await sees(visitor, 'The payment was not authorised by your bank.')
  // The way on is above the causes.
  const box = async (name: string) => (await visitor.page.getByText(name).first().boundingBox())?.y ?? 0
  expect(await box(visitor.say('cashier:accredit.again'))).toBeLessThan(
    await box(visitor.say('cashier:accredit.causes')),
  )
})
