/**
 * Basis of the journeys: a setup that fails a journey on any unexpected console line, the words of the site, and proof
 * pictures.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { localPath, type Lang } from '../../../src/lib/locale.ts'
import { onOneLine } from '../../../src/lib/text/on-one-line.ts'
import { loadWords } from '../../../src/server/load-words.ts'
import { isLong } from '../../tools/long-form.ts'
import { openContext, watch, type Device, type Trouble, type View } from '../../browser/visit.ts'
import type { SiteOptions } from '../../browser/site.ts'
import { ownSite, overflow, type OwnSite } from '../browser-site.ts'

const words = loadWords()

/** Each device in each language. */
export const VIEWS = [
  { device: 'web', lang: 'en' },
  { device: 'mobile', lang: 'cn' },
  { device: 'web', lang: 'cn' },
  { device: 'mobile', lang: 'en' },
] as const

/** Both devices and both languages, in two views. */
export const TWO_VIEWS = VIEWS.slice(0, 2)

/** One person at one browser. */
export interface Visitor {
  page: Page
  context: BrowserContext
  device: Device
  lang: Lang
  /** The site's words in this person's language. */
  say: (key: string, vars?: Record<string, unknown>) => string
  /** Opens a path given without language. */
  go: (path: string) => Promise<void>
  /** Another tab of the same browser. */
  tab: () => Promise<Visitor>
}

export interface Journeys extends Pick<OwnSite, 'site' | 'browser'> {
  visitor: (view?: View) => Promise<Visitor>
  /** Console messages that this journey expects: requests of a page that is offline, a call that must be refused. */
  allow: (pattern: RegExp) => void
}

/** The setup of journeys. After each, pages are closed and no console may have shown anything unexpected. */
export function journeys(options: SiteOptions = {}): Journeys {
  const it = ownSite(options)
  let troubles: Trouble[] = []
  let contexts: BrowserContext[] = []
  let allowed: RegExp[] = []
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()))
    const said = troubles
      .flatMap(({ console, requests }) => [...console, ...requests])
      .filter((line) => !allowed.some((pattern) => pattern.test(line)))
    troubles = []
    contexts = []
    allowed = []
    expect(said).toEqual([])
  })
  const openTab = async (context: BrowserContext, device: Device, lang: Lang): Promise<Visitor> => {
    const page = await context.newPage()
    troubles.push(watch(page))
    return {
      page,
      context,
      device,
      lang,
      say: (key, vars) => onOneLine(words(lang, key, vars)),
      go: async (path) => void (await page.goto(localPath(lang, path))),
      tab: () => openTab(context, device, lang),
    }
  }
  return {
    get site() {
      return it.site
    },
    get browser() {
      return it.browser
    },
    visitor: async (view = {}) => {
      const context = await openContext(it.browser, it.site, view)
      contexts.push(context)
      return openTab(context, view.device ?? 'web', view.lang ?? 'en')
    },
    allow: (pattern) => void allowed.push(pattern),
  }
}

const SHOTS = '.shots/journeys'

/**
 * A picture of a journey's end, for people to look at, in the long form: on phones only the visible screen, because
 * fixed bars belong to it.
 */
export async function picture({ page, device, lang }: Visitor, name: string): Promise<void> {
  if (isLong) {
    mkdirSync(SHOTS, { recursive: true })
    await page.screenshot({ path: join(SHOTS, `${name}-${device}-${lang}.png`), fullPage: device === 'web' })
  }
  expect(await overflow(page), `${name}: wider than the window`).toBeLessThanOrEqual(0)
}

/**
 * Waits until the address has this path (without language) and these query values. Polls, because `waitForURL` fails
 * when the page itself replaces one navigation by another, as a page does whose session ended while several calls were
 * running.
 */
export async function at({ page, lang }: Visitor, path: string, query: Record<string, string> = {}): Promise<void> {
  const wanted = localPath(lang, path)
  await expect
    .poll(() => {
      const { pathname, search, searchParams } = new URL(page.url())
      return {
        // Where it ended elsewhere, the query says why.
        path: pathname === wanted ? pathname : pathname + search,
        query: Object.fromEntries(Object.keys(query).map((name) => [name, searchParams.get(name)])),
      }
    })
    .toEqual({ path: wanted, query })
  await page.waitForLoadState()
}

/**
 * Waits for these words in the page itself, not in the frame around it. Pages join the parts of a date, the server's
 * sentences do not.
 */
export const sees = ({ page }: Visitor, text: string | RegExp): Promise<void> => {
  const main = page.locator('main')
  const plain = typeof text === 'string' ? text.replaceAll('\u2060', '') : text
  const found =
    typeof plain === 'string' ? main.getByText(plain).or(main.getByText(onOneLine(plain))) : main.getByText(plain)
  return found.filter({ visible: true }).first().waitFor()
}
