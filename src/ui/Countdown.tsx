import { useEffect, useRef } from 'react'
import { clockText, useSecondsLeft } from './seconds-left.ts'

export interface CountdownProps {
  /** Instant of this device's clock, ms. */
  until: number
  onEnd?: () => void
}

/** "1:48". Not a live region: what must be announced once belongs in the surrounding text. */
export function Countdown({ until, onEnd }: CountdownProps) {
  const left = useSecondsLeft(until)
  const ended = useRef(false)
  useEffect(() => {
    if (left > 0) ended.current = false
    else if (!ended.current) {
      ended.current = true
      onEnd?.()
    }
  }, [left, onEnd])
  return (
    <time className="num font-semibold" role="timer" dateTime={`PT${left}S`}>
      {clockText(left)}
    </time>
  )
}
