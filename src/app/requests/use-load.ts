/** Loads something once per key, with the four states that every loading screen shows. */
import { useCallback, useEffect, useEffectEvent, useState } from 'react'

export type LoadState<T> = { state: 'loading' } | { state: 'failed'; error: unknown } | { state: 'ready'; data: T }

/**
 * `load` rejects when loading failed: see `dataOf`. `again` retries. With `keep`, what is shown stays until it has been
 * loaded again: a page that is empty in between jumps to its top and loses the focus.
 */
export function useLoad<T>(
  key: string,
  load: () => Promise<T>,
  { keep = false }: { keep?: boolean } = {},
): [LoadState<T>, () => void] {
  const [round, setRound] = useState(0)
  const of = `${round} ${key}`
  const [loaded, set] = useState<LoadState<T> & { of: string; key: string }>({ of, key, state: 'loading' })
  if (loaded.of !== of)
    set(keep && loaded.key === key && loaded.state === 'ready' ? { ...loaded, of } : { of, key, state: 'loading' })
  // `load` is a new function on every render; the key identifies what it loads.
  const start = useEffectEvent(load)
  useEffect(() => {
    let gone = false
    void start().then(
      (data) => gone || set({ of, key, state: 'ready', data }),
      (error: unknown) => gone || set({ of, key, state: 'failed', error }),
    )
    return () => {
      gone = true
    }
  }, [of, key])
  return [loaded, useCallback(() => setRound((n) => n + 1), [])]
}
