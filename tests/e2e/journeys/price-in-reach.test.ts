/** On a desktop, a plan's price and "Buy" are visible from the start at any window height, and stay so while scrolling; errors stay marked. */
import { expect, test } from 'vitest'
import { journeys } from './journeys.ts'
import { student, term } from './people.ts'

const it = journeys()

test.each([[1280, 600], [1366, 650], [1440, 780], [1280, 860], [1920, 970]])('in a window of %i × %i', async (width, height) => {
  const visitor = await it.visitor({ device: 'web', lang: 'en' })
  const { page, say } = visitor
  await page.setViewportSize({ width, height })
  for (const plan of ['us-campus', 'global-study']) {
    const { start, end } = term()
    await visitor.go(`/plan/details/${plan}?${new URLSearchParams({ to: 'us', start, end, birth: student().birthDate })}`)
    const buy = page.getByRole('link', { name: say('plans:price.buy') }).filter({ visible: true }).last()
    const sum = page.locator('#price dd.type-sum')
    await sum.waitFor()
    for (const part of [0, 0.3, 0.6]) {
      await page.evaluate((at) => scrollTo({ top: document.documentElement.scrollHeight * at, behavior: 'instant' }), part)
      for (const [name, place] of [['price', sum], ['Buy', buy]] as const) {
        await expect.poll(async () => {
          const box = await place.boundingBox()
          return box !== null && box.y >= 0 && box.y + box.height <= height
        }, { message: `${name} of ${plan} at ${part} of the page` }).toBe(true)
      }
    }
    await buy.focus()
    const box = await buy.boundingBox()
    expect((box?.y ?? -1) >= 0 && (box?.y ?? 0) + (box?.height ?? 0) <= height, 'the focus of the keyboard is in the window').toBe(true)
  }
})

test('a date that is none stays marked while the next one is filled in', async () => {
  const { page, say, go } = await it.visitor({ device: 'web', lang: 'en' })
  await go('/plan/details/global-study')
  const end = page.locator('[id="end"]')
  await end.fill('30 Feb 2027')
  await page.locator('[id="birth"]').fill(student().birthDate)
  await page.locator('[id="start"]').focus()
  await expect.poll(() => end.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => page.locator('#price').innerText()).toContain(say('plans:price.marked', { count: 1 }))
})

test('on a phone the field that takes the focus lies clear of the bar at the bottom', async () => {
  const { page, say, go } = await it.visitor({ device: 'mobile', lang: 'en' })
  const { start, end } = term()
  await go(`/plan/details/global-study?${new URLSearchParams({ to: 'gb', start, end })}`)
  const birth = page.locator('[id="birth"]')
  // Behind the bar it counts as visible, so that a browser would leave it there.
  await birth.evaluate((it) => scrollBy({ top: it.getBoundingClientRect().bottom - innerHeight + 5, behavior: 'instant' }))
  await page.locator('.action-bar').getByRole('button', { name: say('plans:price.see') }).click()
  await expect.poll(() => birth.evaluate((it) => it === document.activeElement)).toBe(true)
  const [field, bar] = await Promise.all([birth.boundingBox(), page.locator('.action-bar').boundingBox()])
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
})
