/** What moves while a page arrives: from its first state, over what its calls bring, to rest. */
import type { Page } from 'playwright-core'
import { localPath, type Lang } from '../../src/lib/locale.ts'
import { settled } from './visit.ts'

interface Shift {
  by: number
  what: string
}

declare global {
  var shifts: Shift[]
}

interface Moved {
  node: Node | null
  previousRect: DOMRectReadOnly
  currentRect: DOMRectReadOnly
}
type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources?: Moved[] }

/** Runs in a page before its own scripts. */
export function noteShifts(): void {
  const shifts: Shift[] = []
  globalThis.shifts = shifts
  const place = ({ x, y, width, height }: DOMRectReadOnly): string => [x, y, width, height].map(Math.round).join(' ')
  const named = ({ node, previousRect, currentRect }: Moved): string => {
    const at = node instanceof Element ? node : node?.parentElement
    const name = at ? `${at.tagName.toLowerCase()}.${[...at.classList].slice(0, 4).join('.')}` : '?'
    return `${name} from ${place(previousRect)} to ${place(currentRect)}`
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources = [] } = entry as LayoutShift
      if (!hadRecentInput) shifts.push({ by: value, what: sources.map(named).join(', ') })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/**
 * Opens a path (without language), lets its calls wait until its islands are drawn, and waits until it is at rest: no
 * answer comes so early that a state in between is never seen.
 */
export async function arriveInTwoSteps(page: Page, lang: Lang, path: string): Promise<void> {
  const opened = Promise.withResolvers<void>()
  await page.route('**/index/**', async (route) => {
    await opened.promise
    await route.continue().catch(() => undefined)
  })
  await page.goto(localPath(lang, path), { waitUntil: 'load' })
  await page.waitForFunction(
    () => document.querySelector('[data-waiting]') === null || 'leaving' in document.documentElement.dataset,
  )
  // Two frames: what was drawn is painted.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  opened.resolve()
  await settled(page)
  await page.unroute('**/index/**')
}

/** What moved, if it is more than `most` together. */
export async function shiftsOf(page: Page, most: number): Promise<string[]> {
  const shifts = await page.evaluate(() => globalThis.shifts)
  const sum = shifts.reduce((all, { by }) => all + by, 0)
  return sum <= most
    ? []
    : [`moved by ${sum.toFixed(3)}: ${shifts.map(({ by, what }) => `${by.toFixed(3)} ${what}`).join(' | ')}`]
}

/** Calls that a page sent in advance and that nothing on it asked for. */
export const earlyCallsLeft = async (page: Page): Promise<string[]> =>
  (await page.evaluate(() => Object.keys(globalThis.earlyCalls ?? {}))).map(
    (address) => `sent early, not used: ${address}`,
  )
