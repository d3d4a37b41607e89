/**
 * What browser tests begin with, at the head of a file: `const it = sharedSite()` where nothing of the site is changed,
 * `ownSite()` for a separate site. Each has one browser.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, onTestFinished } from 'vitest'
import { workerBrowser } from '../browser/chromium.ts'
import { knowSession } from '../browser/samples.ts'
import { hostedSite, startSite, type Site, type SiteOptions } from '../browser/site.ts'
import { openContext, watch, type Trouble, type View } from '../browser/visit.ts'

export { payAt } from '../browser/sandbox-gateway.ts'
export { advanceClock, clientOf, DEMO, eventually, messagesTo, readCode, signIn } from '../browser/sandbox.ts'
export {
  axe,
  DEVICES,
  redirectsAway,
  overflowingParts,
  overflow,
  settled,
  THEMES,
  visit,
  WINDOW,
} from '../browser/visit.ts'
export type { Device } from '../browser/visit.ts'
export type { Site } from '../browser/site.ts'

/** A browser, and pages of a site. */
interface Pages {
  readonly browser: Browser
  /** A page in its own context, closed with the test that opens it; with the file if `kept`, or opened by a hook. */
  open(view?: View & { kept?: boolean }): Promise<Page & { trouble: Trouble }>
}

export interface OwnSite extends Pages {
  readonly site: Site
}

export interface SharedSite extends Pages {
  /**
   * Shared by all files that change nothing on it: its clock stands still, its demo account stays signed in and
   * unchanged.
   */
  readonly site: Pick<Site, 'url'>
}

interface Opened<S> {
  browser: Browser
  site: S
  /** Ends what the file uses besides its pages and its browser. */
  close: () => Promise<void>
}

/** Starts the built site and a browser before the tests of this file, and ends both after them. */
export const ownSite = (options: SiteOptions = {}): OwnSite =>
  pagesOf(async () => {
    // The demo account is filled already: filling it takes four times as long as starting.
    const begin = options.killable ? startSite : hostedSite
    const site = await begin(options.env?.['DEMO'] === '0' ? options : { from: inject('demo'), ...options })
    return { site, browser: await workerBrowser(), close: site.close }
  })

/** A browser at the site that this run's files share: for tests that read and change nothing. */
export const sharedSite = (): SharedSite =>
  pagesOf(async () => {
    const { url, stored } = inject('shared')
    const site = { url }
    knowSession(site, stored)
    return { site, browser: await workerBrowser(), close: async () => undefined }
  })

function pagesOf<S extends Pick<Site, 'url'>>(begin: () => Promise<Opened<S>>): Pages & { readonly site: S } {
  const held: { opened?: Opened<S> } = {}
  beforeAll(async () => void (held.opened = await begin()))
  afterAll(async () => {
    // All of them, also what a test opened by itself: the browser is the next file's.
    await Promise.all(held.opened?.browser.contexts().map((context) => context.close()) ?? [])
    await held.opened?.close()
  })
  const there = (): Opened<S> => {
    if (!held.opened) throw new Error('The house is opened by beforeAll: use it inside tests')
    return held.opened
  }
  return {
    get site() {
      return there().site
    },
    get browser() {
      return there().browser
    },
    open: async ({ kept = false, ...view } = {}) => {
      const context = await openContext(there().browser, there().site, view)
      // A page that nobody looks at any more still asks the server and counts its seconds.
      if (!kept && expect.getState().currentTestName !== undefined) onTestFinished(() => context.close())
      const page = await context.newPage()
      return Object.assign(page, { trouble: watch(page) })
    },
  }
}
