/** The family member who was just added, until their part of the page has taken the focus. */
let added: string | undefined

export const noteAdded = (key: string): void => void (added = key)
export function takeAdded(key: string): boolean {
  if (added !== key) return false
  added = undefined
  return true
}
