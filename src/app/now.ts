import { useEffect, useState } from 'react'

/** Whole seconds until an instant (ms), counting down; 0 when it is past. Right again after the tab slept. */
export function useSecondsLeft(until: number): number {
  const left = (): number => Math.max(0, Math.ceil((until - Date.now()) / 1000))
  const [seconds, set] = useState(left)
  useEffect(() => {
    set(left())
    if (until <= Date.now()) return
    const timer = setInterval(() => {
      set(left())
      if (until <= Date.now()) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [until])
  return seconds
}
