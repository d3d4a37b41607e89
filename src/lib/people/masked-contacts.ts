/** Two contacts, one in place of the other, masked so that their difference can be seen. */
import { maskContact } from './contact.ts'

/** Most characters of a hidden part that two contacts may show to be told apart. */
const TOLD_APART = 3

/**
 * The masks of a contact and of the one in its place. Where these are alike, each shows what it has and the other has
 * not, so that a wrong letter can be seen: `c•••@example.com` and `c•••e@example.com`.
 */
export function maskContacts(old: string | null, next: string | null): { old: string | null; new: string | null } {
  const [was, is] = [old && maskContact(old), next && maskContact(next)]
  if (!old || !next || was !== is || old === next) return { old: was, new: is }
  const [a = '', b = ''] = [old, next].map((text) => text.split('@')[0])
  const shorter = Math.min(a.length, b.length)
  let from = 0
  while (from < shorter && a[from] === b[from]) from += 1
  let end = 0
  while (end < shorter - from && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const shown = (text: string): string => {
    const own = text.slice(from, text.length - end).slice(0, TOLD_APART)
    if (!old.includes('@')) return maskContact(old).replace('••••', `••${own}••`)
    return maskContact(old).replace('•••', own && end > 0 ? `•••${own}•••` : `•••${own}`)
  }
  return { old: shown(a), new: shown(b) }
}
