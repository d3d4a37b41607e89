/**
 * On the narrowest phone a sum and its currency stay on one line: in the plan's figures, the table of benefits, prices
 * and the comparison of three.
 */
import { expect, test } from 'vitest'
import { brokenSums, brokenWords, SUMS } from '../browser/broken-sums.ts'
import { overflow, sharedSite, visit } from './browser-site.ts'
import { showingOf } from '../browser/routes.ts'
import { routeById, type RouteId } from '../../src/routes.ts'
import { student, term } from './journeys/people.ts'
import { isFirst, isSecond, rowsOf } from '../tools/long-form.ts'

const it = sharedSite()
const PLANS = ['us-campus', 'global-study', 'uk-plus', 'asia-plus', 'au-oshc', 'nz-study', 'eu-schengen'] as const

test.each(rowsOf(['en', 'cn'] as const, isSecond))('details of plans: %s', async (lang) => {
  const page = await it.open({ device: 'mobile', lang })
  await page.setViewportSize({ width: 320, height: 640 })
  const found: Record<string, string[]> = {}
  for (const plan of PLANS) {
    const { start, end } = term()
    await visit(page, lang, `/plan/details/${plan}?${new URLSearchParams({ start, end, birth: student().birthDate })}`)
    for (const folded of await page.locator('main details:not([open]) > summary').all())
      if (await folded.isVisible()) await folded.click()
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 })
      found[plan] = [...(found[plan] ?? []), ...(await brokenSums(page))]
    }
    expect(await overflow(page), `${plan}: wider than the window`).toBeLessThanOrEqual(0)
  }
  expect(found).toEqual(Object.fromEntries(PLANS.map((plan) => [plan, []])))
})

test.each(rowsOf(['en', 'cn'] as const, isFirst))('the comparison of three tiers: %s', async (lang) => {
  const page = await it.open({ device: 'mobile', lang })
  await page.setViewportSize({ width: 320, height: 640 })
  const { start, end } = term()
  for (const compare of [
    'us-campus.silver,us-campus.gold,us-campus.platinum',
    'global-study.basic,global-study.standard,global-study.plus',
  ]) {
    await visit(
      page,
      lang,
      `/plan/list?${new URLSearchParams({ to: 'us', start, end, birth: student().birthDate, compare })}`,
    )
    await page.locator('table.compare-narrow').waitFor()
    for (const width of [320, 375, 390]) {
      await page.setViewportSize({ width, height: 640 })
      expect(await brokenSums(page), `${compare} at ${width}`).toEqual([])
    }
    // Text of twice its size, set by the page's reader: tiers stand below each other.
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
    await page.locator('html[data-large=on]').waitFor({ state: 'attached' })
    expect(await brokenSums(page), `${compare} in large type`).toEqual([])
  }
})

test('a box breaks no Chinese word at its sums', async () => {
  const page = await it.open({ device: 'web', lang: 'cn' })
  const { start, end } = term()
  const found: string[] = []
  const query = new URLSearchParams({
    plan: 'us-campus',
    tier: 'silver',
    to: 'us',
    start,
    end,
    birth: student().birthDate,
  })
  await visit(page, 'cn', `/confirm?${query}`)
  await page.locator('.panel .type-sum').waitFor()
  for (const width of [1280, 1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    found.push(...(await brokenWords(page)).map((one) => `${width}: ${one}`))
  }
  expect(found).toEqual([])
})

test.each(rowsOf(['en', 'cn'] as const, isFirst))('with text of twice its size: %s', async (lang) => {
  const page = await it.open({ device: 'mobile', lang })
  const { start, end } = term()
  await visit(page, lang, `/plan/details/uk-plus?${new URLSearchParams({ start, end, birth: student().birthDate })}`)
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  await page.locator('html[data-large=on]').waitFor({ state: 'attached' })
  expect(await brokenSums(page)).toEqual([])
  const cut = await page
    .locator('.segmented > label, .date-input > input[type=text]')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.outerHTML))
  expect(cut).toEqual([])
})

const THREE = 'us-campus.silver,us-campus.gold,us-campus.platinum'
const AT_DOUBLE: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  ['the table of benefits', '/plan/details/us-campus', {}],
  ['the comparison', '/plan/list', { to: 'us', compare: THREE }],
  ['the list of plans', '/plan/list', { to: 'us' }],
]
test.each(AT_DOUBLE)('on a desktop with text of twice its size: %s', async (_, path, more) => {
  const page = await it.open({ device: 'web', lang: 'en' })
  const { start, end } = term()
  await visit(page, 'en', `${path}?${new URLSearchParams({ start, end, birth: student().birthDate, ...more })}`)
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  await page.locator('html[data-large=on]').waitFor({ state: 'attached' })
  expect(await brokenSums(page, SUMS)).toEqual([])
})

const BARS: readonly RouteId[] = ['claim.read', 'claim.apply', 'claim.upload', 'supplement.item']
test.each(BARS)('with text of twice its size no bar takes half of the window: %s', async (id) => {
  const { path, stored } = await showingOf(routeById(id), it.site, 'mobile')
  const page = await it.open({ device: 'mobile', lang: 'en', stored })
  await page.setViewportSize({ width: 320, height: 640 })
  await visit(page, 'en', path)
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  await page.locator('html[data-large=on]').waitFor({ state: 'attached' })
  const held = await page.evaluate(() =>
    [...document.querySelectorAll('.shell-bar, .action-bar')]
      .filter((one) => /fixed|sticky/.test(getComputedStyle(one).position) && one.checkVisibility())
      .reduce((sum, one) => sum + one.getBoundingClientRect().height, 0),
  )
  expect(held).toBeLessThan(320)
})

test('with text of twice its size every sum of a decision is within the window', async () => {
  const { path, stored } = await showingOf(routeById('query.result'), it.site, 'mobile')
  const page = await it.open({ device: 'mobile', lang: 'en', stored })
  await visit(page, 'en', path)
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  await page.locator('html[data-large=on]').waitFor({ state: 'attached' })
  const cut = await page
    .locator('.ledger .sum')
    .evaluateAll((cells) =>
      cells
        .filter((cell) => cell.checkVisibility() && cell.getBoundingClientRect().right > innerWidth)
        .map((cell) => cell.textContent),
    )
  expect(cut).toEqual([])
})
