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

/** The code of an act that begins now; rejects with what `callFailureWords` puts into words. */
export const loadNow = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(() => {
    // The words for a missing part ask for the page to be loaded anew.
    keepTypedOnReload()
    throw new RequestFailed(navigator.onLine ? 'part' : 'offline')
  })
