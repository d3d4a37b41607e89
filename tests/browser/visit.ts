/** Browser contexts by language, device and theme, and what goes wrong while a page is open. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Result, RunOptions } from 'axe-core'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { localPath, type Lang } from '../../src/lib/locale.ts'
import { eventually, type Stored } from './sandbox.ts'
import type { Site } from './site.ts'
import { smallTargets } from './target-size.ts'
import { WAIT_MS } from './wait-limit.ts'

export type Device = 'web' | 'mobile'
export type Theme = 'light' | 'dark'

export const DEVICES: readonly Device[] = ['web', 'mobile']
export const THEMES: readonly Theme[] = ['light', 'dark']

/** CSS pixels of the window, unless a test sets others. */
export const WINDOW: Readonly<Record<Device, { width: number; height: number }>> = {
  mobile: { width: 390, height: 844 },
  web: { width: 1280, height: 900 },
}
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

/**
 * A context as one visitor has it. Chinese visitors have their language stored, as their first choice would have left
 * it.
 */
export async function openContext(browser: Browser, site: Pick<Site, 'url'>, view: View = {}): Promise<BrowserContext> {
  const { device = 'web', theme = 'light', lang = 'en', stored = {}, first = false, scripts = true } = view
  const localStorage = Object.entries(first ? {} : { lang, ...stored }).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    baseURL: site.url,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: lang === 'cn' ? 'zh-CN' : 'en-GB',
    timezoneId: 'Asia/Shanghai',
    javaScriptEnabled: scripts,
    storageState: { cookies: [], origins: [{ origin: site.url, localStorage }] },
    viewport: WINDOW[device],
    ...(device === 'mobile' ? { userAgent: IPHONE, isMobile: true, hasTouch: true } : {}),
  })
  context.setDefaultTimeout(WAIT_MS)
  context.on('page', noteRequests)
  return context
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
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      trouble.console.push(message.text())
    // What is preloaded is used a few seconds later where the machine is busy: a matter of time, and no trouble.
    if (/was preloaded using link preload but not used/.test(message.text())) return
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

/**
 * Opens a path (without language) and waits until it is drawn: network at rest, fonts there, nothing on its way
 * elsewhere.
 */
export async function visit(page: Page, lang: Lang, path: string): Promise<void> {
  await page.goto(localPath(lang, path), { waitUntil: 'load' })
  await settled(page)
}

/** Requests of a page that have neither an answer nor failed; a page that was opened elsewhere has none that is known. */
const underWay = new WeakMap<Page, Set<Request>>()

function noteRequests(page: Page): void {
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  // A page that leaves for another takes its requests with it, and not each of them is reported.
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame())
      for (const request of requests) if (!request.isNavigationRequest()) requests.delete(request)
  })
}

const REST_MS = 500

/** The first state that the build drew stands until its island takes its place (`FirstState.astro`). */
const isWaiting = (page: Page): Promise<boolean> =>
  page
    .locator('[data-waiting]:not([hidden])')
    .count()
    .then((count) => count > 0)

/**
 * Waits until its islands are there and nothing has been under way for half a second. Playwright's own wait does not
 * say what it waited for.
 */
export async function networkAtRest(page: Page): Promise<void> {
  const requests = underWay.get(page) ?? new Set()
  let since = Date.now()
  const isAtRest = async (): Promise<true | undefined> => {
    if (requests.size > 0 || (await isWaiting(page))) since = Date.now()
    return Date.now() - since >= REST_MS ? true : undefined
  }
  await eventually(isAtRest, () => `Rest, without ${[...requests].map((request) => request.url()).join(', ')},`)
}

export async function settled(page: Page): Promise<void> {
  await networkAtRest(page)
  await page.waitForFunction(
    () => !('leaving' in document.documentElement.dataset) && document.fonts.status === 'loaded',
  )
  // Where a machine is busy, an island may not have asked for anything yet. A page that gets no heading is axe's to
  // find.
  await page
    .locator('h1')
    .first()
    .waitFor({ state: 'attached', timeout: HEADING_MS })
    .catch(() => undefined)
}

/** Where a visit of this address ended, if that is another page: then nothing that is found there is about this one. */
export function redirectsAway(page: Page, address: string): string[] {
  const landed = new URL(page.url()).pathname
  return landed.endsWith(address.split(/[?#]/)[0] ?? '') ? [] : [`led to ${landed}`]
}

/** Pixels by which the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Gives each number of an order, a claim or an application the widest letters it can have: those it has come by chance. */
const widenNumbers = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { textContent } = walker.currentNode
      const wide = textContent?.replace(/\b(YF(?:O|R|-C)-\d{6}-)[0-9A-Z]{6}\b/g, '$1WWWWWW')
      if (wide !== undefined && wide !== textContent) walker.currentNode.textContent = wide
    }
  })

/**
 * What a window this narrow hides: the page wider than it, and lists in columns that would have to be scrolled
 * sideways. Figures in a money table or a comparison may (WCAG 2.2, 1.4.10 excepts tables of data); a list of claims or
 * orders may not.
 */
export async function overflowingParts(page: Page): Promise<string[]> {
  await widenNumbers(page)
  return page.evaluate(() => {
    const wide = (it: Element): number => it.scrollWidth - it.clientWidth
    const tooWide = wide(document.documentElement)
    const lists = [...document.querySelectorAll('.table-scroll:has(.ledger-list)')].filter((it) => wide(it) > 0)
    return [
      ...(tooWide > 0 ? [`${tooWide}px wider than the window`] : []),
      ...lists.map((it) => `${it.getAttribute('aria-label') ?? 'a list'} has to be scrolled sideways`),
    ]
  })
}

/** Rules whose answer depends on the theme; the rest of a page is the same in both. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** WCAG 2.2 asks for targets of 24 px; axe leaves that rule off unless it is asked for. */
const OFF_BY_DEFAULT = { 'target-size': { enabled: true } }
const COLOURS_OFF = Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }]))

type Look = 'all' | 'colours' | 'words'
const LOOKS: Readonly<Record<Look, RunOptions>> = {
  all: { rules: OFF_BY_DEFAULT },
  colours: { runOnly: { type: 'rule', values: COLOUR_RULES } },
  words: { rules: { ...OFF_BY_DEFAULT, ...COLOURS_OFF } },
}

/** The shorter form of axe: a page reads half as much, and every page has to. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

declare global {
  var axe: typeof import('axe-core')
}

/** What axe violates on a page, or in a part of it; it comes into a page once, however often it looks. */
export async function axeResults(page: Page, options: RunOptions, part?: { exclude: string[] }): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  // Of what passes, axe would write down every place: a third of its time.
  const asked: RunOptions = { ...options, resultTypes: ['violations'] }
  const { violations } = await page.evaluate(
    (look: { part: { exclude: string[] } | undefined; asked: RunOptions }) =>
      globalThis.axe.run(look.part ?? document, look.asked),
    { part, asked },
  )
  return violations
}

/**
 * What axe finds, one line each: rule, and the first places. `colours` looks again after a change of theme alone;
 * `words` leaves colours out, for a page that was looked at in its other language.
 */
export async function axe(page: Page, look: Look = 'all'): Promise<string[]> {
  const found: string[] = []
  for (const { id, help, nodes } of await axeResults(page, LOOKS[look])) {
    const all = nodes.map(({ target }) => target.join(' '))
    const places = id === 'target-size' ? await smallTargets(page, all) : all
    if (places.length > 0) found.push(`${id}: ${help} (${places.length}) ${places.slice(0, 3).join(' | ')}`)
  }
  return found
}
