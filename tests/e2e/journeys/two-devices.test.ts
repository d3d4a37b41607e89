/** One application on two devices, and where the focus is when a part of the page goes. */
import { expect, test } from 'vitest'
import { endOfMonths } from '../../../src/lib/dates.ts'
import { formatMoney } from '../../../src/lib/money.ts'
import { cancelOrder, saveOrder } from '../../../src/features/orders/contract.ts'
import { memoryStore } from '../../../src/app/storage.ts'
import { ok } from '../../api/orders-fixtures.ts'
import { clientOf, signIn } from '../browser-site.ts'
import { prepareOrder, type PreparedOrder } from './prepare-order.ts'
import { at, journeys, picture, sees } from './journeys.ts'
import { toPayment } from './payment.ts'
import { action, confirmPath, declare } from './wizard.ts'

const it = journeys()

/** The other device of the same buyer, without a screen. */
function otherDevice({ stored }: PreparedOrder) {
  const store = memoryStore()
  for (const [name, value] of Object.entries(stored)) store.setItem(name, value)
  return clientOf(it.site, 'en', store)
}

test.each([['web', 'cn'], ['mobile', 'en']] as const)('a tier chosen elsewhere: ticks of the old text are dropped, and it is said: %s %s', async (device, lang) => {
  const made = await prepareOrder(it.site, { upTo: 'health', lang })
  const visitor = await it.visitor({ device, lang, stored: made.stored })
  await visitor.go(`/confirm?id=${made.id}&step=check`)
  await visitor.page.locator('main input[type=checkbox]').first().waitFor()
  const { request } = otherDevice(made)
  const now = await made.look()
  ok(await request(saveOrder, { id: now.id, version: now.version, trip: { ...now.answers.trip, tier: 'platinum' } }))
  await visitor.page.locator('main input[type=checkbox]').first().check()
  await visitor.page.getByText(visitor.say('confirm:check.changed.title')).waitFor()
  await at(visitor, '/confirm', { step: 'people' })
  await visitor.page.getByRole('heading', { level: 1 }).waitFor()
  expect((await made.look()).answers.check.declarations).toEqual([])
})

test.each([['web', 'cn'], ['mobile', 'en']] as const)('a price changed elsewhere while the check page is open: nothing is sent before the new one is agreed to: %s %s', async (device, lang) => {
  const made = await prepareOrder(it.site, { upTo: 'check', lang })
  const visitor = await it.visitor({ device, lang, stored: made.stored })
  const { page, say } = visitor
  await visitor.go(`/confirm?id=${made.id}&step=check`)
  await action(visitor).waitFor()
  const { trip } = made.order.answers
  const changed = ok(await otherDevice(made).request(saveOrder, { id: made.id, version: made.order.version, trip: { ...trip, end: endOfMonths(trip.start, 9) } }))
  const [was, now] = [made.order, changed].map(({ premium }) => (premium ? formatMoney(premium, lang) : ''))
  expect(now).not.toBe(was)
  // Here everything is ticked and the earlier price is shown.
  await sees(visitor, say('confirm:check.then', { sum: was }))
  await action(visitor).click()
  await sees(visitor, say('confirm:check.changed.title'))
  await sees(visitor, say('confirm:check.changed.line', { label: say('confirm:check.changed.premium'), was, now }))
  await sees(visitor, say('confirm:check.then', { sum: now }))
  expect(await page.locator('main input[type=checkbox]:checked').count()).toBe(0)
  expect(await made.look()).toMatchObject({ status: 'created', answers: { check: { declarations: [] } } })
  await picture(visitor, 'check-price-changed')
  await declare(visitor)
  await action(visitor).click()
  await toPayment(visitor)
  expect(await made.look()).toMatchObject({ status: 'awaiting_payment', premium: changed.premium })
})

test('the entry dialog has the focus, and the page that it covered has it afterwards', async () => {
  const { page, go } = await it.visitor()
  await go(confirmPath())
  await page.locator('dialog[open]').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
  await page.locator('dialog[open] button').first().click()
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
})

test('the link back to an application goes once the list of orders says that it is over', async () => {
  const made = await prepareOrder(it.site, { upTo: 'submitted', stored: await signIn(it.site, 'over@example.com') })
  const visitor = await it.visitor({ stored: made.stored })
  const back = visitor.page.locator('[data-continue] a')
  await visitor.go(`/confirm?id=${made.id}`)
  await visitor.page.locator('main h1').first().waitFor()
  await visitor.page.waitForLoadState('networkidle')
  await visitor.go('/home')
  await back.waitFor()
  const now = await made.look()
  ok(await otherDevice(made).request(cancelOrder, { id: now.id, version: now.version }))
  await visitor.go('/personal')
  await visitor.page.locator('main h1').first().waitFor()
  await visitor.page.waitForLoadState('networkidle')
  await visitor.go('/home')
  await visitor.page.waitForLoadState('networkidle')
  expect(await back.isVisible()).toBe(false)
})
