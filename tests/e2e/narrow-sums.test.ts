/**
 * On the narrowest phone a sum and its currency stay on one line: in the plan's figures, the table of benefits, prices
 * and the comparison of three.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflow, sharedSite, visit } from './browser-site.ts'
import { student, term } from './journeys/people.ts'
import { isFirst, isSecond, rowsOf } from '../tools/long-form.ts'

const it = sharedSite()
const PLANS = ['us-campus', 'global-study', 'uk-plus', 'asia-plus', 'au-oshc', 'nz-study', 'eu-schengen'] as const

/** Sums in the page's main column that break into two lines, with the text around them. */
const brokenSums = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SUM = /(?:¥|\b[A-Z]{3}[\u00a0 ])\d[\d,.]*|\d[\d,.]*[万亿]?(?:元|(?:美|英|欧|澳|加|新西兰|港|日|韩)[元镑])/g
    const linesOf = (node: Node, from: number, to: number): number => {
      const range = document.createRange()
      range.setStart(node, from)
      range.setEnd(node, to)
      return new Set(
        [...range.getClientRects()].filter(({ width }) => width > 0).map(({ bottom }) => Math.round(bottom / 4)),
      ).size
    }
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    while (walker.nextNode()) {
      const node = walker.currentNode
      const text = node.textContent ?? ''
      if (!node.parentElement?.checkVisibility({ visibilityProperty: true })) continue
      for (const { 0: sum, index } of text.matchAll(SUM))
        if (linesOf(node, index, index + sum.length) > 1) broken.push(`${sum} in “${text.slice(0, 60)}”`)
    }
    return [...new Set(broken)]
  })

test.each(rowsOf(['en', 'cn'] as const, isSecond))('details of plans: %s', async (lang) => {
  const page = await it.open({ device: 'mobile', lang })
  await page.setViewportSize({ width: 320, height: 640 })
  const found: Record<string, string[]> = {}
  for (const plan of PLANS) {
    const { start, end } = term()
    await visit(page, lang, `/plan/details/${plan}?${new URLSearchParams({ start, end, birth: student().birthDate })}`)
    for (const folded of await page.locator('main details:not([open]) > summary').all())
      if (await folded.isVisible()) await folded.click()
    found[plan] = await brokenSums(page)
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
    expect(await brokenSums(page), compare).toEqual([])
  }
})
