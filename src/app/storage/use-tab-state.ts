/**
 * State that survives a reload, the back button and a change of language in this tab (design §6.9).
 * Session storage: gone when the tab closes. Never for codes, ID numbers or bank accounts.
 */
import { useEffect, useState, type Dispatch, type SetStateAction } from 'react'

export function useTabState<T>(key: string, initial: T, read: (raw: unknown) => T): [T, Dispatch<SetStateAction<T>>] {
  const [value, set] = useState<T>(() => held(key, initial, read))
  useEffect(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify(value))
    } catch {
      // Storage refused or full: the page still works, it only loses the state on reload.
    }
  }, [key, value])
  return [value, set]
}

/** Deletes the stored state once it is no longer needed. */
export function clearTabState(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage refused: nothing was stored.
  }
}

function held<T>(key: string, initial: T, read: (raw: unknown) => T): T {
  try {
    const raw = sessionStorage.getItem(key)
    return raw === null ? initial : read(JSON.parse(raw))
  } catch {
    return initial
  }
}
