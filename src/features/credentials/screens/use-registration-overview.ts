import { useCallback, useEffect, useState } from 'react'
import { now } from '../../../lib/days/clock.ts'
import type { Overview } from '../contract.ts'

/** Short at first: a photo that cannot be opened is refused within seconds. Long afterwards: an operator decides. */
const SOON_MS = 3_000
const LATER_MS = 60_000
const SOON_FOR_MS = 60_000

interface OverviewState {
  overview: Overview | undefined
  /** Why the first load failed. */
  failed: { error: unknown } | undefined
  again: () => void
  /** Takes over a call's reply. */
  take: (overview: Overview) => void
}

/** The caller's registrations; polled while one waits, unless the page is hidden. `load` must stay the same function. */
export function useOverview(load: () => Promise<Overview>): OverviewState {
  const [overview, take] = useState<Overview>()
  const [failed, setFailed] = useState<{ error: unknown }>()
  const [round, setRound] = useState(0)
  const [openedAt] = useState(now)
  const waits = overview?.registrations[0]?.status === 'submitted'
  const sentAt = waits ? overview.registrations[0]?.submittedAt : undefined

  useEffect(() => {
    let gone = false
    load()
      .then((found) => {
        if (gone) return
        take(found)
        setFailed(undefined)
      })
      .catch((error: unknown) => !gone && setFailed({ error }))
    return () => {
      gone = true
    }
  }, [load, round])

  useEffect(() => {
    if (!waits) return undefined
    const isSoon = now() - Math.max(openedAt, sentAt ?? 0) < SOON_FOR_MS
    const timer = setTimeout(() => setRound((n) => n + 1), isSoon && !document.hidden ? SOON_MS : LATER_MS)
    return () => clearTimeout(timer)
  }, [waits, sentAt, overview, round, openedAt])

  const again = useCallback(() => {
    setFailed(undefined)
    setRound((n) => n + 1)
  }, [])
  return { overview, failed: overview === undefined ? failed : undefined, again, take }
}
