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
  const of = `${round}\n${key}`
  const [loaded, set] = useState<LoadState<T> & { of: string }>({ of, state: 'loading' })
  if (loaded.of !== of)
    set(
      keep && loaded.state === 'ready' && loaded.of.endsWith(`\n${key}`) ? { ...loaded, of } : { of, state: 'loading' },
    )
  // `load` is a new function on every render; the key identifies what it loads.
  const start = useEffectEvent(load)
  useEffect(() => {
    let gone = false
    void start().then(
      (data) => gone || set({ of, state: 'ready', data }),
      (error: unknown) => gone || set({ of, state: 'failed', error }),
    )
    return () => {
      gone = true
    }
  }, [of])
  return [loaded, useCallback(() => setRound((n) => n + 1), [])]
}
