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
export function takeRemoved(): boolean {
  const was = removed
  removed = false
  return was
}
