/** The wizard loses nothing: lost connections, closed and killed tabs, and two tabs on one application (design §6). */
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../../src/lib/days/dates.ts'
import { showDay } from '../../../src/ui/day-format.ts'
import { killTab } from '../../browser/kill-tab.ts'
import { journeys, picture, sees } from './journeys.ts'
import { term } from './people.ts'
import { buyerOf, field, saved, twoTabs } from './wizard-draft.ts'
import { action, answerHealth, onStep } from './wizard.ts'
import { isLong } from '../../tools/long-form.ts'
import { networkAtRest } from '../../browser/visit.ts'

const it = journeys()

const inView = (place: Locator): Promise<boolean> =>
  place.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })

/** Scrolls a field with its label to just below the bar at the top. */
const underBar = (control: Locator): Promise<void> =>
  control.evaluate((one) => {
    const { top } = (one.closest('.field') ?? one).getBoundingClientRect()
    scrollBy({ top: top - 80, behavior: 'instant' })
  })

/** Does the notice lie over the field or its label? */
const covered = async (notice: Locator, control: Locator): Promise<boolean> => {
  const [over, under] = await Promise.all([
    notice.evaluate((one) => one.getBoundingClientRect().toJSON()),
    control.evaluate((one) => (one.closest('.field') ?? one).getBoundingClientRect().toJSON()),
  ])
  return under.top < over.bottom && under.bottom > over.top
}

describe('connection and tabs', () => {
  test('offline while typing: the page says so, and saves once the connection is back', async () => {
    it.allow(/ERR_INTERNET_DISCONNECTED/)
    const visitor = await buyerOf(it, 'consent', { device: 'mobile' })
    const { page, context, say } = visitor
    await onStep(visitor, 'people')
    await field(visitor, 'idType').selectOption('passport')
    await saved(visitor)
    await underBar(field(visitor, 'idName'))
    await context.setOffline(true)
    await field(visitor, 'idName').fill('WANG XIAOYU')
    await sees(visitor, say('app:draft.offline.title'))
    const notice = page.getByRole('status').filter({ hasText: say('app:draft.offline.title') })
    // Neither what had the focus when the notice came, nor what gets it under the notice.
    await expect.poll(() => covered(notice, field(visitor, 'idName'))).toBe(false)
    await underBar(field(visitor, 'idNumber'))
    expect(await covered(notice, field(visitor, 'idNumber'))).toBe(true)
    await field(visitor, 'idNumber').evaluate((one) => one.focus({ preventScroll: true }))
    await expect.poll(() => covered(notice, field(visitor, 'idNumber'))).toBe(false)
    // Visible where the person types, far below the top of the page.
    await expect.poll(() => inView(page.getByText(say('app:draft.offline.title')))).toBe(true)
    await picture(visitor, 'offline')
    await field(visitor, 'email').fill('xiaoyu@example.com')
    const save = saved(visitor)
    await context.setOffline(false)
    await save
    await page.getByText(say('app:draft.offline.title')).waitFor({ state: 'hidden' })
    await page.reload()
    await field(visitor, 'idName').waitFor()
    expect(await field(visitor, 'idName').inputValue()).toBe('WANG XIAOYU')
    expect(await field(visitor, 'email').inputValue()).toBe('xiaoyu@example.com')
  })

  test.runIf(isLong)('offline, the next step waits, and the error about it goes with its cause', async () => {
    it.allow(/ERR_INTERNET_DISCONNECTED/)
    const visitor = await buyerOf(it, 'people', { device: 'mobile' })
    const { page, context, say } = visitor
    await visitor.go(`/confirm?id=${visitor.id}&step=health`)
    await onStep(visitor, 'health')
    await networkAtRest(page)
    await context.setOffline(true)
    await answerHealth(visitor)
    await sees(visitor, say('app:draft.offline.title'))
    await action(visitor).click()
    await sees(visitor, say('confirm:offline.next'))
    await context.setOffline(false)
    await page.getByText(say('confirm:offline.next')).waitFor({ state: 'hidden' })
    await action(visitor).click()
    await onStep(visitor, 'check')
  })

  test('a tab left behind asks about what the other replaced, and loses neither side', async () => {
    const first = await buyerOf(it, 'consent')
    await onStep(first, 'people')
    const second = await first.tab()
    await second.go(`/confirm?id=${first.id}`)
    await onStep(second, 'people')
    const other = saved(second)
    // Days that differ from the order's, whatever today is.
    const end = showDay(addDays(term().end, -10), 'en')
    await second.page.locator('[id="trip.end"]').fill(end)
    await second.page.locator('[id="trip.end"]').blur()
    await other
    const own = saved(first)
    await field(first, 'idType').selectOption('passport')
    await field(first, 'idName').fill('WANG XIAOYU')
    await own
    await first.page.getByRole('button', { name: first.say('app:conflict.theirs') }).click()
    await expect.poll(() => first.page.locator('[id="trip.end"]').inputValue()).toBe(end)
    await first.page.reload()
    await field(first, 'idName').waitFor()
    expect(await field(first, 'idName').inputValue()).toBe('WANG XIAOYU')
    expect(await first.page.locator('[id="trip.end"]').inputValue()).toBe(end)
  })
})

describe('what no server has yet', () => {
  test.runIf(isLong)('offline typing survives a closed tab', async () => {
    it.allow(/ERR_INTERNET_DISCONNECTED/)
    const visitor = await buyerOf(it, 'consent', { device: 'mobile', lang: 'cn' })
    await onStep(visitor, 'people')
    // The module that stores typing loads beside the page; a connection lost before that is tested in `load-error`.
    await networkAtRest(visitor.page)
    await visitor.context.setOffline(true)
    await field(visitor, 'idName').fill('王小雨')
    await sees(visitor, visitor.say('app:draft.offline.title'))
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
    const visitor = await buyerOf(it, 'consent')
    await onStep(visitor, 'people')
    // The module that stores typing loads beside the page; a connection lost before that is tested in `load-error`.
    await networkAtRest(visitor.page)
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

  test.runIf(isLong)('an address corrected in one tab is not put back by another field of an older tab', async () => {
    const { first, second } = await twoTabs(it)
    const other = saved(second)
    await field(second, 'email').fill('right@example.com')
    await other
    const own = saved(first)
    await field(first, 'idName').fill('WANG XIAOYU')
    await own
    await first.page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[id="policyholder.email"]')?.value === 'right@example.com',
    )
    expect(await field(first, 'idName').inputValue()).toBe('WANG XIAOYU')
  })

  test('what two tabs wrote into one field is asked, and nothing is overwritten before', async () => {
    const { first, second } = await twoTabs(it)
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
