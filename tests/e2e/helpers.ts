/** What browser tests start from. One site and one browser per file: `const it = house()` at its head. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launch } from '../browser/chromium.ts'
import { startSite } from '../browser/site.ts'
import type { Site, SiteOptions } from '../browser/site.ts'
import { openContext, watch } from '../browser/visit.ts'
import type { Trouble, View } from '../browser/visit.ts'

export { payAt } from '../browser/gateway.ts'
export { advanceClock, clientOf, DEMO, eventually, messagesTo, readCode, signIn } from '../browser/sandbox.ts'
export { axe, DEVICES, overflow, settled, THEMES, visit } from '../browser/visit.ts'
export type { Device, Theme, View } from '../browser/visit.ts'
export type { Site } from '../browser/site.ts'

export interface House {
  readonly site: Site
  readonly browser: Browser
  /** A page in a context of its own; closed with the file, or by `page.context().close()`. */
  open(view?: View): Promise<Page & { trouble: Trouble }>
}

/** Starts the built site and a browser before the tests of this file, and ends both after them. */
export function house(options: SiteOptions = {}): House {
  const held: { site?: Site; browser?: Browser } = {}
  const contexts: BrowserContext[] = []
  beforeAll(async () => {
    held.site = await startSite(options)
    held.browser = await launch()
  })
  afterAll(async () => {
    await Promise.all(contexts.map((context) => context.close()))
    await held.browser?.close()
    await held.site?.close()
  })
  const there = <K extends 'site' | 'browser'>(key: K): NonNullable<(typeof held)[K]> => {
    const value = held[key]
    if (!value) throw new Error('The house is opened by beforeAll: use it inside tests')
    return value
  }
  return {
    get site() {
      return there('site')
    },
    get browser() {
      return there('browser')
    },
    open: async (view = {}) => {
      const context = await openContext(there('browser'), there('site'), view)
      contexts.push(context)
      const page = await context.newPage()
      return Object.assign(page, { trouble: watch(page) })
    },
  }
}
