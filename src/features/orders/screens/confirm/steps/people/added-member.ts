import { useEffect, useRef, type RefObject } from 'react'

/** The family member who was just added, until their part of the page has taken the focus. */
let added: string | undefined

export const noteAdded = (key: string): void => void (added = key)
export function takeAdded(key: string): boolean {
  if (added !== key) return false
  added = undefined
  return true
}

/** Whether a member was just removed, whose part of the page has taken the focus away with it. */
let removed = false

export const noteRemoved = (): void => void (removed = true)

/** The section (its first button) to which the focus goes when the family has become smaller. */
export function useFocusAfterRemoval(family: unknown): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (removed) section.current?.querySelector('button')?.focus()
    removed = false
  }, [family])
  return section
}
