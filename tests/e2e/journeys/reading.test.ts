/** Navigating texts: bare addresses with an id, and the previous and next entry. */
import { describe, expect, test } from 'vitest'
import { axe, DEVICES, sharedSite, overflow, visit } from '../browser-site.ts'
import { isSecond, rowsOf } from '../../tools/long-form.ts'

const it = sharedSite()

describe('the bare path with an id', () => {
  test.each([
    ['en', '/notice/content', 'upload-receipts'],
    ['cn', '/claims/content', 'dental'],
    ['en', '/claims/FAQ/content', 'how-long'],
    ['cn', '/information/content', 'privacy'],
    ['en', '/information/content', 'winter-sports'],
    ['cn', '/plan/details', 'us-campus'],
    ['en', '/plan/details/clause', 'us-campus'],
  ] as const)('leads to the entry, in %s from %s', async (lang, path, slug) => {
    const page = await it.open({ lang })
    const at = lang === 'cn' ? `/cn${path}` : path
    await page.goto(`${at}?in_id=7&id=${slug}#s1`)
    await page.waitForURL((url) => url.pathname === `${at}/${slug}`)
    const { search, hash } = new URL(page.url())
    expect([search, hash]).toEqual(['?in_id=7', '#s1'])
    expect(await page.locator('h1').isVisible()).toBe(true)
  })

  test('of the guides leads to their one list where it names none', async () => {
    const page = await it.open({ lang: 'cn' })
    await page.goto('/cn/claims/content')
    await page.waitForURL((url) => url.pathname === '/cn/claims/guide')
  })

  test.each(['/notice/content?id=gone', '/information/content?id=A%20b', '/plan/details?id=gone'])(
    '%s says that there is nothing, over the list of what there is, and moves nothing',
    async (path) => {
      const page = await it.open({ device: 'mobile' })
      const topOfList = async (): Promise<number> =>
        page.locator('main > .wrap:not([data-unknown-id])').evaluate((list) => list.getBoundingClientRect().top)
      await page.route(`**${path}`, async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replaceAll('<script type="module">', '<script type="text/plain">')
        await route.fulfill({ response, body })
      })
      await page.goto(path)
      const first = await topOfList()
      await page.unroute(`**${path}`)
      await page.goto(path)
      const note = page.getByText('There is nothing at this address.')
      await expect.poll(async () => note.isVisible()).toBe(true)
      expect(await topOfList()).toBe(first)
      expect(await page.locator('main').getByRole('link').count()).toBeGreaterThan(3)
      expect(await axe(page)).toEqual([])
      expect(await overflow(page)).toBeLessThanOrEqual(0)
    },
  )
})

describe.each(rowsOf(DEVICES, isSecond))('on %s', (device) => {
  test('one goes through all guides by the link to the next, and back', async () => {
    const page = await it.open({ device, lang: 'cn' })
    await visit(page, 'cn', '/claims/guide')
    const list = await page
      .locator('main .ruled a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    await page.goto(list[0] ?? '')
    expect(await page.locator('a[rel=prev]').count()).toBe(0)
    for (const href of list.slice(1)) {
      await page.locator('a[rel=next]').click()
      await page.waitForURL(`**${href}`)
    }
    expect(await page.locator('a[rel=next]').count()).toBe(0)
    expect(await page.locator('a[rel=prev]').getAttribute('href')).toBe(list.at(-2))
  })
})

describe.each(DEVICES)('the header on %s', (device) => {
  test('knows language, theme and login before any script file has come', async () => {
    const stored = {
      unique: 'a'.repeat(64),
      PlatformToken: JSON.stringify({ value: 'x'.repeat(43), expiry: Date.now() + 3_600_000 }),
    }
    const page = await it.open({ device, lang: 'cn', theme: 'dark', stored })
    await page.route('**/*.js', (route) => route.abort())
    // The plain address for somebody who reads Chinese: redirected to the twin before a page is painted.
    await page.goto('/notice?x=1#s1', { waitUntil: 'domcontentloaded' })
    await page.waitForURL('**/cn/notice?x=1#s1')
    const seen = await page.evaluate(() => Object.fromEntries(Object.entries(document.documentElement.dataset)))
    expect(seen).toMatchObject({ lang: 'cn', device, theme: 'dark', session: 'in' })
    expect(await page.locator('[data-session=out]:visible').count()).toBe(0)
    if (device === 'web') expect(await page.locator('header [data-session=in]').isVisible()).toBe(true)
    expect(await page.locator('header:visible').count()).toBe(1)
  })
})
