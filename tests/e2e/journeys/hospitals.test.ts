/** Finding a hospital: search in both languages, an address to share, without scripts, and without a network. */
import { describe, expect, test } from 'vitest'
import { loadHospitals } from '../../../src/features/info/content/hospital-list.ts'
import { LANGS } from '../../../src/lib/locale.ts'
import type { HospitalRow } from '../../../src/lib/hospitals/hospital-files.ts'
import { axe, DEVICES, sharedSite, overflow, visit } from '../browser-site.ts'
import { isFirst, rowsOf } from '../../tools/long-form.ts'

/** An insurer may replace the lists, so the search words are taken from them. */
const countries = loadHospitals()
const cityOf = (row: HospitalRow): string => `${row.state} ${row.city.en}`
const home = countries.find(({ hospitals }) => new Set(hospitals.map(cityOf)).size > 1 && hospitals.length <= 30)!
const alone = home.hospitals.find((row) => home.hospitals.filter(({ city }) => city.en === row.city.en).length === 1)!
const long = countries.find(({ hospitals }) => hospitals.length > 30)

const it = sharedSite()
const names = (page: Awaited<ReturnType<typeof it.open>>): Promise<string[]> =>
  page.locator('[data-hospital-list] h2').allTextContents()

describe.each(rowsOf(DEVICES, isFirst))('on %s', (device) => {
  test('either language finds it as one types, and the count is said', async () => {
    const page = await it.open({ device })
    await visit(page, 'en', '/claims/hospital')
    await page.getByRole('searchbox').fill(alone.name.cn)
    await expect.poll(async () => names(page)).toEqual([alone.name.en])
    expect(await page.getByRole('status').first().textContent()).toBe('Hospitals found: 1')
    await page.getByRole('searchbox').fill('zzz')
    await expect.poll(async () => page.getByText('No hospitals match your search').isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Clear the search' }).click()
    expect(await page.locator('[data-hospital-countries]').isVisible()).toBe(true)
    expect(await page.getByRole('searchbox').evaluate((it) => it === document.activeElement)).toBe(true)
  })

  test('a choice stands in the address, comes back with the back button, and stays with the language', async () => {
    const page = await it.open({ device })
    await visit(page, 'en', '/claims/hospital')
    await page.locator('select[name=country]').selectOption(home.id)
    await expect.poll(async () => (await names(page)).length).toBe(home.hospitals.length)
    expect(
      await page.locator(`[data-emergency=${home.id}] a[href="tel:${home.emergency.ambulance}"]`).isVisible(),
    ).toBe(true)
    await page.locator('select[name=city]').selectOption(alone.city.en)
    await expect.poll(async () => names(page)).toEqual([alone.name.en])
    const search = `?${new URLSearchParams({ country: home.id, city: alone.city.en }).toString()}`
    expect(new URL(page.url()).search).toBe(search)
    await page.locator('a[data-lang-switch]:visible').first().click()
    await page.waitForURL((url) => url.pathname === '/cn/claims/hospital' && url.search === search)
    await expect.poll(async () => names(page)).toEqual([alone.name.cn])
    expect(await axe(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.goBack()
    await page.goBack()
    await expect.poll(async () => (await names(page)).length).toBe(home.hospitals.length)
    await page.goBack()
    await expect.poll(async () => page.locator('[data-hospital-countries]').isVisible()).toBe(true)
    expect(page.trouble).toEqual({ console: [], requests: [] })
  })
})

describe('the nearest first', () => {
  /** A person stands in the centre of this city. */
  const [state = '', cities = {}] = Object.entries(home.centres ?? {})[0] ?? []
  const [city = '', at = [0, 0]] = Object.entries(cities)[0] ?? []
  const there = home.hospitals.find((row) => row.state === state && row.city.en === city)!
  const order = { cn: '离我最近的在前', en: 'Nearest first' } as const

  test.each(rowsOf(LANGS, isFirst))(
    'where the person allows it, with how far each is, within a search too: %s',
    async (lang) => {
      const page = await it.open({ device: 'mobile', lang })
      await page.context().grantPermissions(['geolocation'])
      await page.context().setGeolocation({ latitude: at[0], longitude: at[1] })
      await visit(page, lang, '/claims/hospital')
      const button = page.getByRole('button', { name: order[lang] })
      await button.click()
      await expect.poll(async () => (await names(page)).length).toBe(30)
      expect(await button.getAttribute('aria-pressed')).toBe('true')
      const first = page.locator('[data-hospital-list] > li').first()
      expect(await first.textContent()).toContain(there.city[lang])
      expect(await first.textContent()).toMatch(/1 km from you|距市中心约1公里/)
      const other = countries.find(({ id }) => id !== home.id)!
      await page.locator('select[name=country]').selectOption(other.id)
      await expect.poll(async () => first.textContent()).not.toContain(there.city[lang])
      expect(await first.textContent()).toMatch(/\d km from you|距市中心约[\d,]+公里/)
      expect(await axe(page)).toEqual([])
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      await button.click()
      await expect.poll(async () => names(page)).toEqual(other.hospitals.slice(0, 30).map(({ name }) => name[lang]))
      expect(page.trouble).toEqual({ console: [], requests: [] })
    },
  )

  test('who does not allow it is told what to do, and keeps the search', async () => {
    const page = await it.open({ device: 'mobile' })
    await visit(page, 'en', `/claims/hospital?country=${home.id}`)
    await expect.poll(async () => (await names(page)).length).toBe(home.hospitals.length)
    const before = await names(page)
    await page.getByRole('button', { name: order.en }).click()
    await expect.poll(async () => page.getByRole('alert').textContent()).toMatch(/^Your location could not be read\./)
    expect(await names(page)).toEqual(before)
    expect(page.trouble.console).toEqual([])
  })
})

test.runIf(long)('a long list is drawn in parts, and the rest takes the focus', async () => {
  const page = await it.open()
  await visit(page, 'en', `/claims/hospital?country=${long?.id}`)
  await expect.poll(async () => (await names(page)).length).toBe(30)
  await page.locator('[data-hospital-more]').click()
  expect((await names(page)).length).toBe(long?.hospitals.length)
  expect(
    await page
      .locator('[data-hospital-list] > li')
      .nth(30)
      .locator('a')
      .first()
      .evaluate((it) => it === document.activeElement),
  ).toBe(true)
})

test('with scripts off every country has its page', async () => {
  const page = await it.open({ scripts: false })
  await page.goto('/claims/hospital')
  expect(await page.locator('form[role=search]').isVisible()).toBe(false)
  await page.getByRole('link', { name: home.name.en }).click()
  await page.waitForURL(`**/claims/hospital/${home.id}`)
  expect(await page.getByRole('link', { name: home.emergency.ambulance, exact: true }).isVisible()).toBe(true)
  expect(await page.getByText(alone.name.en).first().isVisible()).toBe(true)
})

test('without a network the pages that were seen still open, and search', async () => {
  const page = await it.open({ lang: 'cn', device: 'mobile' })
  await visit(page, 'cn', `/claims/hospital/${home.id}`)
  await visit(page, 'cn', '/claims/hospital')
  const kept = () =>
    page.evaluate(async () => (await (await caches.open('hospitals')).keys()).map(({ url }) => new URL(url).pathname))
  await expect
    .poll(async () => kept())
    .toEqual(
      expect.arrayContaining([
        '/cn/claims/hospital',
        `/cn/claims/hospital/${home.id}`,
        '/data/hospitals-cn.json',
        '/icons.svg',
      ]),
    )
  await page.context().setOffline(true)
  await page.goto(`/cn/claims/hospital?${new URLSearchParams({ q: alone.name.en }).toString()}`)
  await expect.poll(async () => names(page)).toContain(alone.name.cn)
  await page.goto(`/cn/claims/hospital/${home.id}`)
  expect(await page.getByText(alone.name.cn).first().isVisible()).toBe(true)
  await page.context().setOffline(false)
})

test('one visit is enough: the list itself is kept, not only the page', async () => {
  const page = await it.open()
  await visit(page, 'en', '/claims/hospital')
  const kept = () =>
    page.evaluate(async () => (await (await caches.open('hospitals')).keys()).map(({ url }) => new URL(url).pathname))
  await expect.poll(async () => kept()).toEqual(expect.arrayContaining(['/claims/hospital', '/data/hospitals-en.json']))
})
