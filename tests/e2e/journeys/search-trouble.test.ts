/** What the search shows when a part of it cannot be loaded. */
import { expect, test } from 'vitest'
import { sharedSite, visit } from '../browser-site.ts'

const it = sharedSite()

test('texts that do not come are no "nothing found"', async () => {
  const page = await it.open()
  await visit(page, 'en', '/claims')
  const texts = '**/data/search-texts-*'
  await page.route(texts, (route) => route.fulfill({ status: 503 }))
  await page.keyboard.press('/')
  await page.locator('#search-query').fill('refund')
  await page.locator('.search-results .btn').waitFor()
  expect(await page.getByText('Nothing found').count()).toBe(0)
  await page.unroute(texts)
  await page.locator('.search-results .btn').click()
  await page.locator('.search-title').first().waitFor()
})

test('a browser that keeps nothing has a search all the same', async () => {
  const page = await it.open()
  await page.addInitScript(() =>
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    }),
  )
  await visit(page, 'en', '/claims')
  await page.keyboard.press('/')
  await page.locator('#search-query').fill('refund')
  await page.locator('.search-title').first().waitFor()
})
