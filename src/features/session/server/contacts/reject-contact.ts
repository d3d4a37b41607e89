/** A contact is removed from an account because whoever signs in with it says that the account is not theirs (0108). */
import type { Lang } from '../../../../lib/locale.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { writeEvent } from '../../../../server/transition.ts'
import { changesOf, markUndone, restore, withdraw } from './contact-changes.ts'
import { tellOfRejection } from './contact-messages.ts'
import { lockContactsOf, lockDestination } from './contacts.ts'
import { contactHistory, contactsInUse } from './held-contacts.ts'
import { isUndoable, type Rollback } from './undo-contact-change.ts'
import type { ContactChangeTable, ContactTable } from '../../tables.ts'

/**
 * Removes the contact at once, as an undo withdraws one: it never was the account's, which takes nothing from it. Other
 * changes and sessions stay, because nobody signed in with this contact. False when it was accepted or removed by now,
 * or is the account's last.
 */
export async function rejectContact(
  deps: Deps,
  trx: Trx,
  { id, user_id: userId, mac }: ContactTable,
  lang: Lang,
): Promise<boolean> {
  const now = deps.clock()
  await lockContactsOf(trx, userId)
  await lockDestination(trx, mac)
  const contacts = await contactHistory(trx, userId)
  const contact = contacts.find((it) => it.id === id)
  if (!contact || contact.accepted_at !== null || !signsIn(contact, now)) return false
  const back =
    contact.ended_at === null ? withoutContact(contact, contacts, await changesOf(trx, userId), now) : NOTHING
  if (!back) return false
  await withdraw(trx, [contact], now)
  for (const change of back.undone) await markUndone(trx, change, now)
  await restore(trx, userId, back, contacts, now)
  await writeEvent(trx, {
    entity: 'user',
    entity_id: userId,
    at: now,
    by: 'system',
    to_status: 'contact_rejected',
    why: 'whoever signed in with it said that the account is not theirs',
    data: { channel: contact.channel, contact: id },
  })
  await tellOfRejection(deps, trx, { rejected: contact, now: await contactsInUse(trx, userId), lang })
  return true
}

const signsIn = ({ ended_at: ended }: ContactTable, now: number): boolean => ended === null || ended > now

interface Replacement extends Pick<Rollback, 'restored'> {
  undone: string[]
}
/** Of a contact that is being given up: what took its place stays. */
const NOTHING: Replacement = { restored: {}, undone: [] }

/**
 * What takes the place of a contact in use: the one that it replaced, while that still signs in. If the account had no
 * other contact in use then, the one that was removed last is back. `undefined` when none is left.
 */
function withoutContact(
  contact: ContactTable,
  contacts: readonly ContactTable[],
  changes: readonly ContactChangeTable[],
  now: number,
): Replacement | undefined {
  const restorable = (id: string | null): boolean =>
    contacts.some((it) => it.id === id && it.ended_why === 'changed' && signsIn(it, now))
  const open = changes.filter((it) => isUndoable(it, now))
  const put = open.find((it) => it.new_contact_id === contact.id)
  const before = put && restorable(put.old_contact_id) ? put.old_contact_id : null
  const back: Replacement = { restored: { [contact.channel]: before }, undone: put ? [put.id] : [] }
  if (before !== null || contacts.some((it) => it.ended_at === null && it.id !== contact.id)) return back
  const removal = open.findLast((it) => it.channel !== contact.channel && restorable(it.old_contact_id))
  if (!removal) return undefined
  return {
    restored: { ...back.restored, [removal.channel]: removal.old_contact_id },
    undone: [...back.undone, removal.id],
  }
}
