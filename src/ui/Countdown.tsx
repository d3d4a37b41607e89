import { useEffect, useRef } from 'react'
import { clockText, useSecondsLeft } from './seconds-left.ts'

export interface CountdownProps {
  /** Instant of this device's clock, ms: one of the server's plus `clockSkew` (`lib/days/clock.ts`). */
  until: number
  onEnd?: () => void
}

/**
 * Between the end and `onEnd`, ms. By then the server's clock has passed it too; and an `until` that is past at once,
 * again and again, asks the server no more than once a second.
 */
const END_MS = 1000

/** "1:48". Not a live region: what must be announced once belongs in the surrounding text. */
export function Countdown({ until, onEnd }: CountdownProps) {
  const left = useSecondsLeft(until)
  const latest = useRef(onEnd)
  useEffect(() => {
    latest.current = onEnd
  })
  const over = left === 0
  useEffect(() => {
    if (!over) return undefined
    const timer = setTimeout(() => latest.current?.(), END_MS)
    return () => clearTimeout(timer)
  }, [over, until])
  return (
    <time className="num font-semibold whitespace-nowrap" role="timer" dateTime={`PT${left}S`}>
      {clockText(left)}
    </time>
  )
}
