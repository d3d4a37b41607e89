/**
 * Code that an act needs, such as signing out or paying. It is asked for while the page is new: by the time of the
 * press the site may have been updated, or the connection lost. `tests/rules/late-imports.test.ts` finds acts without
 * it.
 */
import { useEffect } from 'react'
import { RequestFailed } from '../requests/read-reply.ts'
import { keepTypedOnReload } from '../storage/typed-before.ts'

/** Asks for the code once the page is drawn. What fails is asked for again by `loadNow`. */
export function useLoadAhead(load: () => Promise<unknown>): void {
  // oxlint-disable-next-line react/exhaustive-deps -- the same code, whichever function asks for it
  useEffect(() => void load().catch(() => undefined), [])
}

/** Who asked the browser to save data, or has hardly a connection, is sent nothing before it is needed (design §8). */
export function savesData(): boolean {
  const { connection } = navigator
  return connection?.saveData === true || connection?.effectiveType.endsWith('2g') === true
}

/** Resolves when the browser has nothing else to do, or after 5 s of work. */
export const idleLine = (): Promise<void> =>
  new Promise((done) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(done, 2000)
    else requestIdleCallback(() => done(), { timeout: 5000 })
  })

/** The code of an act that begins now; rejects with what `callFailureWords` puts into words. */
export const loadNow = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(() => {
    // The words for a missing part ask for the page to be loaded anew.
    keepTypedOnReload()
    throw new RequestFailed(navigator.onLine ? 'part' : 'offline')
  })
