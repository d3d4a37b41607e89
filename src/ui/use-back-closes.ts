import { useEffect, useEffectEvent } from 'react'

/** How each thing that lies over the page is closed, lowest first. */
const over: (() => void)[] = []
/** How many such things the present entry of the history is for. */
const depth = (): number => history.state?.over ?? 0
let ours = false

/** Leaves the entries of what is no longer open: closed by a button, or reached by Forward. */
function settle(): void {
  const by = over.length - depth()
  if (by >= 0) return
  ours = true
  history.go(by)
}

globalThis.addEventListener?.(
  'popstate',
  (event) => {
    const gone = over.splice(depth())
    // The address has not changed: nobody else has anything to do.
    if (ours || gone.length > 0) event.stopImmediatePropagation()
    ours = false
    for (const close of gone.reverse()) close()
    settle()
  },
  true,
)
// The page was loaded anew under a dialog, or is returned to from where its dialog led.
if (typeof history === 'object') settle()

/**
 * Going back closes what lies over the page, instead of leaving the page: while it is `open` it has an entry of its own
 * in the history, which goes when it is closed otherwise. An entry that a step of the page has taken over stays.
 */
export function useBackCloses(open: boolean, close: () => void): void {
  const latest = useEffectEvent(close)
  useEffect(() => {
    if (!open) return undefined
    const own = (): void => latest()
    over.push(own)
    // One that opens as another closes takes over its entry.
    if (depth() < over.length) history.pushState({ ...history.state, over: over.length }, '')
    return () => {
      const at = over.indexOf(own)
      if (at < 0) return
      over.splice(at, 1)
      // Once what the same press did is done: a next dialog, a next step.
      setTimeout(settle)
    }
  }, [open])
}
