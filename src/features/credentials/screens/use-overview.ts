import { useCallback, useEffect, useState } from 'react'
import type { Overview } from '../contract.ts'

/** Often: the photo is looked at within seconds, and an exact match is approved with it. Seldom: a person decides the rest. */
const SOON_MS = 3_000
const LATER_MS = 60_000
const SOON_FOR_MS = 60_000

interface OverviewState {
  overview: Overview | undefined
  /** The first load got no answer. */
  failed: boolean
  again: () => void
  /** Shows what a call answered. */
  take: (overview: Overview) => void
}

/** The caller's registrations; followed by itself while one waits, unless the page is out of sight. */
export function useOverview(load: () => Promise<Overview | undefined>): OverviewState {
  const [overview, take] = useState<Overview>()
  const [failed, setFailed] = useState(false)
  const [round, setRound] = useState(0)
  const [openedAt] = useState(() => Date.now())
  const waits = overview?.registrations[0]?.status === 'submitted'
  const sentAt = waits ? overview.registrations[0]?.submittedAt : undefined

  useEffect(() => {
    let gone = false
    load().then((found) => {
      if (gone) return
      if (found) take(found)
      setFailed(found === undefined)
    }).catch(() => !gone && setFailed(true))
    return () => { gone = true }
    // `load` is made again on every render; `round` says when it is asked.
  }, [round])

  useEffect(() => {
    if (!waits) return
    const isSoon = Date.now() - Math.max(openedAt, sentAt ?? 0) < SOON_FOR_MS
    const timer = setTimeout(() => setRound((n) => n + 1), isSoon && !document.hidden ? SOON_MS : LATER_MS)
    return () => clearTimeout(timer)
  }, [waits, sentAt, overview, round, openedAt])

  const again = useCallback(() => {
    setFailed(false)
    setRound((n) => n + 1)
  }, [])
  return { overview, failed: failed && overview === undefined, again, take }
}
