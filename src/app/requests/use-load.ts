/** Loads something once per key, with the four states that every loading screen shows. */
import { useCallback, useEffect, useEffectEvent, useState } from 'react'

export type LoadState<T> = { state: 'loading' } | { state: 'failed'; error: unknown } | { state: 'ready'; data: T }

/** `load` rejects when loading failed: see `dataOf`. `again` retries. */
export function useLoad<T>(key: string, load: () => Promise<T>): [LoadState<T>, () => void] {
  const [round, setRound] = useState(0)
  const of = `${round} ${key}`
  const [loaded, set] = useState<LoadState<T> & { of: string }>({ of, state: 'loading' })
  if (loaded.of !== of) set({ of, state: 'loading' })
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
