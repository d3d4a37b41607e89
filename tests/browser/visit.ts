/** Browser contexts by language, device and theme, and what goes wrong while a page is open. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { localPath } from '../../src/lib/locale.ts'
import type { Lang } from '../../src/lib/locale.ts'
import type { Stored } from './sandbox.ts'
import type { Site } from './site.ts'

export type Device = 'web' | 'mobile'
export type Theme = 'light' | 'dark'

export const DEVICES: readonly Device[] = ['web', 'mobile']
export const THEMES: readonly Theme[] = ['light', 'dark']

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

export interface View {
  device?: Device
  theme?: Theme
  lang?: Lang
  /** What the browser keeps already, e.g. of `signIn`. */
  stored?: Stored
  /** True: nothing is stored, not even the language. */
  first?: boolean
  /** False: as in a browser with scripts off. */
  scripts?: boolean
}

/** A context as one visitor has it. Chinese visitors have their language stored, as their first choice would have left it. */
export function openContext(browser: Browser, site: Pick<Site, 'url'>, view: View = {}): Promise<BrowserContext> {
  const { device = 'web', theme = 'light', lang = 'en', stored = {}, first = false, scripts = true } = view
  const localStorage = Object.entries(first ? {} : { lang, ...stored }).map(([name, value]) => ({ name, value }))
  return browser.newContext({
    baseURL: site.url,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: lang === 'cn' ? 'zh-CN' : 'en-GB',
    timezoneId: 'Asia/Shanghai',
    javaScriptEnabled: scripts,
    storageState: { cookies: [], origins: [{ origin: site.url, localStorage }] },
    ...(device === 'mobile'
      ? { userAgent: IPHONE, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
      : { viewport: { width: 1280, height: 900 } }),
  })
}

export interface Trouble {
  console: string[]
  requests: string[]
}

/** Notes errors of the console and requests that fail, from now on. `expected` names answers that belong to the test. */
export function watch(page: Page, expected: (url: string, status: number) => boolean = () => false): Trouble {
  const trouble: Trouble = { console: [], requests: [] }
  page.on('console', (message) => {
    // The browser repeats a failed request here; it is noted below, with its status.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) trouble.console.push(message.text())
    if (message.type() === 'warning') trouble.console.push(`warning: ${message.text()}`)
  })
  page.on('pageerror', (error) => trouble.console.push(error.message))
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    // A page that leaves for another cancels what it was loading.
    if (why !== 'net::ERR_ABORTED') trouble.requests.push(`${request.url()} ${why}`)
  })
  page.on('response', (response) => {
    const { status, url } = { status: response.status(), url: response.url() }
    if (status >= 400 && !expected(url, status)) trouble.requests.push(`${url} ${status}`)
  })
  return trouble
}

const HEADING_MS = 10_000

/** Opens a path (without language) and waits until it is drawn: network at rest, fonts there, nothing on its way elsewhere. */
export async function visit(page: Page, lang: Lang, path: string): Promise<void> {
  await page.goto(localPath(lang, path), { waitUntil: 'load' })
  await settled(page)
}

export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => !('leaving' in document.documentElement.dataset) && document.fonts.status === 'loaded')
  // Where a machine is busy, an island may not have asked for anything yet. A page that gets no heading is axe's to find.
  await page.locator('h1').first().waitFor({ state: 'attached', timeout: HEADING_MS }).catch(() => undefined)
}

/** Pixels by which the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Rules whose answer depends on the theme; the rest of a page is the same in both. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** What axe finds, one line each: rule, and the first places. `colours` looks again after a change of theme alone. */
export async function axe(page: Page, what: 'all' | 'colours' = 'all'): Promise<string[]> {
  // Without legacy mode a further page is opened for every look; our pages hold no frames of others.
  const builder = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await (what === 'colours' ? builder.withRules(COLOUR_RULES) : builder).analyze()
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 3).map(({ target }) => target.join(' '))
    return `${id}: ${help} (${nodes.length}) ${places.join(' | ')}`
  })
}
