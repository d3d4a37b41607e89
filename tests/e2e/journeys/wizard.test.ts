/** The wizard loses nothing: reloads, languages, connections, tabs, browser buttons, sessions (design §6). */
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addDays, formatDay } from '../../../src/lib/dates.ts'
import { localPath } from '../../../src/lib/locale.ts'
import { killTab } from '../../browser/kill-tab.ts'
import { advanceClock, signIn } from '../browser-site.ts'
import { prepareOrder } from './prepare-order.ts'
import { at, journeys, picture, sees } from './journeys.ts'
import type { Visitor } from './journeys.ts'
import { logIn } from './login.ts'
import { toPayment } from './payment.ts'
import { email, self, student, term } from './people.ts'
import { action, answerHealth, confirmPath, declare, onStep, readPage, typePeople } from './wizard.ts'

const it = journeys()

const field = ({ page }: Visitor, name: string) => page.locator(`[id="policyholder.${name}"]`)
/** Waits until the server has saved what was typed. */
const saved = ({ page }: Visitor): Promise<unknown> =>
  page.waitForResponse((response) => response.url().includes('/order/save') && response.ok())

const inView = (place: Locator): Promise<boolean> =>
  place.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })

/** A buyer whose draft has got this far, at the buyer's own fields. */
async function buyer(upTo: 'consent' | 'people' | 'health', view: { device?: 'web' | 'mobile'; lang?: 'en' | 'cn' } = {}): Promise<Visitor & { id: string }> {
  const made = await prepareOrder(it.site, { upTo, lang: view.lang ?? 'en' })
  const visitor = await it.visitor({ ...view, stored: made.stored })
  await visitor.go(`/confirm?id=${made.id}&step=people&part=buyer`)
  await visitor.page.locator('main h1').first().waitFor()
  return { ...visitor, id: made.id }
}

test('reloading in every step keeps everything', async () => {
  const visitor = await it.visitor({ device: 'mobile', lang: 'en' })
  const { page } = visitor
  const me = student()
  await visitor.go(confirmPath())
  for (const step of ['enter', 'before-you-buy', 'terms', 'not-covered'] as const) {
    await onStep(visitor, step)
    await page.reload()
    await readPage(visitor, step)
  }
  await onStep(visitor, 'people')
  const save = saved(visitor)
  await typePeople(visitor, self(me))
  await save
  // What was typed within the last second is saved when the page is left.
  await page.reload()
  await onStep(visitor, 'people')
  for (const name of ['idNumber', 'idName', 'email', 'institution', 'nationality'] as const) {
    await expect.poll(() => field(visitor, name).inputValue(), { message: name }).toBe(me[name])
  }
  await action(visitor).click()
  await answerHealth(visitor)
  await page.waitForResponse((response) => response.url().includes('/order/save'))
  await page.reload()
  await onStep(visitor, 'health')
  await page.locator('main form ol > li').first().waitFor()
  expect(await page.locator('main input[value=no]:not(:checked)').count()).toBe(0)
  await action(visitor).click()
  await declare(visitor)
  await page.waitForResponse((response) => response.url().includes('/order/save'))
  await page.reload()
  await onStep(visitor, 'check')
  const boxes = page.locator('main input[type=checkbox]')
  await boxes.first().waitFor()
  for (const box of await boxes.all()) expect(await box.isChecked()).toBe(true)
  await action(visitor).click()
  await toPayment(visitor)
})

test.each([
  { device: 'web', lang: 'en' },
  { device: 'mobile', lang: 'cn' },
] as const)('switching the language with errors showing keeps step and data ($device from $lang)', async (view) => {
  const visitor = await buyer('consent', view)
  const { page, id } = visitor
  await onStep(visitor, 'people')
  await action(visitor).click()
  await page.getByRole('alert').first().waitFor()
  await picture(visitor, 'errors')
  await field(visitor, 'idType').selectOption('resident_id')
  await field(visitor, 'idName').fill('王小雨')
  await page.locator('a[data-lang-switch]').filter({ visible: true }).first().click()
  const other = view.lang === 'en' ? 'cn' : 'en'
  const there = { ...visitor, lang: other } as const
  await page.waitForURL((url) => url.pathname === localPath(other, '/confirm') && url.searchParams.get('step') === 'people' && url.searchParams.get('part') === 'buyer' && url.searchParams.get('id') === id)
  await field(there, 'idName').waitFor()
  expect(await field(there, 'idName').inputValue()).toBe('王小雨')
  expect(await field(there, 'idType').inputValue()).toBe('resident_id')
  expect(await page.locator('html').getAttribute('lang')).toBe(other === 'cn' ? 'zh-CN' : 'en')
})

describe('connection and tabs', () => {
  test('offline while typing: the page says so, and saves once the connection is back', async () => {
    it.allow(/ERR_INTERNET_DISCONNECTED/)
    const visitor = await buyer('consent', { device: 'mobile' })
    const { page, context, say } = visitor
    await onStep(visitor, 'people')
    await field(visitor, 'idType').selectOption('passport')
    await saved(visitor)
    await context.setOffline(true)
    await field(visitor, 'idName').fill('WANG XIAOYU')
    await sees(visitor, say('confirm:offline.title'))
    // Visible where the person types, far below the top of the page.
    await expect.poll(() => inView(page.getByText(say('confirm:offline.title')))).toBe(true)
    await picture(visitor, 'offline')
    await field(visitor, 'email').fill('xiaoyu@example.com')
    const save = saved(visitor)
    await context.setOffline(false)
    await save
    await page.getByText(say('confirm:offline.title')).waitFor({ state: 'hidden' })
    await page.reload()
    await field(visitor, 'idName').waitFor()
    expect(await field(visitor, 'idName').inputValue()).toBe('WANG XIAOYU')
    expect(await field(visitor, 'email').inputValue()).toBe('xiaoyu@example.com')
  })

  test('offline, the next step waits, and the error about it goes with its cause', async () => {
    it.allow(/ERR_INTERNET_DISCONNECTED/)
    const visitor = await buyer('people', { device: 'mobile' })
    const { page, context, say } = visitor
    await visitor.go(`/confirm?id=${visitor.id}&step=health`)
    await onStep(visitor, 'health')
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await answerHealth(visitor)
    await sees(visitor, say('confirm:offline.title'))
    await action(visitor).click()
    await sees(visitor, say('confirm:offline.next'))
    await context.setOffline(false)
    await page.getByText(say('confirm:offline.next')).waitFor({ state: 'hidden' })
    await action(visitor).click()
    await onStep(visitor, 'check')
  })

  test('a tab left behind takes over what the other saved and loses neither side', async () => {
    const first = await buyer('consent')
    await onStep(first, 'people')
    const second = await first.tab()
    await second.go(`/confirm?id=${first.id}`)
    await onStep(second, 'people')
    const other = saved(second)
    // Days that differ from the order's, whatever today is.
    const end = formatDay(addDays(term().end, -10), 'en').replaceAll('\u00a0', ' ')
    await second.page.locator('[id="trip.end"]').fill(end)
    await second.page.locator('[id="trip.end"]').blur()
    await other
    const own = saved(first)
    await field(first, 'idType').selectOption('passport')
    await field(first, 'idName').fill('WANG XIAOYU')
    await own
    await expect.poll(() => first.page.locator('[id="trip.end"]').inputValue()).toBe(end)
    await first.page.reload()
    await field(first, 'idName').waitFor()
    expect(await field(first, 'idName').inputValue()).toBe('WANG XIAOYU')
    expect(await first.page.locator('[id="trip.end"]').inputValue()).toBe(end)
  })
})

describe('what no server has yet', () => {
  test('offline typing survives a closed tab', async () => {
    it.allow(/ERR_INTERNET_DISCONNECTED/)
    const visitor = await buyer('consent', { device: 'mobile', lang: 'cn' })
    await onStep(visitor, 'people')
    // The module that stores typing loads beside the page; a connection lost before that is tested in `load-error`.
    await visitor.page.waitForLoadState('networkidle')
    await visitor.context.setOffline(true)
    await field(visitor, 'idName').fill('王小雨')
    await sees(visitor, visitor.say('confirm:offline.title'))
    // With `runBeforeUnload` the call returns before the tab is gone.
    const closed = visitor.page.waitForEvent('close')
    await visitor.page.close({ runBeforeUnload: true })
    await closed
    await visitor.context.setOffline(false)
    const again = await visitor.tab()
    const save = saved(again)
    await again.go(`/confirm?id=${visitor.id}&step=people&part=buyer`)
    await save
    expect(await field(again, 'idName').inputValue()).toBe('王小雨')
  })

  test('a tab that is killed loses no more than a second of typing', async () => {
    it.allow(/ERR_INTERNET_DISCONNECTED/)
    const visitor = await buyer('consent')
    await onStep(visitor, 'people')
    // The module that stores typing loads beside the page; a connection lost before that is tested in `load-error`.
    await visitor.page.waitForLoadState('networkidle')
    await visitor.context.setOffline(true)
    await field(visitor, 'idName').fill('WANG')
    // Once the typing of a later second is on the device, so is everything before it.
    await field(visitor, 'idName').pressSequentially(' XIAOYU AND MORE', { delay: 100 })
    await killTab(visitor.page)
    await visitor.context.setOffline(false)
    const again = await visitor.tab()
    await again.go(`/confirm?id=${visitor.id}&step=people`)
    await field(again, 'idName').waitFor()
    expect(await field(again, 'idName').inputValue()).toMatch(/^WANG XIAO/)
  })

  test('an address corrected in one tab is not put back by another field of an older tab', async () => {
    const first = await buyer('consent')
    await onStep(first, 'people')
    const second = await first.tab()
    await second.go(`/confirm?id=${first.id}&step=people`)
    await onStep(second, 'people')
    const other = saved(second)
    await field(second, 'email').fill('right@example.com')
    await other
    const own = saved(first)
    await field(first, 'idName').fill('WANG XIAOYU')
    await own
    await first.page.waitForFunction(() => document.querySelector<HTMLInputElement>('[id="policyholder.email"]')?.value === 'right@example.com')
    expect(await field(first, 'idName').inputValue()).toBe('WANG XIAOYU')
  })

  test('what two tabs wrote into one field is asked, and nothing is overwritten before', async () => {
    const first = await buyer('consent')
    await onStep(first, 'people')
    const second = await first.tab()
    await second.go(`/confirm?id=${first.id}&step=people`)
    await onStep(second, 'people')
    const other = saved(second)
    await field(second, 'idName').fill('CHEN YU')
    await other
    await field(first, 'idName').fill('WANG XIAOYU')
    await first.page.getByRole('alert').getByText('CHEN YU').waitFor()
    await picture(first, 'conflict')
    expect(await field(first, 'idName').inputValue()).toBe('WANG XIAOYU')
    await second.page.reload()
    await field(second, 'idName').waitFor()
    expect(await field(second, 'idName').inputValue()).toBe('CHEN YU')
    const own = saved(first)
    await first.page.getByRole('button', { name: first.say('app:conflict.mine') }).click()
    await own
    await first.page.getByRole('alert').getByText('CHEN YU').waitFor({ state: 'hidden' })
    await second.page.reload()
    await field(second, 'idName').waitFor()
    expect(await field(second, 'idName').inputValue()).toBe('WANG XIAOYU')
  })
})

test('the buttons of the browser go from step to step', async () => {
  const visitor = await it.visitor({ lang: 'cn' })
  const { page } = visitor
  await visitor.go(confirmPath())
  await readPage(visitor, 'enter')
  await readPage(visitor, 'before-you-buy')
  await onStep(visitor, 'terms')
  await page.goBack()
  await onStep(visitor, 'before-you-buy')
  await page.goBack()
  await onStep(visitor, 'enter')
  await page.goForward()
  await onStep(visitor, 'before-you-buy')
  await expect.poll(() => action(visitor).innerText()).toBe(visitor.say('confirm:continue'))
  await action(visitor).click()
  await onStep(visitor, 'terms')
})

test('a session that ends in mid-step returns to the field after one code, with all that was typed', async () => {
  const me = student()
  const to = email('session')
  const made = await prepareOrder(it.site, { upTo: 'people', people: self(me), stored: await signIn(it.site, to) })
  // Another device of the same person: only the login opens the order there.
  const visitor = await it.visitor({ stored: await signIn(it.site, to) })
  await visitor.go(`/confirm?id=${made.id}&step=people`)
  await field(visitor, 'institution').waitFor()
  const save = saved(visitor)
  await field(visitor, 'institution').fill('Typed before the session ended')
  await save
  await advanceClock(it.site, 13 * 3_600_000)
  await field(visitor, 'mobile').focus()
  await visitor.page.keyboard.type('13800138000')
  const again = saved(visitor)
  await logIn(visitor, it.site, to)
  await at(visitor, '/confirm', { id: made.id, step: 'people' })
  await field(visitor, 'institution').waitFor()
  expect(await field(visitor, 'institution').inputValue()).toBe('Typed before the session ended')
  expect(await field(visitor, 'idName').inputValue()).toBe(me.idName)
  expect(await field(visitor, 'mobile').inputValue()).toBe('13800138000')
  await expect.poll(() => visitor.page.evaluate(() => document.activeElement?.id)).toBe('policyholder.mobile')
  await again
})
