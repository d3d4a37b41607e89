/** What is shown of an account's contacts. Nothing leaves unmasked. */
import { maskContact } from '../../../lib/people/contact.ts'
import { maskContacts } from '../../../lib/people/masked-contacts.ts'
import type { Output } from '../../../lib/contract.ts'
import { Refusal, type UserContext } from '../../../server/http/call-handlers.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { undeliverableMailbox } from '../../../server/messages/bounces/undeliverable-mailboxes.ts'
import {
  changesOf,
  isConfirmed,
  destinationOf,
  undoCodeHash,
  isUndoable,
  rollbackToContacts,
  contactHistory,
  type ContactChangeTable,
  type ContactTable,
} from '../../session/server/door.ts'
import type { ContactInformation, lookAtUndo, undoByLink } from '../contact-calls.ts'

type Contacts = ContactInformation['contacts']

const contactOf = (deps: Deps, all: readonly ContactTable[], id: string | null | undefined): string | null => {
  const found = all.find((it) => it.id === id)
  return found ? destinationOf(deps, found) : null
}
const masked = (deps: Deps, all: readonly ContactTable[], id: string | null | undefined): string | null => {
  const contact = contactOf(deps, all, id)
  return contact === null ? null : maskContact(contact)
}

const currentIds = (all: readonly ContactTable[]) => ({
  mobile: all.find((it) => it.channel === 'mobile' && it.ended_at === null)?.id ?? null,
  email: all.find((it) => it.channel === 'email' && it.ended_at === null)?.id ?? null,
})

const described = (deps: Deps, all: readonly ContactTable[], change: ContactChangeTable) => ({
  channel: change.channel,
  ...maskContacts(contactOf(deps, all, change.old_contact_id), contactOf(deps, all, change.new_contact_id)),
  at: change.at,
  until: change.undo_until,
})

/** The contacts that an account has now. */
export async function contactsNow(deps: Deps, userId: string): Promise<Contacts> {
  const all = await contactHistory(deps.db, userId)
  const ids = currentIds(all)
  return { mobile: masked(deps, all, ids.mobile), email: masked(deps, all, ids.email) }
}

export async function contactInformationOf({ deps, caller }: UserContext): Promise<ContactInformation> {
  const all = await contactHistory(deps.db, caller.userId)
  const open = (await changesOf(deps.db, caller.userId)).filter((it) => isUndoable(it, deps.clock())).reverse()
  return {
    contacts: await contactsNow(deps, caller.userId),
    mailTrouble: await mailTroubleOf(deps, all),
    confirmed: await isConfirmed(deps, deps.db, caller),
    changes: open.map((it) => ({ id: it.id, ...described(deps, all, it) })),
  }
}

/** What is wrong with the mailbox in use. */
async function mailTroubleOf(deps: Deps, all: readonly ContactTable[]): Promise<ContactInformation['mailTrouble']> {
  const email = all.find((it) => it.channel === 'email' && it.ended_at === null)
  const found = email && (await undeliverableMailbox(deps.db, email.mac))
  return found ? { reason: found.reason, since: found.since } : null
}

/** The change that a message's link undoes. */
export async function changeOfLink(deps: Deps, code: string): Promise<ContactChangeTable> {
  const row = await deps.db
    .selectFrom('contact_undo_links')
    .innerJoin('contact_changes', 'contact_changes.id', 'contact_undo_links.change_id')
    .select('contact_changes.user_id')
    .select('contact_changes.id')
    .where('code_hash', '=', undoCodeHash(code))
    .executeTakeFirst()
  const change = row && (await changesOf(deps.db, row.user_id)).find(({ id }) => id === row.id)
  if (!change) throw new Refusal<typeof undoByLink>('link_unknown')
  return change
}

export async function undoLinkOf(deps: Deps, code: string): Promise<Output<typeof lookAtUndo>> {
  const change = await changeOfLink(deps, code)
  const all = await contactHistory(deps.db, change.user_id)
  const back = rollbackToContacts(await changesOf(deps.db, change.user_id), all, change.id, deps.clock())
  const ids = back && { ...currentIds(all), ...back.restored }
  return {
    state: back ? 'open' : change.undone_at === null ? 'over' : 'undone',
    ...described(deps, all, change),
    after: ids ? { mobile: masked(deps, all, ids.mobile), email: masked(deps, all, ids.email) } : null,
  }
}
