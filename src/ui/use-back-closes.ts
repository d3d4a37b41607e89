import { useEffect, useRef } from 'react'

/**
 * Going back closes what lies over the page, instead of leaving the page: while it is `open` it has an entry of its own
 * in the history. Returns how its buttons close it: the entry is removed, and what comes `then` begins after that.
 */
export function useBackCloses(open: boolean, close: () => void): (then?: () => void) => void {
  const latest = useRef(close)
  const next = useRef<() => void>(undefined)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!open) return undefined
    history.pushState({ over: true }, '')
    const onPop = (event: PopStateEvent): void => {
      // The address has not changed: nobody else has anything to do.
      event.stopImmediatePropagation()
      latest.current()
      next.current?.()
      next.current = undefined
    }
    addEventListener('popstate', onPop, { capture: true, once: true })
    return () => removeEventListener('popstate', onPop, { capture: true })
  }, [open])
  return (then) => {
    next.current = then
    history.back()
  }
}
