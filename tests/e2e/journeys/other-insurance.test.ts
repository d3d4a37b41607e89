/** Other and overseas insurance: from its overview to a product, filtered, by id, and without scripts. */
import { describe, expect, test } from 'vitest'
import { loadProducts } from '../../../src/features/overseas/content/load-products.ts'
import { axe, DEVICES, sharedSite, overflow, visit } from '../browser-site.ts'
import { isFirst, rowsOf } from '../../tools/long-form.ts'

const it = sharedSite()
const overseas = loadProducts().filter(({ kind }) => kind === 'overseas')
const product = overseas.find(({ figures }) => figures)!
const titles = (page: Awaited<ReturnType<typeof it.open>>): Promise<string[]> =>
  page.locator('main section:not([hidden]) h3 a').allTextContents()

describe.each(rowsOf(DEVICES, isFirst))('on %s', (device) => {
  const lang = device === 'web' ? 'en' : 'cn'
  const prefix = lang === 'en' ? '' : '/cn'

  test('from what there is to a product and back, each page without fault', async () => {
    const page = await it.open({ device })
    await visit(page, lang, '/other')
    await page.locator(`main a[href="${prefix}/overseas"]`).click()
    await page.waitForURL((url) => url.pathname === `${prefix}/overseas`)
    await page.locator('main h3 a', { hasText: product.words[lang].title }).first().click()
    await page.waitForURL((url) => url.pathname === `${prefix}/other/overseas/details/${product.slug}`)
    expect(await page.locator('h1').textContent()).toBe(product.words[lang].title)
    expect(await page.locator('main').textContent()).toContain(product.words[lang].who)
    expect(await axe(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(page.trouble).toEqual({ console: [], requests: [] })
  })

  test('a filter leaves what fits, stands in the address and comes back with Back', async () => {
    const page = await it.open({ device })
    await visit(page, lang, '/other/overseas/list')
    const all = await titles(page)
    expect(all.length).toBe(overseas.length)
    await page.locator(`[data-product-filter] [data-show=${product.need}]`).click()
    expect(await titles(page)).toEqual(
      overseas.filter(({ need }) => need === product.need).map(({ words }) => words[lang].title),
    )
    expect(new URL(page.url()).hash).toBe(`#${product.need}`)
    expect(await axe(page)).toEqual([])
    await page.goBack()
    await expect.poll(async () => (await titles(page)).length).toBe(all.length)
  })

  test('the bare path with an id leads to the product; one that nobody has says so', async () => {
    const page = await it.open({ device })
    await visit(page, lang, `/other/overseas/details?id=${product.slug}`)
    await page.waitForURL((url) => url.pathname === `${prefix}/other/overseas/details/${product.slug}`)
    await visit(page, lang, '/other/overseas/details?id=nobody-has-it')
    await expect.poll(async () => page.locator('[data-unknown-id]').isVisible()).toBe(true)
  })
})
