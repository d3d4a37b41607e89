/**
 * Which folded parts of a long text are open: kept when the language is switched, together with the reading position
 * (`reading-position.ts`).
 */
import { herePlain, takeStored } from './stored-for-next-page.ts'

const KEY = 'open-folds'
const folds = (): HTMLDetailsElement[] => [...document.querySelectorAll<HTMLDetailsElement>('main details')]

/** Stores them when the language is switched. */
export function saveOpenFolds(): () => void {
  const keep = (): void => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ at: herePlain(), open: folds().map((fold) => fold.open) }))
    } catch {
      // Storage refused: in the other language all are folded.
    }
  }
  document.addEventListener('lang-switch', keep)
  return () => document.removeEventListener('lang-switch', keep)
}

/**
 * Opens them again once all are rendered. Must run before the scroll position is restored, which depends on what is
 * open.
 */
export function restoreOpenFolds(): () => void {
  const { at, open } = takeStored(KEY)
  if (at !== herePlain() || !Array.isArray(open) || !open.includes(true)) return () => undefined
  const watch = new MutationObserver(() => go())
  const go = (): void => {
    const found = folds()
    if (found.length !== open.length) return
    found.forEach((fold, i) => {
      if (open[i]) fold.open = true
    })
    watch.disconnect()
  }
  watch.observe(document.body, { childList: true, subtree: true })
  go()
  return () => watch.disconnect()
}
