/** What both ways of beginning a claim share. */
import { visitStore } from '../../../../../../app/storage/storage.ts'

/** A claim may be made long after the event; an earlier day than this is taken for a wrong year. */
export const FURTHEST_DAYS = 3 * 366

export const word = (raw: unknown): string => (typeof raw === 'string' ? raw : '')

/** One draft per choice and tab, however often the button is pressed before the reply arrives. */
export function startKey(choice: string): string {
  const name = `claim:start:${choice}`
  const store = visitStore()
  const held = store.getItem(name)
  if (held) return held
  const key = crypto.randomUUID()
  store.setItem(name, key)
  return key
}
