/** A dialog, with motion as most people see it, and what Back and Forward do with it. */
import { expect, test } from 'vitest'
import { journeys, TWO_VIEWS } from './journeys.ts'
import { logIn, showLoginEnd } from './login.ts'
import { action, confirmPath } from './wizard.ts'

const it = journeys()

test('a dialog takes the focus while it opens, holds the page, and comes to rest in its place', async () => {
  const { page, go } = await it.visitor({ device: 'mobile', lang: 'en' })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await go(confirmPath())
  const box = page.locator('dialog[open] .modal-box')
  await box.waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
  await page.mouse.move(100, 100)
  await page.mouse.wheel(0, 2000)
  await expect.poll(() => box.evaluate((it) => it.getAnimations().length)).toBe(0)
  expect(await box.evaluate((it) => [parseFloat(getComputedStyle(it).translate) || 0, window.scrollY])).toEqual([0, 0])
})

test.each(TWO_VIEWS)('Back closes what was opened, one thing at a time: $device $lang', async (view) => {
  const visitor = await it.visitor(view)
  const { page, say, go } = visitor
  const question = page.getByRole('dialog', { name: say('confirm:leave.title') })
  const warning = page.getByRole('dialog', { name: say('app:warning.title') })
  const save = page.locator('[data-save-leave]').filter({ visible: true }).first()
  await go('/personal/mine')
  await logIn(visitor, it.site, `back-${view.device}@example.com`)
  await go(confirmPath())
  // It opens by itself: whoever goes back leaves the page.
  await page.getByRole('dialog').waitFor()
  await page.goBack()
  await page.waitForURL(/personal\/mine/)
  await page.goForward()
  await action(visitor).click()
  await page.waitForURL(/step=before-you-buy/)
  const address = page.url()
  await save.click()
  await question.waitFor()
  await showLoginEnd(visitor, 100_000, say('app:warning.title'))
  await page.goBack()
  await warning.waitFor({ state: 'hidden' })
  await question.waitFor()
  await page.goBack()
  await question.waitFor({ state: 'hidden' })
  expect(page.url()).toBe(address)
  // What was closed stays closed, and leaves no entry that is gone back through.
  await page.goForward()
  await expect.poll(() => page.evaluate(() => history.state?.over ?? 0)).toBe(0)
  expect(await page.locator('dialog[open]').count()).toBe(0)
  await save.click()
  await question.getByRole('button', { name: say('confirm:leave.stay') }).click()
  await question.waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate(() => history.state?.over ?? 0)).toBe(0)
  expect(page.url()).toBe(address)
  await save.click()
  await question.getByRole('button', { name: say('confirm:leave.go') }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/confirm'))
  await page.goBack()
  await page.waitForURL(address)
  // The entry of the dialog that led away goes once the page's scripts are there.
  await expect.poll(() => page.evaluate(() => history.state?.over ?? 0)).toBe(0)
  await page.goBack()
  await page.waitForURL(/step=enter/)
})
