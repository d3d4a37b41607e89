/** What is printed: what it is and from where, and nothing to fill in or press. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { LANGS, localPath } from '../../src/lib/locale.ts'
import { overflow, sharedSite, visit } from './browser-site.ts'
import { squeezedWords } from '../browser/broken-sums.ts'
import { showingOf } from '../browser/routes.ts'
import { routeById, type RouteId } from '../../src/routes.ts'
import { student, term } from './journeys/people.ts'
import { rowsOf } from '../tools/long-form.ts'

const it = sharedSite()
const PAGES = [
  '/plan/details/clause/us-campus',
  '/plan/details/us-campus',
  '/claims/FAQ',
  '/claims/FAQ/content/cancel-and-refund',
  '/claims/content/travel',
]

test.each(
  PAGES.flatMap((path, at) =>
    rowsOf(LANGS, (_, index) => (at + index) % 2 === 0).map(
      (lang, index) => [lang, path, (at + index) % 4 < 2] as const,
    ),
  ),
)('%s %s', async (lang, path, isWeb) => {
  const page = await it.open({ device: isWeb ? 'web' : 'mobile', lang })
  await visit(page, lang, path)
  await page.emulateMedia({ media: 'print' })
  const printed = await page.evaluate(() => {
    const shown = (element: Element): boolean => element.checkVisibility() && element.getClientRects().length > 0
    return {
      head: getComputedStyle(document.documentElement, '::before').content,
      // On paper nobody can look up what an address begins with.
      unlocated: [...document.querySelectorAll('.article a[href^="/"]:not(.term)')]
        .map((link) => getComputedStyle(link, '::after').content)
        .filter((after) => !/ \([\w.:-]+\//.test(after)),
      controls: [...document.querySelectorAll('input, select, textarea, button:not([aria-expanded]), .btn')]
        .filter(shown)
        .map(({ outerHTML }) => outerHTML.slice(0, 80)),
      jumps: [...document.querySelectorAll('nav a[href^="#"], .skip-link')]
        .filter(shown)
        .map(({ outerHTML }) => outerHTML.slice(0, 80)),
    }
  })
  expect(printed.controls).toEqual([])
  expect(printed.jumps).toEqual([])
  expect(printed.unlocated).toEqual([])
  expect(printed.head).toMatch(new RegExp(`https?://[^/]+${localPath(lang, path)} · `))
  expect(printed.head).toContain(lang === 'en' ? 'Youfang' : '有方')
  expect(printed.head).toMatch(/\b20\d\d\b/)
})

test('a comparison says what the prices are for, and has no rows without words', async () => {
  const page = await it.open({ device: 'web' })
  await page.setViewportSize({ width: 740, height: 1000 })
  const { start, end } = term()
  const query = { to: 'us', start, end, birth: student().birthDate, compare: 'us-campus.silver,us-campus.gold' }
  await visit(page, 'en', `/plan/list?${new URLSearchParams(query)}`)
  await page.locator('table.compare-narrow').waitFor()
  const typed = await page.locator('.finder input[type=text]').evaluateAll((all) => all.map((one) => one.id))
  await page.emulateMedia({ media: 'print' })
  for (const id of [...typed, 'to']) expect(await page.locator(`#${id}`).isVisible(), id).toBe(true)
  const empty = await page
    .locator('table.compare-narrow tr')
    .evaluateAll(
      (rows) =>
        rows.filter((row) => row.checkVisibility() && row instanceof HTMLElement && row.innerText.trim() === '').length,
    )
  expect(empty).toBe(0)
  expect(await page.getByText('Only differences').isVisible()).toBe(false)
})

test('the receipt of a payment has nothing to press on paper, and no heading of such', async () => {
  const { path, stored } = await showingOf(routeById('payment.succeed'), it.site, 'web')
  const page = await it.open({ device: 'web', stored })
  await visit(page, 'en', path)
  const toPress = [
    page.getByRole('heading', { name: 'Download the documents' }),
    page.getByRole('heading', { name: 'Your sales record' }),
    page.locator('main').getByRole('link', { name: 'My orders' }),
  ]
  for (const it of toPress) await it.first().waitFor()
  await page.emulateMedia({ media: 'print' })
  for (const it of toPress) expect(await it.count()).toBe(0)
  expect(await page.getByText('Policy number').first().isVisible()).toBe(true)
})

const OWN: readonly RouteId[] = ['policy.details', 'query.result', 'hospital']
test.each(OWN)('%s: no menu, light whatever the theme, and no wider than a sheet', async (id) => {
  const { path, stored } = await showingOf(routeById(id), it.site, 'web')
  const tints = async (theme: 'light' | 'dark'): Promise<string[]> => {
    const page = await it.open({ device: 'web', stored, theme })
    await page.setViewportSize({ width: 740, height: 1000 })
    await visit(page, 'en', path)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('main nav').filter({ visible: true }).count()).toBe(0)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    return page.evaluate(() => {
      const computed = getComputedStyle(document.documentElement)
      return ['teal-tint', 'ok-tint', 'warn-tint', 'bad-tint', 'base-100', 'base-content'].map((name) =>
        computed.getPropertyValue(`--color-${name}`),
      )
    })
  }
  expect(await tints('dark')).toEqual(await tints('light'))
})

/** How many sheets a page fills. */
const sheets = async (page: Page): Promise<number> =>
  (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type ?\/Page\b/g)?.length ?? 0

const SHORT: readonly RouteId[] = ['payment.succeed', 'cashier.confirmation', 'policy.list']
test.each(SHORT)('%s: one sheet, of the day of the print, and from an address that may be known', async (id) => {
  const { path, stored } = await showingOf(routeById(id), it.site, 'web')
  const page = await it.open({ device: 'web', lang: 'cn', stored })
  await visit(page, 'cn', path)
  await page.locator('main dl, main table').first().waitFor()
  expect(await sheets(page)).toBe(1)
  const head = await page.locator('html').getAttribute('data-printed')
  expect(head).toMatch(/ · 20\d\d年\d+月\d+日$/)
  expect(head).not.toContain('/shell')
})

const TO_FOLLOW: readonly RouteId[] = ['policy.details', 'query.progress', 'query.images']
test.each(TO_FOLLOW)('%s: no link that only leads on, and no line of a few letters', async (id) => {
  const { path, stored } = await showingOf(routeById(id), it.site, 'web')
  const page = await it.open({ device: 'web', stored })
  await page.setViewportSize({ width: 740, height: 1000 })
  await visit(page, 'en', path)
  await page.locator('main h2').first().waitFor()
  await page.emulateMedia({ media: 'print' })
  const leading = page.locator('main').locator('.link-go, .link-text:not([href^="tel:"])').filter({ visible: true })
  expect(await leading.allTextContents()).toEqual([])
  expect(await squeezedWords(page)).toEqual([])
})
