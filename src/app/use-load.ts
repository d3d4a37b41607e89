/** Loads something once per key, with the four states that every loading screen shows. */
import { useCallback, useEffect, useEffectEvent, useState } from 'react'

export type LoadState<T> = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; data: T }

const LOADING = { state: 'loading' } as const
const FAILED = { state: 'failed' } as const

/** `load` returns `undefined` when loading failed. `again` retries. */
export function useLoad<T>(key: string, load: () => Promise<T | undefined>): [LoadState<T>, () => void] {
  const [round, setRound] = useState(0)
  const asked = `${round} ${key}`
  const [{ of, loaded }, set] = useState<{ of: string; loaded: LoadState<T> }>({ of: asked, loaded: LOADING })
  if (of !== asked) set({ of: asked, loaded: LOADING })
  // `load` is a new function on every render; the key identifies what it loads.
  const start = useEffectEvent(load)
  useEffect(() => {
    let gone = false
    const end = (answer: LoadState<T>): void => {
      if (!gone) set({ of: asked, loaded: answer })
    }
    start()
      .then((data) => end(data === undefined ? FAILED : { state: 'ready', data }))
      .catch(() => end(FAILED))
    return () => {
      gone = true
    }
  }, [asked])
  return [loaded, useCallback(() => setRound((n) => n + 1), [])]
}
