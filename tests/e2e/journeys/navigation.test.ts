/**
 * Details of a purchase: a failed payment's address without an order, nothing to save, the place in a long text, one
 * deadline, the focused field.
 */
import { expect, test } from 'vitest'
import { formatInstant } from '../../../src/lib/days/dates.ts'
import { onOneLine } from '../../../src/lib/text/on-one-line.ts'
import { DEMO, eventually, messagesTo, signIn } from '../browser-site.ts'
import { prepareOrder } from './prepare-order.ts'
import { at, journeys, picture, sees, TWO_VIEWS, VIEWS, type Visitor } from './journeys.ts'
import { logIn, showLoginEnd } from './login.ts'
import { payPath } from './payment.ts'
import { self, student } from './people.ts'
import { onStep } from './wizard.ts'
import { inNone, isSecond, rowsOf } from '../../tools/long-form.ts'
import { networkAtRest } from '../../browser/visit.ts'

const it = journeys()

test.each(rowsOf(VIEWS, isSecond))(
  'pages of a failed payment show themselves without an order, with the next step: $device $lang',
  async (view) => {
    const made = await prepareOrder(it.site, { lang: view.lang })
    const stranger = await it.visitor(view)
    const buyer = await it.visitor({ ...view, stored: made.stored })
    for (const [path, name] of [
      ['/pay/fail', 'fail'],
      ['/pay/accreditFail', 'accredit'],
    ] as const) {
      await stranger.go(path)
      await sees(stranger, stranger.say(`cashier:noOrder.${name}`))
      await sees(stranger, stranger.say('cashier:noOrder.none'))
      await at(stranger, path)
      await stranger.page
        .locator('main')
        .getByRole('link', { name: stranger.say('cashier:none.signIn') })
        .waitFor()
      await buyer.go(path)
      await sees(buyer, buyer.say(`cashier:noOrder.${name}`))
      await picture(buyer, `no-order-${name}`)
      await buyer.page.locator('main').getByRole('link', { name: made.id }).click()
      await at(buyer, payPath(buyer), { order: made.id })
    }
    await picture(stranger, 'no-order-stranger')
  },
)

test.each(rowsOf(VIEWS, inNone))(
  'pages of a payment ask which order is meant, where the address names none: $device $lang',
  async (view) => {
    const made = await prepareOrder(it.site, { lang: view.lang })
    const stranger = await it.visitor(view)
    const buyer = await it.visitor({ ...view, stored: made.stored })
    const paths =
      view.device === 'web'
        ? ['/payment', '/payment/confirm', '/payment/pay', '/payment/succeed', '/fyqr']
        : ['/pay', '/pay/succeed', '/fyqr']
    for (const path of paths) {
      await buyer.go(path)
      await sees(buyer, buyer.say('cashier:noOrder.pay'))
      await buyer.page.locator('main').getByRole('link', { name: made.id }).waitFor()
    }
    await picture(buyer, 'no-order-pay')
    await stranger.go(payPath(stranger))
    await sees(stranger, stranger.say('cashier:noOrder.none'))
    for (const key of ['signIn', 'plans'])
      await stranger.page
        .locator('main')
        .getByRole('link', { name: stranger.say(`cashier:none.${key}`) })
        .waitFor()
    await picture(stranger, 'no-order-pay-stranger')
  },
)

const canLeave = ({ page }: Visitor): Promise<number> =>
  page.locator('[data-save-leave]').filter({ visible: true }).count()

test.each(rowsOf(TWO_VIEWS, isSecond))(
  '"Save and leave" stands only where something is saved: $device $lang',
  async (view) => {
    const draft = await prepareOrder(it.site, { lang: view.lang, upTo: 'people' })
    const visitor = await it.visitor({ ...view, stored: draft.stored })
    await visitor.go(`/confirm?id=${draft.id}&step=people`)
    await onStep(visitor, 'people')
    expect(await canLeave(visitor)).toBe(1)
    const sent = await prepareOrder(it.site, { lang: view.lang, stored: draft.stored })
    await visitor.go(`/confirm?id=${sent.id}`)
    await sees(visitor, visitor.say('confirm:closed.payable.title'))
    expect(await canLeave(visitor)).toBe(0)
    await visitor.page.getByRole('button', { name: visitor.say('confirm:closed.reopen') }).click()
    await onStep(visitor, 'people')
    expect(await canLeave(visitor)).toBe(1)
    await visitor.go('/confirm')
    await sees(visitor, visitor.say('confirm:noPlan.title'))
    expect(await visitor.page.locator('main header p').count(), 'the title says it').toBe(0)
    expect(await canLeave(visitor)).toBe(0)
    for (const path of [`${payPath(visitor)}?order=${sent.id}`, '/pay/fail', '/pay/accreditFail']) {
      await visitor.go(path)
      await visitor.page.locator('main h1').waitFor()
      expect(await canLeave(visitor), path).toBe(0)
    }
  },
)

test.each(rowsOf(TWO_VIEWS, inNone))(
  'the deadline is the same minute on the page, in the account and in the mail: $device $lang',
  async (view) => {
    const buyer = student()
    const made = await prepareOrder(it.site, { lang: view.lang, people: self(buyer) })
    const { expiresAt } = await made.look()
    const until = formatInstant(expiresAt ?? 0, view.lang)
    const visitor = await it.visitor({ ...view, stored: made.stored })
    await visitor.go(`${payPath(visitor)}?order=${made.id}`)
    await visitor.page
      .locator('main time')
      .filter({ hasText: onOneLine(until) })
      .first()
      .waitFor()
    const mail = await eventually(
      async () => (await messagesTo(it.site, buyer.email)).find(({ text }) => text.includes(made.id)),
      'The mail',
    )
    expect(`${mail.subject} ${mail.text}`.replaceAll('\u00a0', ' ')).toContain(until.replaceAll('\u00a0', ' '))
  },
)

test.each(
  rowsOf(
    [
      { device: 'mobile', lang: 'en' },
      { device: 'web', lang: 'cn' },
    ] as const,
    isSecond,
  ),
)('another language keeps the place in the terms: $device $lang', async (view) => {
  const made = await prepareOrder(it.site, { lang: view.lang, upTo: 'read' })
  const visitor = await it.visitor({ ...view, stored: made.stored })
  const { page } = visitor
  await visitor.go(`/confirm?id=${made.id}&step=terms`)
  await page.locator('main .micro').waitFor()
  await networkAtRest(page)
  const heading = () =>
    page
      .locator('main :is(h2, h3)')
      .evaluateAll((all) => all.findLastIndex((it) => it.getBoundingClientRect().top <= 100))
  await page.evaluate(() => {
    const all = [...document.querySelectorAll('main :is(h2, h3)')]
    for (const it of all) it.closest('details')?.setAttribute('open', '')
    scrollTo({
      top: scrollY + (all[Math.floor(all.length * 0.6)]?.getBoundingClientRect().top ?? 0) - 40,
      behavior: 'instant',
    })
  })
  const before = await heading()
  expect(before).toBeGreaterThan(1)
  // A finger can tap it because the bar stays visible; Playwright would scroll to the link on the desktop.
  await page
    .locator('a[data-lang-switch]')
    .first()
    .evaluate((it: HTMLElement) => it.click())
  await page.waitForURL((url) => url.pathname.startsWith('/cn/') !== (view.lang === 'cn'))
  await page.locator('main .micro').waitFor()
  await expect.poll(heading).toBe(before)
})

test.each(rowsOf(TWO_VIEWS, isSecond))(
  'a login that has ended leads back to the very field: $device $lang',
  async (view) => {
    const me = `field-${view.device}@example.com`
    const visitor = await it.visitor(view)
    const { page, say } = visitor
    await visitor.go('/login?backUrl=/plan/list')
    await logIn(visitor, it.site, me)
    const stored = Object.fromEntries(await page.evaluate(() => Object.entries(localStorage)))
    const made = await prepareOrder(it.site, { lang: view.lang, upTo: 'people', stored })
    await visitor.go(`/confirm?id=${made.id}&step=people`)
    await onStep(visitor, 'people')
    // On phones the dates are a separate page, the first one.
    const field = view.device === 'web' ? 'policyholder.institution' : 'trip.end'
    const focused = (): Promise<string | undefined> => page.evaluate(() => document.activeElement?.id)
    // Whoever taps before the step has all its parts loses the focus with what is drawn anew.
    await networkAtRest(page)
    await page.locator(`[id="${field}"]`).focus()
    if (view.device === 'web') {
      await page.keyboard.type(' of Arts')
      await eventually(
        async () =>
          (await made.look()).answers.people.policyholder.institution.endsWith(' of Arts') ? true : undefined,
        'What was typed',
      )
    }
    await networkAtRest(page)
    expect(await focused()).toBe(field)
    await showLoginEnd(visitor, 3000, say('app:ended.title'))
    await page.getByRole('button', { name: say('app:ended.again') }).click()
    // A code may be sent once a minute.
    await fetch(`${it.site.url}/sandbox/clock?advance=120000`, { method: 'POST' })
    await logIn(visitor, it.site, me)
    await onStep(visitor, 'people')
    await expect.poll(focused).toBe(field)
  },
)

test.each(rowsOf(TWO_VIEWS, inNone))(
  'everything that waits can be seen in the personal centre: $device $lang',
  async (view) => {
    const visitor = await it.visitor({ ...view, stored: await signIn(it.site, DEMO) })
    const { page, say } = visitor
    await fetch(`${it.site.url}/sandbox/clock?advance=120000`, { method: 'POST' })
    await visitor.go('/personal')
    const things = page.locator('ul.panel > li')
    await things.first().waitFor()
    const title = await page.locator('h1').innerText()
    const all = await things.count()
    expect(all).toBeGreaterThan(3)
    expect(title).toBe(say('account:overview.title', { count: all, number: say(`account:numbers.${all}`) }))
    await picture(visitor, 'all-that-waits')
  },
)
