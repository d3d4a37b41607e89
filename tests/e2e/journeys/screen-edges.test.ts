/** What is on top of a page, and at the edges of a screen, hides nothing that is used. */
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

test('going back by keyboard, nothing that has the focus is under the bar', async () => {
  const { page, go } = await it.visitor({ device: 'mobile', lang: 'cn' })
  await go('/claims/FAQ')
  const bar = await page.getByRole('banner').evaluate((it) => it.getBoundingClientRect().bottom)
  expect(bar).toBeGreaterThan(40)
  await page.locator('main a, main summary, main button').last().focus()
  const hidden: string[] = []
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Shift+Tab')
    const { top, text } = await page.evaluate(() => ({
      top: document.activeElement?.closest('main') ? document.activeElement.getBoundingClientRect().top : Infinity,
      text: document.activeElement?.textContent ?? '',
    }))
    if (top < bar) hidden.push(text.trim())
  }
  expect(hidden).toEqual([])
})

test('on a screen with a notch beside the page nothing is under it, on the signing sheet neither', async () => {
  const { page, go } = await it.visitor({ device: 'mobile', lang: 'cn' })
  await page.setViewportSize({ width: 844, height: 390 })
  await go('/home')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: 59, right: 59, bottom: 21 } })
  for (const part of [page.getByRole('banner').locator('a'), page.locator('main h1')])
    await expect.poll(() => part.first().evaluate((one) => one.getBoundingClientRect().left)).toBeGreaterThanOrEqual(59)
  // The sheet itself needs a claim to be signed: its frame is drawn by its class alone.
  const sheet = await page.evaluate(() => {
    const dialog = document.createElement('dialog')
    dialog.className = 'sign-across'
    dialog.innerHTML = '<div class="sheet"></div><div class="bar"></div>'
    document.body.append(dialog)
    dialog.showModal()
    return [...dialog.children]
      .map((it) => it.getBoundingClientRect())
      .map(({ left, right, bottom }) => [left, right, bottom])
  })
  for (const [left = 0, right = 0, bottom = 0] of sheet) {
    expect(left).toBeGreaterThanOrEqual(59)
    expect(right).toBeLessThanOrEqual(844 - 59)
    expect(bottom).toBeLessThanOrEqual(390 - 21)
  }
})
