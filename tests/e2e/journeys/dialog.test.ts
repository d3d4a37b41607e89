/** A dialog, with motion as most people see it. */
import { expect, test } from 'vitest'
import { journeys } from './journeys.ts'
import { confirmPath } from './wizard.ts'

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
