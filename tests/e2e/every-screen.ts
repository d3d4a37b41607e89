/**
 * Every screen, on one device and in one language (devices and languages take turns; in the long form it is on both and
 * in both): it stays at its address, nothing moves while it arrives, nothing is wider than the window, no sum, count or
 * number breaks into two lines, words are of the page's language, no script or sheet comes that is not weighed, the
 * console stays silent, axe finds nothing in either theme, and a narrow window and text of twice its size break
 * nothing. A file for each device holds the tests (`axe-web`, `axe-mobile`): in one file they took as long as all
 * others together, and were begun last.
 */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { LANGS, type Lang } from '../../src/lib/locale.ts'
import { matchRoute } from '../../src/routes.ts'
import { textsInOtherLanguage } from '../browser/page-language.ts'
import type { Stored } from '../browser/sandbox.ts'
import { brokenSums, squeezedWords, SUMS } from '../browser/broken-sums.ts'
import { isOn, screens, showingOf } from '../browser/routes.ts'
import { readPages } from '../rules/dist.ts'
import { loadedBy } from '../rules/sizes.ts'
import { arriveInTwoSteps, earlyCallsLeft, noteShifts, shiftsOf } from '../browser/page-arrival.ts'
import {
  axe,
  DEVICES,
  redirectsAway,
  overflowingParts,
  overflow,
  sharedSite,
  WINDOW,
  type Device,
  type SharedSite,
} from './browser-site.ts'
import { isLong } from '../tools/long-form.ts'

/** A window of 1280 px at 400 % zoom (WCAG 2.2, 1.4.10). */
const NARROWEST = 320

/** Windows in which text of twice its size scrolls nothing sideways (WCAG 2.2, 1.4.4). */
const LARGE_TEXT_WIDTHS: Readonly<Record<Device, readonly number[]>> = { web: [1280, 390, 320], mobile: [390, 320] }

async function overflowOfLargeText(page: Page, device: Device): Promise<string[]> {
  const found: string[] = []
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  for (const width of LARGE_TEXT_WIDTHS[device]) {
    await page.setViewportSize({ width, height: 800 })
    await page.locator('html[data-large=on]').waitFor({ state: 'attached' })
    const wide = await overflow(page)
    if (wide > 0) found.push(`text at 200 % in ${width} px: ${wide}px wider than the window`)
    // Narrower than a phone, or with a desktop's arrangement on a phone, a window holds a few letters only.
    if (width === LARGE_TEXT_WIDTHS[device][0])
      found.push(...(await squeezedWords(page)).map((line) => `text at 200 % in ${width} px breaks: ${line}`))
  }
  return found
}

/** Built pages without islands, by path: both devices load the same, and nothing later. */
const plainPages = new Map(
  readPages()
    .filter(({ path, html }) => matchRoute(path)?.access === 'open' && !html.includes('<astro-island'))
    .map((page) => [page.path, page] as const),
)

interface Tab {
  page: Awaited<ReturnType<SharedSite['open']>>
  /** Scripts and sheets that the address at hand has asked for. */
  asked: string[]
}

/** The most that what stands may move while a screen arrives (design §8). */
const MOST_SHIFT = 0.02
/** One tab for all screens of a language and a login: a browser context for each screen took a fifth of the time. */
function sharedTabs(it: SharedSite, device: Device): (lang: Lang, stored: Stored) => Promise<Tab> {
  const tabs = new Map<string, Tab>()
  const open = async (lang: Lang, stored: Stored): Promise<Tab> => {
    const tab: Tab = { page: await it.open({ device, lang, stored, kept: true }), asked: [] }
    await tab.page.addInitScript(noteShifts)
    tab.page.on('request', (request) => {
      if (/script|stylesheet/.test(request.resourceType())) tab.asked.push(new URL(request.url()).pathname.slice(1))
    })
    return tab
  }
  return async (lang, stored) => {
    const key = `${lang} ${JSON.stringify(stored)}`
    const tab = tabs.get(key) ?? (await open(lang, stored))
    tabs.set(key, tab)
    const { page, asked } = tab
    await page.goto('about:blank')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(WINDOW[device])
    for (const list of [asked, page.trouble.console, page.trouble.requests]) list.length = 0
    return tab
  }
}

/**
 * What was asked for and is not weighed (`tests/rules/sizes.ts`), or weighed and not asked for. Nothing for a page with
 * islands.
 */
function unweighed(path: string, asked: readonly string[]): string[] {
  const page = plainPages.get(path)
  if (!page) return []
  const { styles, scripts } = loadedBy(page)
  const known = [...styles, ...scripts.mobile]
  return [
    ...asked.filter((file) => !known.includes(file)).map((file) => `${file} is not weighed`),
    ...known.filter((file) => !asked.includes(file)).map((file) => `${file} is weighed and did not come`),
  ]
}

/** The device on which the short form opens a screen: the next two screens are opened on the other. */
function openedOn(route: ReturnType<typeof screens>[number]): Device {
  const on = DEVICES.filter((device) => isOn(route, device))
  return on[(screens().indexOf(route) >> 1) % on.length] ?? 'web'
}

/** What axe finds, by all its rules or by those of words alone, and what a narrow window and large text break. */
async function lookClosely(page: Page, device: Device, rules: 'all' | 'words'): Promise<string[]> {
  const found = (await axe(page, rules)).map((line) => `light: ${line}`)
  // Colours are those of the arrangement, not of its language: they are looked at once, in both themes.
  if (rules === 'all') {
    await page.emulateMedia({ colorScheme: 'dark' })
    found.push(...(await axe(page, 'colours')).map((line) => `dark: ${line}`))
  }
  await page.setViewportSize({ width: NARROWEST, height: 640 })
  found.push(...(await overflowingParts(page)).map((line) => `at ${NARROWEST} px: ${line}`))
  // A sum never breaks; a number or a count may where a line holds hardly more.
  found.push(...(await brokenSums(page, SUMS)).map((line) => `at ${NARROWEST} px: in two lines: ${line}`))
  found.push(...(await overflowOfLargeText(page, device)))
  return found
}

export function everyScreen(device: Device): void {
  const it = sharedSite()
  const tabOf = sharedTabs(it, device)

  test('there are plain pages to weigh', () => expect(plainPages.size).toBeGreaterThan(20))

  describe.each(screens().filter((route) => isOn(route, device) && (isLong || openedOn(route) === device)))(
    '$id',
    (route) => {
      // The language in which axe looks at the screen: another on the other device.
      const looked = LANGS[(screens().indexOf(route) + DEVICES.indexOf(device)) % LANGS.length] ?? LANGS[0]
      test(device, async () => {
        const { path, stored } = await showingOf(route, it.site, device)
        const found: string[] = []
        for (const lang of isLong ? LANGS : [looked]) {
          const { page, asked } = await tabOf(lang, stored)
          await arriveInTwoSteps(page, lang, path)
          found.push(...(await shiftsOf(page, MOST_SHIFT)).map((line) => `${lang}: ${line}`))
          found.push(...redirectsAway(page, path).map((line) => `${lang}: ${line}`))
          found.push(...(await earlyCallsLeft(page)))
          if (lang === looked) found.push(...unweighed(path, asked))
          // What somebody wrote may be in another language than the page.
          if (Object.keys(stored).length === 0)
            found.push(...(await textsInOtherLanguage(page, lang)).map((text) => `${lang}: ${text}`))
          const wide = await overflow(page)
          if (wide > 0) found.push(`${lang}: ${wide}px wider than the window`)
          found.push(...(await brokenSums(page)).map((line) => `${lang}: in two lines: ${line}`))
          found.push(
            ...(await lookClosely(page, device, lang === looked ? 'all' : 'words')).map((line) => `${lang}: ${line}`),
          )
          found.push(...page.trouble.console, ...page.trouble.requests)
        }
        expect(found).toEqual([])
      })
    },
  )
}
