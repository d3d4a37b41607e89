/** Languages and their addresses (design §2 "Language and address"). */
import { describe, expect, test } from 'vitest'
import { LANGS, localPath } from '../../src/lib/locale.ts'
import { textsInOtherLanguage } from '../browser/page-language.ts'
import { isOn, needsLogin, plainPath, screens } from '../browser/routes.ts'
import { SAMPLES } from '../browser/samples.ts'
import { DEVICES, sharedSite, settled } from './browser-site.ts'
import { isFirst, isSecond, rowsOf } from '../tools/long-form.ts'

const it = sharedSite()
/** A page that anyone can open on both devices. */
const plain = (): string =>
  screens().find((row) => row.access === 'open' && !row.device && !row.path.includes('['))?.path ?? '/home'

describe.each(rowsOf(DEVICES, isFirst))('on %s', (device) => {
  test('the switch keeps path, query and hash, and is remembered', async () => {
    const page = await it.open({ device })
    await page.goto(`${plain()}?a=1&b=%E6%B8%B8#part`)
    await settled(page)
    await page.locator('a[data-lang-switch]:visible').first().click()
    await page.waitForURL(`**${localPath('cn', plain())}?a=1&b=%E6%B8%B8#part`)
    await settled(page)
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN')
    expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('cn')
    await page.locator('a[data-lang-switch]:visible').first().click()
    await page.waitForURL(`**${plain()}?a=1&b=%E6%B8%B8#part`)
    expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('en')
  })

  test('a plain address with Chinese stored goes to its twin before anything is drawn', async () => {
    const page = await it.open({ device, lang: 'cn' })
    const drawn: string[] = []
    await page.exposeFunction('drawn', (words: string) => drawn.push(words))
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (entry.name === 'first-contentful-paint') Reflect.get(window, 'drawn')?.(document.documentElement.lang)
      }).observe({ type: 'paint', buffered: true })
    })
    await page.goto(`${plain()}?in_id=7#part`)
    await page.waitForURL(`**${localPath('cn', plain())}?in_id=7#part`)
    await settled(page)
    expect(drawn.filter((lang) => lang !== 'zh-CN')).toEqual([])
  })

  test('a language in the query is a choice too, as on other sites', async () => {
    const page = await it.open({ device, lang: 'en' })
    await page.goto(`${plain()}?lang=zh-CN&a=1#part`)
    await page.waitForURL(`**${localPath('cn', plain())}?a=1#part`)
    await settled(page)
    expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('cn')
  })

  test('a prefixed address is a choice: it is shown, and stored', async () => {
    const page = await it.open({ device, lang: 'en' })
    await page.goto(localPath('cn', plain()))
    await settled(page)
    expect(new URL(page.url()).pathname).toBe(localPath('cn', plain()))
    expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('cn')
  })

  test('a first visit is not sent anywhere, and is offered the other language until that is closed', async () => {
    const page = await it.open({ device, first: true })
    await page.goto(plain())
    await settled(page)
    expect(new URL(page.url()).pathname).toBe(plain())
    const close = page.locator('[data-offer-close]')
    expect(await close.isVisible()).toBe(true)
    await close.click()
    expect(await close.isVisible()).toBe(false)
    await page.reload()
    await settled(page)
    expect(await close.isVisible()).toBe(false)
  })
})

/** Public pages that show personal data, and without it say that there is none. All others are checked by `everyScreen`. */
const emptyPages = screens().filter(
  (route) => isOn(route, 'web') && !needsLogin(route, 'web') && typeof SAMPLES[route.id] === 'function',
)

test.each(rowsOf(LANGS, isSecond))(
  'pages with nothing to show have words of their own language only: %s',
  async (lang) => {
    const page = await it.open({ lang })
    const strange: string[] = []
    expect(emptyPages.length).toBeGreaterThan(5)
    for (const row of emptyPages) {
      const path = localPath(lang, plainPath(row))
      await page.goto(path)
      await settled(page)
      strange.push(...(await textsInOtherLanguage(page, lang)).map((text) => `${path}: ${text}`))
    }
    expect(strange).toEqual([])
  },
)
