/** What the search shows when a part of it cannot be loaded. */
import { expect, test } from 'vitest'
import { sharedSite, visit } from '../browser-site.ts'
import { networkAtRest } from '../../browser/visit.ts'

const it = sharedSite()

test('a part of the index that does not come is no "nothing found"', async () => {
  const page = await it.open()
  await visit(page, 'en', '/claims')
  // The index itself is loaded, its parts are not yet.
  const meta = page.waitForResponse('**/pagefind/*.pf_meta')
  await page.keyboard.press('/')
  await meta
  await networkAtRest(page)
  const parts = '**/pagefind/**'
  await page.route(parts, (route) => route.abort())
  await page.locator('#search-query').fill('refund')
  await page.locator('.search-results .btn').waitFor()
  expect(await page.getByText('Nothing found').count()).toBe(0)
  await page.unroute(parts)
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
