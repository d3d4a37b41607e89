/** The front page, the bars of every page at low heights, and a plan's figures: pages that change nothing on the site. */
import { describe, expect, test } from 'vitest'
import { LANGS, localPath } from '../../src/lib/locale.ts'
import { loadWords } from '../../src/server/load-words.ts'
import { DEVICES, sharedSite, visit } from './browser-site.ts'
import { isFirst, isSecond, rowsOf } from '../tools/long-form.ts'

const it = sharedSite()
const words = loadWords()
const VIEWS = LANGS.flatMap((lang) => DEVICES.map((device) => ({ lang, device })))

describe.each(rowsOf(VIEWS, isFirst))('the front page: $device $lang', (view) => {
  const { lang, device } = view
  test('days are typed and shown as the page writes them, and the address holds them as all pages do', async () => {
    const page = await it.open(view)
    await visit(page, lang, '/home')
    const finder = page.locator('form.finder')
    const typed = (name: string) => finder.locator(`input[name=${name}]`)
    // Phones: the system's date wheels cover the field.
    if (device === 'mobile') await finder.locator('input[type=date]').first().fill('2027-01-10')
    else await typed('start').fill(lang === 'cn' ? '2027年1月10日' : '10/1/2027')
    await typed('end').fill('20270709')
    await typed('birth').fill('2005-02-29')
    // The script that parses days loads when a field is first touched.
    await expect.poll(() => typed('birth').evaluate((it) => it.matches(':invalid'))).toBe(true)
    await typed('birth').fill('2005-02-28')
    if (device === 'web' && lang === 'en') {
      // 10 January or 1 October: the page asks, and does not guess.
      const asked = await typed('start').evaluate((it) => (it as HTMLInputElement).validationMessage)
      expect(asked).toMatch(/10\sJanuary\s2027.*1\sOctober\s2027/)
      await typed('start').fill('10 Jan 2027')
    }
    await finder.locator('select').selectOption('uk')
    await expect.poll(() => typed('start').inputValue()).toBe(lang === 'cn' ? '2027-01-10' : '10 Jan 2027')
    await expect.poll(() => typed('end').inputValue()).toBe(lang === 'cn' ? '2027-07-09' : '9 Jul 2027')
    expect(await finder.locator('input[type=date]').nth(1).getAttribute('min')).toBe('2027-01-10')
    await finder.locator('button').click()
    await page.waitForURL((url) => url.pathname === localPath(lang, '/plan/list'))
    expect(new URL(page.url()).search).toBe('?to=uk&start=2027-01-10&end=2027-07-09&birth=2005-02-28')
  })

  test('the numbers of the help lines are folded, and every way to them opens them', async () => {
    const page = await it.open(view)
    await visit(page, lang, '/home')
    const number = page.locator('#help-lines a[href^="tel:"]').first()
    await page.locator('#help-lines').scrollIntoViewIfNeeded()
    expect(await number.isVisible()).toBe(false)
    await page.locator('a[href="#help-lines"]').filter({ visible: true }).click()
    await number.waitFor()
    // Folded again by hand: the same link opens them again, although the address stays.
    await page.locator('#help-lines summary').click()
    await number.waitFor({ state: 'hidden' })
    await page.locator('a[href="#help-lines"]').filter({ visible: true }).click()
    await number.waitFor()
    await visit(page, lang, '/notice')
    await visit(page, lang, '/home#help-lines')
    await number.waitFor()
  })

  test.runIf(device === 'web')('a keyboard stops once at each field', async () => {
    const page = await it.open(view)
    await visit(page, lang, '/home')
    const stops: string[] = []
    await page.locator('form.finder select').focus()
    for (let i = 0; i < 4; i++) {
      await page.keyboard.press('Tab')
      stops.push(
        await page.evaluate(
          () => document.activeElement?.getAttribute('name') ?? document.activeElement?.tagName ?? '',
        ),
      )
    }
    expect(stops).toEqual(['start', 'end', 'birth', 'BUTTON'])
  })

  test('a last day before the first is named in words of ours, here and in the list', async () => {
    const page = await it.open(view)
    await visit(page, lang, '/home')
    const finder = page.locator('form.finder')
    const typed = (name: string) => finder.locator(`input[name=${name}]`)
    const days = finder.locator('input[type=date]')
    await days.nth(0).fill('2027-02-10')
    await days.nth(1).fill('2027-01-10')
    const said = words(lang, 'plans:price.problem.end_before')
    await expect.poll(() => typed('end').evaluate((it) => (it as HTMLInputElement).validationMessage)).toBe(said)
    await days.nth(1).fill('2027-03-10')
    await expect.poll(() => typed('end').evaluate((it) => (it as HTMLInputElement).validationMessage)).toBe('')
    await visit(page, lang, '/plan/list?start=2027-02-10&end=2027-01-10')
    await page.getByText(said).waitFor()
    expect(await page.locator('#end').getAttribute('aria-invalid')).toBe('true')
  })

  test('the sky over each place is that of its hour', async () => {
    const page = await it.open(view)
    await page.clock.setFixedTime(new Date('2026-11-22T01:44:00Z'))
    await visit(page, lang, '/home')
    expect(
      await page
        .locator('figure[data-sky]')
        .evaluateAll((all) =>
          all.map((it) => `${it.querySelector('time')?.textContent} ${it.getAttribute('data-sky')}`),
        ),
    ).toEqual(['09:44 day', '20:44 night'])
    const shown = (which: string) =>
      page.locator(`figure ${which}`).evaluateAll((all) => all.map((it) => getComputedStyle(it).display !== 'none'))
    expect(await shown('circle.su')).toEqual([true, false])
    expect(await shown('path.mo')).toEqual([false, true])
  })
})

test.each(LANGS)('phones: the finder comes first and has the one accent: %s', async (lang) => {
  const page = await it.open({ device: 'mobile', lang })
  await visit(page, lang, '/home')
  const y = (selector: string) => page.locator(selector).evaluate((it) => it.getBoundingClientRect().top)
  expect(await y('form.finder')).toBeLessThan(await y('.home-ill'))
  const button = page.locator('form.finder button')
  // Visible without scrolling, above the tabs at the bottom.
  expect(await button.evaluate((it) => it.getBoundingClientRect().bottom)).toBeLessThan(844 - 70)
  expect(await page.locator('main .btn-accent').count()).toBe(1)
})

describe.each(rowsOf(VIEWS, isSecond))('at four times the size: $device $lang', ({ device, lang }) => {
  test('nothing stays over what is read', async () => {
    const page = await it.open({ device, lang })
    await page.setViewportSize({ width: 320, height: 256 })
    for (const path of [
      '/plan/list?start=2027-01-10&end=2027-07-09&birth=2005-02-28',
      '/plan/list?compare=us-campus.gold,us-campus.silver',
      '/confirm?plan=us-campus&tier=gold&to=us',
    ]) {
      await visit(page, lang, path)
      await page.locator('main h1').first().waitFor()
      await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }))
      const over = await page.evaluate(() =>
        [...document.querySelectorAll('header, nav, aside, .action-bar, thead th')]
          .filter(
            (it) =>
              ['fixed', 'sticky'].includes(getComputedStyle(it).position) && it.getBoundingClientRect().height > 0,
          )
          .map((it) => `${it.tagName} ${it.className}`),
      )
      expect(over, path).toEqual([])
    }
  })
})

describe.each(rowsOf(VIEWS, isFirst))('the figures at the top of a plan: $device $lang', ({ device, lang }) => {
  const say = (key: string): string => words(lang, key)
  test('each stands once; what differs has a column for each tier, or a line on an English phone', async () => {
    const page = await it.open({ device, lang })
    const facts = page.locator('.plan-facts')
    await visit(page, lang, '/plan/details/au-oshc')
    for (const row of ['yearMaximum', 'share', 'deductible'])
      expect(await facts.getByText(say(`plans:benefit.row.${row}`), { exact: true }).count()).toBe(1)
    expect(await facts.locator('dd').count()).toBe(3)
    await visit(page, lang, '/plan/details/us-campus')
    const table = facts.locator('table')
    const tiers = await table.locator('thead th:not(.sr-only)').allTextContents()
    expect(tiers.length).toBeGreaterThan(1)
    if (device === 'mobile' && lang === 'en') {
      for (const row of await table.locator('tbody tr').all()) {
        const named = await row
          .locator('td')
          .evaluateAll((all) => all.map((it) => JSON.parse(getComputedStyle(it, '::before').content) as string))
        expect(named).toEqual(tiers)
      }
      return
    }
    const cells = await table
      .locator('tbody tr')
      .first()
      .locator('td')
      .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().left))
    const heads = await table
      .locator('thead th:not(.sr-only)')
      .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().left))
    expect(cells.map(Math.round)).toEqual(heads.map(Math.round))
  })
})
