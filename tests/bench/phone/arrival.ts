/** One screen on a slow phone: from an empty cache, and once more. */
import type { Browser, BrowserContext, CDPSession } from 'playwright-core'
import { noteShifts } from '../../browser/page-arrival.ts'
import { openContext, type Device } from '../../browser/visit.ts'
import type { Lang } from '../../../src/lib/locale.ts'
import type { Stored } from '../../browser/sandbox.ts'
import type { Site } from '../../browser/site.ts'
import { startFilm } from './film.ts'

/** Slow 4G as Lighthouse has it: 1.6 Mbit/s down, 150 ms there and back; a processor four times slower. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
const SLOWER = 4
/** Nothing moves or arrives any more. */
const STILL_MS = 1500
const END_MS = 30_000

/** What is measured of an arrival; times in ms since the address was asked for, bytes as sent. */
export interface Arrival {
  fcp: number
  lcp: number
  /** What was largest, and each that was before it: when, the element, the beginning of its words. */
  largest: string[]
  /** When something in the page's own part could be pressed or filled in. */
  action: number
  cls: number
  /** The parts that moved, the largest shift first. */
  moved: string[]
  bytes: number
  files: number
}

interface View {
  browser: Browser
  site: Site
  device: Device
  lang: Lang
  stored: Stored
  path: string
  /** Where a strip of pictures is kept. */
  film: string | undefined
}

interface Seen {
  lcp: number
  largest: string[]
  action: number
  changed: number
}

declare global {
  var seen: Seen
}

/** Runs in the page before its own scripts. */
function observe(): void {
  const seen: Seen = { lcp: 0, largest: [], action: Infinity, changed: performance.now() }
  globalThis.seen = seen
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      seen.lcp = entry.startTime
      const element = 'element' in entry && entry.element instanceof Element ? entry.element : undefined
      const what = `${element?.localName ?? 'gone'} ${element?.textContent.trim().slice(0, 40) ?? ''}`
      seen.largest.unshift(`${entry.startTime.toFixed(0)} ${what}`)
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  const usable = (): boolean =>
    document.querySelector('main astro-island[ssr]') === null &&
    [...document.querySelectorAll('main :is(a[href], button:enabled, input:enabled, select:enabled)')].some(
      (it) => it.closest('[data-waiting]') === null && it.getClientRects().length > 0,
    )
  const look = (): void => {
    seen.changed = performance.now()
    if (seen.action === Infinity && usable()) seen.action = performance.now()
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
}

async function throttled(context: BrowserContext, cdp: CDPSession): Promise<void> {
  await context.addInitScript(observe)
  await context.addInitScript(noteShifts)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', LINE)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
}

async function arrive(context: BrowserContext, path: string, film?: string): Promise<Arrival> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await throttled(context, cdp)
  let [bytes, files, open] = [0, 0, 0]
  cdp.on('Network.requestWillBeSent', () => void open++)
  cdp.on('Network.loadingFailed', () => void open--)
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    open--
    bytes += encodedDataLength
    files += encodedDataLength > 0 ? 1 : 0
  })
  const endFilm = film === undefined ? undefined : await startFilm(cdp, film)
  await page.goto(path, { waitUntil: 'commit' })
  const end = Date.now() + END_MS
  const isStill = async (): Promise<boolean> =>
    open <= 0 && (await page.evaluate(() => performance.now() - globalThis.seen.changed)) > STILL_MS
  while (!(await isStill().catch(() => false)) && Date.now() < end) await new Promise((done) => setTimeout(done, 100))
  await endFilm?.()
  const { fcp, seen, shifts } = await page.evaluate(() => ({
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    seen: globalThis.seen,
    shifts: globalThis.shifts,
  }))
  await page.close()
  const moved = shifts
    .filter(({ by }) => by >= 0.005)
    .sort((a, b) => b.by - a.by)
    .map(({ by, what }) => `${by.toFixed(3)} ${what}`)
  return {
    fcp,
    lcp: seen.lcp,
    largest: seen.largest,
    action: seen.action,
    cls: shifts.reduce((sum, { by }) => sum + by, 0),
    moved,
    bytes,
    files,
  }
}

export async function watchArrival(view: View): Promise<{ first: Arrival; again: Arrival }> {
  const { browser, site, device, lang, stored, path, film } = view
  const context = await openContext(browser, site, { device, lang, stored })
  try {
    return { first: await arrive(context, path, film), again: await arrive(context, path) }
  } finally {
    await context.close()
  }
}
