/** The site's search in a real browser: by link and by keyboard, in both languages, on both devices. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { LANGS, localPath, type Lang } from '../../src/lib/locale.ts'
import { axe, DEVICES, sharedSite, overflow, settled, THEMES, visit } from './browser-site.ts'
import { isFirst, rowsOf } from '../tools/long-form.ts'

const it = sharedSite()

const QUERIES = {
  en: { sure: 'deductible', title: 'Deductible', slip: 'refnud', meant: 'refund' },
  cn: { sure: '免赔额多少', title: '免赔额', slip: '既住症', meant: '既往症' },
} as const satisfies Record<Lang, unknown>

const field = (page: Page) => page.locator('#search-query')
const rows = (page: Page) => page.locator('.search-rows a')

async function openByLink(page: Page): Promise<void> {
  await page.locator('a[data-search]:visible').first().click()
  await field(page).waitFor()
}

async function ask(page: Page, query: string): Promise<void> {
  await field(page).fill(query)
  await page.locator('.search-title, .search-none').first().waitFor()
}

const loaded = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /^\/(data\/search|assets\/search)/.test(path)),
  )

describe.each(DEVICES)('on %s', (device) => {
  // Each device in one language, each language on one device.
  describe.each(rowsOf(LANGS, (lang) => (lang === 'en') === (device === 'web')))('%s', (lang) => {
    const { sure, title, slip, meant } = QUERIES[lang]

    test('nothing is loaded before it is used; then a query finds its page', async () => {
      const page = await it.open({ device, lang })
      await visit(page, lang, '/claims')
      expect(await loaded(page)).toEqual([])
      await openByLink(page)
      await ask(page, sure)
      expect(await rows(page).first().locator('.search-title mark').first().textContent()).toBe(title)
      expect(await page.locator('.search-status').textContent()).toMatch(/\d/)
      await rows(page).first().click()
      await page.waitForURL(`**${localPath(lang, '/information/content/deductible-share-limit')}`)
      expect(page.trouble).toEqual({ console: [], requests: [] })
    })

    test('who comes back finds query and list again, and Escape ends it', async () => {
      const page = await it.open({ device, lang })
      await visit(page, lang, '/claims')
      await openByLink(page)
      await ask(page, sure)
      const first = (await rows(page).allTextContents())[0]
      await rows(page).first().click()
      await page.waitForURL('**/information/content/**')
      await page.goBack()
      await rows(page).first().waitFor()
      expect(await field(page).inputValue()).toBe(sure)
      expect((await rows(page).allTextContents())[0]).toBe(first)
      await page.keyboard.press('Escape')
      await page.locator('.search-box').waitFor({ state: 'hidden' })
      await page.reload()
      await settled(page)
      expect(await page.locator('.search-box[open]').count()).toBe(0)
    })

    test('a slip is met with the word that was meant, and with people to ask', async () => {
      const page = await it.open({ device, lang })
      await visit(page, lang, '/claims')
      await openByLink(page)
      await ask(page, slip)
      expect(await page.locator('.search-none').textContent()).toContain(slip)
      expect(await page.locator('.search-help a[href^="tel:"]').count()).toBe(1)
      expect(await rows(page).count()).toBeGreaterThan(2)
      await page.locator('.search-word', { hasText: meant }).click()
      await page.locator('.search-title').first().waitFor()
      expect(await field(page).inputValue()).toBe(meant)
    })

    test('axe finds nothing in any state, and nothing is too wide', async () => {
      const page = await it.open({ device, lang })
      await visit(page, lang, '/notice')
      await openByLink(page)
      const found: string[] = []
      const look = async (state: string): Promise<void> => {
        // Colours depend on the arrangement, not on the language.
        for (const theme of lang === 'en' ? THEMES : THEMES.slice(0, 1)) {
          await page.emulateMedia({ colorScheme: theme })
          found.push(
            ...(await axe(page, theme === 'dark' ? 'colours' : lang === 'en' ? 'all' : 'words')).map(
              (line) => `${state} ${theme}: ${line}`,
            ),
          )
        }
        if ((await overflow(page)) > 0) found.push(`${state}: wider than the window`)
      }
      await look('start')
      await ask(page, sure)
      await look('found')
      await ask(page, slip)
      await page.locator('.search-none').waitFor()
      await look('none')
      expect(found).toEqual([])
    })
  })
})

describe.each(rowsOf(LANGS, isFirst))('by keys, %s', (lang) => {
  const { sure } = QUERIES[lang]

  test('"/" and Ctrl+K open it, arrows choose, Enter opens, Escape closes', async () => {
    const page = await it.open({ lang })
    await visit(page, lang, '/claims')
    await page.keyboard.press('/')
    await field(page).waitFor()
    expect(await field(page).inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await page.locator('.search-box').waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    await ask(page, sure)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const second = rows(page).nth(1)
    expect(await second.evaluate((row) => row === document.activeElement)).toBe(true)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    expect(await field(page).evaluate((it) => it === document.activeElement)).toBe(true)
    await page.keyboard.press('ArrowDown')
    const href = await rows(page).first().getAttribute('href')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${href}`)
  })

  test('Enter in the field opens the best page at once', async () => {
    const page = await it.open({ lang })
    await visit(page, lang, '/claims')
    await page.keyboard.press('Control+k')
    await ask(page, sure)
    const href = await rows(page).first().getAttribute('href')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${href}`)
  })

  test('not while somebody writes, and not with "/" once that is off', async () => {
    const page = await it.open({ lang })
    await visit(page, lang, '/claims/FAQ')
    const input = page.locator('[data-faq-search] input:visible').first()
    await input.focus()
    await page.keyboard.type('a/b')
    expect(await input.inputValue()).toBe('a/b')
    expect(await page.locator('.search-box').count()).toBe(0)
    await input.blur()
    await page.keyboard.press('/')
    await field(page).waitFor()
    await page.locator('.search-keys button').click()
    await page.keyboard.press('Escape')
    await page.locator('.search-box').waitFor({ state: 'hidden' })
    await page.keyboard.press('/')
    expect(await page.locator('.search-box[open]').count()).toBe(0)
    await page.keyboard.press('Control+k')
    await page.locator('.search-box[open]').waitFor()
  })
})

describe.each(LANGS)('the field of the questions, %s', (lang) => {
  const asked = {
    en: [
      ['nearest hospital in Tokyo', 'Japan: hospitals and clinics'],
      ['tooth pain', 'Emergency dental care'],
      ['how long does a claim take', 'How long does a decision take?'],
    ],
    cn: [
      ['护照丢了', '护照丢了怎么办？'],
      ['牙疼', '紧急牙科'],
    ],
  }[lang]

  test('shows the likeliest answer first, guides and hospitals among them', async () => {
    const page = await it.open({ device: 'mobile', lang })
    await visit(page, lang, '/claims/FAQ')
    const input = page.locator('[data-faq-search] input:visible').first()
    const shown = page.locator('[data-faq-item]:visible')
    const all = await shown.count()
    for (const [query = '', title = ''] of asked) {
      await input.fill(query)
      await expect.poll(() => shown.first().locator('span').first().textContent()).toBe(title)
    }
    await input.fill('')
    await expect.poll(() => shown.count()).toBe(all)
  })
})

describe('without', () => {
  test('scripts, the link leads to the questions', async () => {
    const page = await it.open({ scripts: false })
    await page.goto('/notice')
    await page.locator('a[data-search]:visible').first().click()
    await page.waitForURL('**/claims/FAQ')
  })

  test('a connection, it says so, keeps what was typed, and goes on when there is one again', async () => {
    const page = await it.open()
    await visit(page, 'en', '/claims')
    await page.route('**/data/search-texts-*', (route) => route.abort())
    await openByLink(page)
    await field(page).fill('deductible')
    await page.locator('.search-none').waitFor()
    await page.unroute('**/data/search-texts-*')
    await page.locator('.search-results .btn').click()
    await page.locator('.search-title').first().waitFor()
    expect(await field(page).inputValue()).toBe('deductible')
  })

  test('a page: the not-found page offers it', async () => {
    const page = await it.open()
    await page.goto('/no-such-page')
    await page.locator('main a[data-search]').click()
    await field(page).waitFor()
  })
})
