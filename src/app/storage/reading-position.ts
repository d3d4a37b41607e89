/**
 * The reading position in a long text. Another language is longer or shorter, so the position is stored not in pixels
 * but as a fraction of the way between two headings, which have the same order in both.
 */
import { herePlain, takeStored } from './stored-for-next-page.ts'

const KEY = 'text-place'
/** Not headings in folded parts, which have no position. */
const HEADINGS = 'main :is(h2, h3):not(details:not([open]) *)'
/** Below the bars of phones. */
const TOP = 72
const headings = (): Element[] => [...document.querySelectorAll(HEADINGS)]
const topOf = (heading: Element | undefined): number =>
  heading?.getBoundingClientRect().top ?? document.documentElement.scrollHeight - scrollY

/** Stores the position when the language is switched. */
export function saveReadingPosition(): () => void {
  const keep = (): void => {
    const all = headings()
    const n = all.findLastIndex((it) => topOf(it) <= TOP)
    if (n < 0) return
    const [from, to] = [topOf(all[n]), topOf(all[n + 1])]
    try {
      sessionStorage.setItem(
        KEY,
        JSON.stringify({ at: herePlain(), of: all.length, n, part: to > from ? (TOP - from) / (to - from) : 0 }),
      )
    } catch {
      // Storage refused: the other language begins at the top.
    }
  }
  document.addEventListener('lang-switch', keep)
  return () => document.removeEventListener('lang-switch', keep)
}

/** Restores the position that was stored for this address, unless the person has scrolled or acted meanwhile. */
export function restoreReadingPosition(): () => void {
  // The number of headings, the last one above the position, and how far it is from there to the next.
  const { at, of, n, part } = takeStored(KEY)
  if (at !== herePlain()) return () => undefined
  const acts = new AbortController()
  const go = (): void => {
    const all = headings()
    const last = Number(n)
    const heading = all[last]
    if (!heading || all.length !== of) return
    const [from, to] = [topOf(heading), topOf(all[last + 1])]
    scrollTo({ top: scrollY + from + Number(part) * (to - from) - TOP, behavior: 'instant' })
    acts.abort()
  }
  // The text may still be loading.
  const watch = new MutationObserver(go)
  acts.signal.addEventListener('abort', () => watch.disconnect())
  for (const act of ['pointerdown', 'keydown', 'wheel'] as const)
    addEventListener(act, () => acts.abort(), { signal: acts.signal })
  watch.observe(document.body, { childList: true, subtree: true })
  go()
  return () => acts.abort()
}
