/** What undoing a change of contact information restores, as a pure function (decision 0061). */
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import type { Channel } from '../../../../lib/people/contact.ts'
import type { ContactTable } from '../../tables.ts'

const MINUTE = 60_000
const DAY = 86_400_000
/** How long the earlier contact still signs in, and the change can be undone. */
export const UNDO_MS = LIMITS.contactUndoDays * DAY
/** How long a given code allows changes of contact information. */
export const CONFIRM_MS = LIMITS.confirmMinutes * MINUTE
/** Most changes of one account in a day. */
export const CHANGES_PER_DAY = LIMITS.contactChangesDay

export interface ContactChange {
  id: string
  /** Increases within an account. */
  number: number
  channel: Channel
  /** The contact before and after it; `null` for an empty channel. */
  old_contact_id: string | null
  new_contact_id: string | null
  undo_until: number
  undone_at: number | null
}

export const isUndoable = (change: ContactChange, now: number): boolean =>
  change.undone_at === null && change.undo_until > now

export interface Rollback {
  /** Changes that are undone together, the earliest first. */
  changes: ContactChange[]
  /** The contact of each channel that one of them changed, as it was before. */
  restored: Partial<Record<Channel, string | null>>
  /** Contacts that these changes added. */
  withdrawn: string[]
}

/**
 * Undoing one change goes back to before the first change of its channel that can still be undone, for the whole
 * account: later changes may have been made by somebody without a right to, and each earlier state had a contact to
 * sign in with. `undefined` when it cannot be undone.
 */
export function rollbackOf(all: readonly ContactChange[], id: string, now: number): Rollback | undefined {
  const open = all.filter((it) => isUndoable(it, now)).sort((a, b) => a.number - b.number)
  const asked = open.find((it) => it.id === id)
  const first = asked && open.find((it) => it.channel === asked.channel)
  if (!first) return undefined
  const changes = open.filter((it) => it.number >= first.number)
  const restored: Rollback['restored'] = {}
  for (const change of changes) if (!(change.channel in restored)) restored[change.channel] = change.old_contact_id
  const back = new Set(Object.values(restored))
  return {
    changes,
    restored,
    withdrawn: changes.flatMap(({ new_contact_id: made }) => (made === null || back.has(made) ? [] : [made])),
  }
}

/**
 * The same for an account whose contacts are known: one that was withdrawn from it since is not restored, and what
 * would leave the account without a contact cannot be undone (decision 0108).
 */
export function rollbackToContacts(
  all: readonly ContactChange[],
  contacts: readonly Pick<ContactTable, 'id' | 'channel' | 'ended_at' | 'ended_why'>[],
  id: string,
  now: number,
): Rollback | undefined {
  const withdrawn = new Set(contacts.flatMap((it) => (it.ended_why === 'undone' ? [it.id] : [])))
  const back = rollbackOf(
    all.map((it) =>
      it.old_contact_id !== null && withdrawn.has(it.old_contact_id) ? { ...it, old_contact_id: null } : it,
    ),
    id,
    now,
  )
  if (!back) return undefined
  const stays = contacts.some((it) => it.ended_at === null && !(it.channel in back.restored))
  return stays || Object.values(back.restored).some((it) => it !== null) ? back : undefined
}
