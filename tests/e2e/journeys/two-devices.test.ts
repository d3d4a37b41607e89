/** One application on two devices, and where the focus is when a part of the page goes. */
import { expect, test } from 'vitest'
import { cancelOrder, saveOrder } from '../../../src/features/orders/contract.ts'
import { memoryStore } from '../../../src/app/storage.ts'
import { ok } from '../../api/orders-fixtures.ts'
import { clientOf, signIn } from '../browser-site.ts'
import { prepareOrder, type PreparedOrder } from './prepare-order.ts'
import { at, journeys } from './journeys.ts'
import { confirmPath } from './wizard.ts'

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
