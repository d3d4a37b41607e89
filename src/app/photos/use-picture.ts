/**
 * Pictures are fetched by a call and not by their address: they are sealed, and only their owner's login or device
 * opens them.
 */
import { useEffect, useEffectEvent, useState } from 'react'

export interface Picture {
  url: string | undefined
  failed: boolean
}
const NONE: Picture = { url: undefined, failed: false }

/**
 * The bytes as an object URL for `<img>`; undefined until they are there or when loading failed. Nothing is fetched
 * without a `key`.
 */
export function usePicture(key: string | undefined, load: () => Promise<Blob | undefined>): Picture {
  const [state, set] = useState(NONE)
  const start = useEffectEvent(load)
  useEffect(() => {
    if (key === undefined) return undefined
    let gone = false
    let made: string | undefined
    const failed = (): void => {
      if (!gone) set({ url: undefined, failed: true })
    }
    start()
      .then((bytes) => {
        if (gone) return
        if (!bytes) return failed()
        made = URL.createObjectURL(bytes)
        set({ url: made, failed: false })
      })
      .catch(failed)
    return () => {
      gone = true
      if (made) URL.revokeObjectURL(made)
      set(NONE)
    }
  }, [key])
  return state
}
