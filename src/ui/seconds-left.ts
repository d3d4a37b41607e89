import { useCallback, useSyncExternalStore } from 'react'
import { now } from '../lib/days/clock.ts'

/** Whole seconds left until an instant (ms), never below 0. */
export const secondsLeft = (until: number, at: number): number => Math.max(0, Math.ceil((until - at) / 1000))

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
export function useSecondsLeft(until = 0): number {
  const left = (): number => secondsLeft(until, now())
  const follow = useCallback(
    (changed: () => void) => {
      const timer = setInterval(() => {
        changed()
        if (until <= now()) clearInterval(timer)
      }, 1000)
      return () => clearInterval(timer)
    },
    [until],
  )
  return useSyncExternalStore(follow, left, left)
}
