import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

/**
 * Picks up what was typed before the page's script ran. On hydration React leaves such text in the field without
 * knowing it, and the next render erases it. `shown`: the value that React renders · `take`: called once with the value
 * found instead.
 */
export function useEarlyInput<E extends HTMLInputElement | HTMLSelectElement>(
  shown: string,
  take: (early: string) => void,
): RefObject<E | null> {
  const field = useRef<E>(null)
  const look = useEffectEvent(() => {
    const early = field.current?.value ?? ''
    // After the effects of the surrounding page, which read the address: typed text is newer.
    if (early !== '' && early !== shown) queueMicrotask(() => take(early))
  })
  // Only once: after hydration React receives every change.
  useEffect(() => look(), [])
  return field
}
