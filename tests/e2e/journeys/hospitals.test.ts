/** Finding a hospital: search in both languages, an address to share, scripts off, and no network. */
import { describe, expect, test } from 'vitest'
import { axe, DEVICES, house, overflow, visit } from '../helpers.ts'

const it = house()
const SOON = { timeout: 10_000 }
const names = (page: Awaited<ReturnType<typeof it.open>>): Promise<string[]> => page.locator('[data-hospital-list] h2').allTextContents()

describe.each(DEVICES)('on %s', (device) => {
  test('either language finds it as one types, and the count is said', async () => {
    const page = await it.open({ device })
    await visit(page, 'en', '/claims/hospital')
    await page.getByRole('searchbox').fill('麻省总')
    await expect.poll(async () => names(page), SOON).toEqual(['Massachusetts General Hospital'])
    expect(await page.getByRole('status').first().textContent()).toBe('Hospitals found: 1')
    await page.getByRole('searchbox').fill('zzz')
    await expect.poll(async () => page.getByText('Nothing on the list fits').isVisible(), SOON).toBe(true)
    await page.getByRole('button', { name: 'Clear the search' }).click()
    expect(await page.locator('[data-hospital-countries]').isVisible()).toBe(true)
    expect(await page.getByRole('searchbox').evaluate((it) => it === document.activeElement)).toBe(true)
  })

  test('a choice stands in the address, comes back with the back button, and stays with the language', async () => {
    const page = await it.open({ device })
    await visit(page, 'en', '/claims/hospital')
    await page.locator('select[name=country]').selectOption('jp')
    await expect.poll(async () => (await names(page)).length, SOON).toBe(18)
    expect(await page.locator('[data-emergency=jp] a[href="tel:119"]').isVisible()).toBe(true)
    await page.locator('select[name=city]').selectOption('Kyoto')
    await expect.poll(async () => names(page), SOON).toEqual(['Kyoto University Hospital'])
    expect(new URL(page.url()).search).toBe('?country=jp&city=Kyoto')
    await page.locator('a[data-lang-switch]:visible').first().click()
    await page.waitForURL('**/cn/claims/hospital?country=jp&city=Kyoto')
    await expect.poll(async () => names(page), SOON).toEqual(['京都大学医学部附属医院'])
    expect(await axe(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.goBack()
    await page.goBack()
    await expect.poll(async () => (await names(page)).length, SOON).toBe(18)
    await page.goBack()
    await expect.poll(async () => page.locator('[data-hospital-countries]').isVisible(), SOON).toBe(true)
    expect(page.trouble).toEqual({ console: [], requests: [] })
  })
})

test('a long list is drawn in parts, and the rest takes the focus', async () => {
  const page = await it.open()
  await visit(page, 'en', '/claims/hospital?country=uk')
  await expect.poll(async () => (await names(page)).length, SOON).toBe(30)
  await page.locator('[data-hospital-more]').click()
  expect((await names(page)).length).toBeGreaterThan(60)
  expect(await page.locator('[data-hospital-list] > li').nth(30).locator('a').first().evaluate((it) => it === document.activeElement)).toBe(true)
})

test('with scripts off every country has its page', async () => {
  const page = await it.open({ scripts: false })
  await page.goto('/claims/hospital')
  expect(await page.locator('form[role=search]').isVisible()).toBe(false)
  await page.getByRole('link', { name: /Ireland/ }).click()
  await page.waitForURL('**/claims/hospital/ie')
  expect(await page.getByRole('link', { name: '112' }).isVisible()).toBe(true)
  expect(await page.getByText('St. James’s Hospital').first().isVisible()).toBe(true)
})

test('without a network the pages that were seen still open, and search', async () => {
  const page = await it.open({ lang: 'cn', device: 'mobile' })
  await visit(page, 'cn', '/claims/hospital/jp')
  await visit(page, 'cn', '/claims/hospital')
  const kept = () => page.evaluate(async () => (await (await caches.open('hospitals')).keys()).map(({ url }) => new URL(url).pathname))
  await expect.poll(async () => kept(), SOON).toEqual(expect.arrayContaining(['/cn/claims/hospital', '/cn/claims/hospital/jp', '/data/hospitals-cn.json', '/icons.svg']))
  await page.context().setOffline(true)
  await page.goto('/cn/claims/hospital?q=tokyo')
  await expect.poll(async () => names(page), SOON).toContain('东京大学医学部附属医院')
  await page.goto('/cn/claims/hospital/jp')
  expect(await page.getByText('庆应义塾大学医院').first().isVisible()).toBe(true)
  await page.context().setOffline(false)
})
