/** Loads something once per key, with the four states that every loading screen shows. */
import { useCallback, useEffect, useState } from 'react'

export type LoadState<T> = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; data: T }

/** `load` returns `undefined` when loading failed. `again` retries. */
export function useLoad<T>(key: string, load: () => Promise<T | undefined>): [LoadState<T>, () => void] {
  const [loaded, set] = useState<LoadState<T>>({ state: 'loading' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    let gone = false
    set({ state: 'loading' })
    load()
      .then((data) => !gone && set(data === undefined ? { state: 'failed' } : { state: 'ready', data }))
      .catch(() => !gone && set({ state: 'failed' }))
    return () => {
      gone = true
    }
    // `load` is a new function on every render; the key identifies what it loads.
  }, [key, round])
  return [loaded, useCallback(() => setRound((n) => n + 1), [])]
}
