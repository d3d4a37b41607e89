import { useEffect, useRef, type RefObject } from 'react'

/**
 * What was typed or chosen before the page's script ran: on hydration React leaves it in the field and knows nothing of it, and the next
 * drawing wipes it out. `shown`: what the field would show by itself · `take`: called once with what stands there instead.
 */
export function useEarlyInput<E extends HTMLInputElement | HTMLSelectElement>(shown: string, take: (early: string) => void): RefObject<E | null> {
  const field = useRef<E>(null)
  useEffect(() => {
    const early = field.current?.value ?? ''
    // After the effects of the page around it, which read what the address says: this is newer.
    if (early !== '' && early !== shown) queueMicrotask(() => take(early))
    // Once: afterwards React hears of every change.
  }, [])
  return field
}
