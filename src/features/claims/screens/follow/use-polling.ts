/**
 * Data that changes while the page is open: loaded once, checked every 15 s while the page is visible, and at once when
 * the person or the connection comes back. The last state stays visible without a connection.
 */
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { now } from '../../../../lib/days/clock.ts'

export type Polled<T> =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'ready'; data: T; at: number; stale: boolean }

const LOADING: Polled<never> = { state: 'loading' }

const WATCH_MS = 15_000
/** After this long without input, checking stops, so that it does not keep a login alive for ever. */
const IDLE_MS = 30 * 60_000

export interface PollingOptions<T> {
  key: string
  /** Rejects when it could not be loaded. */
  load: () => Promise<T>
  /** A cheap check: is there anything newer than this? */
  changed: (data: T) => Promise<boolean>
  /** Whether data is from before what is shown: answers can arrive in another order than they were asked for. */
  older?: (data: T, shown: T) => boolean
}

export interface PollingHandle<T> {
  /** Reloads from the beginning. */
  again: () => void
  /** Replaces the data with an action's reply. */
  put: (data: T) => void
}

export function usePolling<T>({ key, load, changed, older }: PollingOptions<T>): [Polled<T>, PollingHandle<T>] {
  const [round, setRound] = useState(0)
  // What was loaded for another key, or before it was asked for again, is not shown.
  const of = `${round} ${key}`
  const [held, set] = useState<{ of: string; polled: Polled<T> }>()
  const fresh: Polled<T> = held?.of === of ? held.polled : LOADING

  const put = useCallback(
    (data: T) =>
      set((shown) =>
        shown?.of === of && shown.polled.state === 'ready' && older?.(data, shown.polled.data)
          ? shown
          : { of, polled: { state: 'ready', data, at: now(), stale: false } },
      ),
    [of, older],
  )

  const start = useEffectEvent(load)
  useEffect(() => {
    let gone = false
    void start().then(
      (data) => gone || put(data),
      (error: unknown) => gone || set({ of, polled: { state: 'failed', error } }),
    )
    return () => {
      gone = true
    }
  }, [of, put])

  const check = useEffectEvent(() =>
    look({ fresh, load, changed }, put, () =>
      set((shown) =>
        shown?.of === of && shown.polled.state === 'ready' ? { of, polled: { ...shown.polled, stale: true } } : shown,
      ),
    ),
  )
  useEffect(() => watch(() => check()), [key])

  return [fresh, { again: useCallback(() => setRound((n) => n + 1), []), put }]
}

async function look<T>(
  { fresh, load, changed }: { fresh: Polled<T> } & Pick<PollingOptions<T>, 'load' | 'changed'>,
  put: (data: T) => void,
  lost: () => void,
): Promise<void> {
  if (fresh.state !== 'ready') return
  try {
    const data = (await changed(fresh.data)) ? await load() : fresh.data
    if (data !== fresh.data || fresh.stale) put(data)
  } catch {
    lost()
  }
}

/** Calls `run` at the right times, never twice at once; returns a function that stops it. */
export function watch(run: () => Promise<void>): () => void {
  let busy = false
  let touched = now()
  const soon = (): void => {
    if (busy || document.visibilityState !== 'visible') return
    busy = true
    void run().finally(() => {
      busy = false
    })
  }
  const tick = (): void => {
    if (now() - touched < IDLE_MS) soon()
  }
  const touch = (): void => {
    touched = now()
  }
  const stop = new AbortController()
  const { signal } = stop
  const timer = setInterval(tick, WATCH_MS)
  for (const event of ['focus', 'online', 'offline'] as const) addEventListener(event, soon, { signal })
  for (const event of ['pointerdown', 'keydown', 'scroll'] as const)
    addEventListener(event, touch, { signal, passive: true })
  document.addEventListener('visibilitychange', soon, { signal })
  return () => {
    clearInterval(timer)
    stop.abort()
  }
}
