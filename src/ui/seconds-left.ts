import { useEffect, useState } from 'react'

/** Whole seconds left until an instant (ms), never below 0. */
export const secondsLeft = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / 1000))

/** "0:42", "12:05", "1:02:03". */
export function clockText(seconds: number): string {
  const two = (n: number): string => String(n).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/**
 * Seconds left until an instant of this device's clock; 0 without one. Reads the clock each time, so that tabs that
 * were asleep are correct.
 */
export function useSecondsLeft(until: number | undefined): number {
  const [, tick] = useState(0)
  const left = until === undefined ? 0 : secondsLeft(until, Date.now())
  const running = left > 0
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => tick((n) => n + 1), 1000)
    return () => clearInterval(timer)
  }, [until, running])
  return left
}
