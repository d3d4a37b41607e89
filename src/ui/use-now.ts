import { useEffect, useState } from 'react'
import { now } from '../lib/days/clock.ts'

const MINUTE = 60_000

/**
 * The present instant (ms) as state of a component: read when it is first shown, and again every `every` ms, so that a
 * page left open does not go on saying what was true an hour ago. `every` of `null` reads it once.
 */
export function useNow(every: number | null = MINUTE): number {
  const [at, setAt] = useState(now)
  useEffect(() => {
    if (every === null) return undefined
    const timer = setInterval(() => setAt(now()), every)
    return () => clearInterval(timer)
  }, [every])
  return at
}
