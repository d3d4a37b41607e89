/**
 * Changing contact information: replacing, adding or removing, and undoing that (decision 0061). Every earlier contact
 * gets a message about a change, with a link that undoes it.
 */
import { channelOf, type Channel } from '../../../../lib/people/contact.ts'
import type { Lang } from '../../../../lib/locale.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { newId } from '../../../../server/new-id.ts'
import { Conflict, writeEvent } from '../../../../server/transition.ts'
import { tellOfChange, tellOfUndo } from './contact-messages.ts'
import { CHANGES_PER_DAY, isUndoable, rollbackToContacts, UNDO_MS, type Rollback } from './undo-contact-change.ts'
import { addContact, endContact, lockContactsOf, lockDestination, showContact } from './contacts.ts'
import { contactHistory, contactsInUse, isHeldByAnother } from './held-contacts.ts'
import { queueContactEnded } from './orders-of-ended-contact.ts'
import { revokeOtherSessions } from '../sessions.ts'
import type { ContactChangeTable, ContactTable } from '../../tables.ts'
import { destinationMac } from '../../../../server/keys/destination-mac.ts'
import { contactEnded, signedOutElsewhere } from '../hooks.ts'

const DAY = 86_400_000

type Refused = { ok: false; reason: 'taken' | 'last_contact' | 'no_contact' | 'too_many_changes' }
export type Changed = { ok: true } | Refused

/** Who makes the change: `user:<id>`, or `operator:<id>` with the reason; `lang` is that of the messages. */
export interface Act {
  by: string
  why?: string
  lang: Lang
}

const numbered = (row: ContactChangeTable): ContactChangeTable => ({
  ...row,
  at: row.at,
  undo_until: row.undo_until,
  undone_at: row.undone_at === null ? null : row.undone_at,
})

/** All changes of an account, the earliest first. */
export const changesOf = async (db: Trx | Deps['db'], userId: string): Promise<ContactChangeTable[]> =>
  (await db.selectFrom('contact_changes').selectAll().where('user_id', '=', userId).orderBy('number').execute()).map(
    numbered,
  )

/** Makes a proven destination the channel's contact, replacing the present one if any. Repeating it changes nothing. */
export async function putContact(
  deps: Deps,
  trx: Trx,
  userId: string,
  destination: string,
  act: Act,
): Promise<Changed> {
  const [channel, mac] = [channelOf(destination), destinationMac(deps, destination)]
  await lockContactsOf(trx, userId)
  await lockDestination(trx, mac)
  const before = await contactsInUse(trx, userId)
  const old = before.find((it) => it.channel === channel)
  if (old?.mac === mac) return { ok: true }
  if (await isHeldByAnother(trx, mac, userId, deps.clock())) return { ok: false, reason: 'taken' }
  const changes = await changesOf(trx, userId)
  if (tooMany(deps, changes, act)) return { ok: false, reason: 'too_many_changes' }
  if (old) await giveUp(deps, trx, old)
  const added = await addContact(deps, trx, userId, destination)
  await record(deps, trx, { userId, channel, old, added, changes, before, act })
  return { ok: true }
}

/** Removes a channel's contact. The last one stays: otherwise nobody could sign in any more. */
export async function removeContact(
  deps: Deps,
  trx: Trx,
  userId: string,
  channel: Channel,
  act: Act,
): Promise<Changed> {
  await lockContactsOf(trx, userId)
  const before = await contactsInUse(trx, userId)
  const old = before.find((it) => it.channel === channel)
  if (!old) return { ok: false, reason: 'no_contact' }
  if (before.length === 1) return { ok: false, reason: 'last_contact' }
  const changes = await changesOf(trx, userId)
  if (tooMany(deps, changes, act)) return { ok: false, reason: 'too_many_changes' }
  await giveUp(deps, trx, old)
  await showContact(trx, userId, channel, null)
  await record(deps, trx, { userId, channel, old, added: undefined, changes, before, act })
  return { ok: true }
}

const tooMany = (deps: Deps, changes: readonly ContactChangeTable[], { by }: Act): boolean =>
  by.startsWith('user:') && changes.filter(({ at }) => at > deps.clock() - DAY).length >= CHANGES_PER_DAY

async function giveUp(deps: Deps, trx: Trx, old: ContactTable): Promise<void> {
  const now = deps.clock()
  await endContact(trx, old, 'changed', now + UNDO_MS)
  for (const hook of contactEnded.all(deps))
    await hook(deps, trx, { userId: old.user_id, mac: old.mac, countsFrom: old.counts_from, until: now })
  await queueContactEnded(deps, trx, old.id, now + UNDO_MS)
}

interface Recorded {
  userId: string
  channel: Channel
  old: ContactTable | undefined
  added: ContactTable | undefined
  changes: readonly ContactChangeTable[]
  before: readonly ContactTable[]
  act: Act
}

async function record(
  deps: Deps,
  trx: Trx,
  { userId, channel, old, added, changes, before, act }: Recorded,
): Promise<void> {
  const now = deps.clock()
  const change: ContactChangeTable = {
    id: newId(),
    user_id: userId,
    number: (changes.at(-1)?.number ?? 0) + 1,
    channel,
    old_contact_id: old?.id ?? null,
    new_contact_id: added?.id ?? null,
    at: now,
    undo_until: now + UNDO_MS,
    undone_at: null,
  }
  await trx.insertInto('contact_changes').values(change).execute()
  await writeEvent(trx, {
    entity: 'user',
    entity_id: userId,
    at: now,
    by: act.by,
    to_status: added ? (old ? 'contact_replaced' : 'contact_added') : 'contact_removed',
    why: act.why,
    data: { channel, change: change.id },
  })
  await tellOfChange(deps, trx, { change, old, added, told: before, lang: act.lang })
}

/**
 * Undoes a change, and everything that `rollbackOf` undoes with it. All other sessions end, because nobody knows who
 * signed in with the withdrawn contacts; what those gave access to is not kept. False when it can no longer be undone.
 */
export async function undoChange(
  deps: Deps,
  trx: Trx,
  change: Pick<ContactChangeTable, 'id' | 'user_id'>,
  act: Act & { keepSession?: string },
): Promise<boolean> {
  const { user_id: userId } = change
  const now = deps.clock()
  await lockContactsOf(trx, userId)
  const contacts = await contactHistory(trx, userId)
  const back = rollbackToContacts(await changesOf(trx, userId), contacts, change.id, now)
  if (!back) return false
  for (const { id } of back.changes) await markUndone(trx, id, now)
  await withdraw(
    trx,
    contacts.filter(({ id }) => back.withdrawn.includes(id)),
    now,
  )
  await restore(trx, userId, back, contacts, now)
  await revokeOtherSessions(deps, trx, userId, act.keepSession ?? '')
  for (const hook of signedOutElsewhere.all(deps)) await hook(deps, trx, { userId })
  await writeEvent(trx, {
    entity: 'user',
    entity_id: userId,
    at: now,
    by: act.by,
    to_status: 'contact_undone',
    why: act.why,
    data: { changes: back.changes.map(({ id }) => id) },
  })
  await tellOfUndo(deps, trx, {
    key: change.id,
    lang: act.lang,
    now: await contactsInUse(trx, userId),
    withdrawn: contacts.filter(({ id }) => back.withdrawn.includes(id)),
  })
  return true
}

export async function markUndone(trx: Trx, id: string, now: number): Promise<void> {
  const row = await trx
    .updateTable('contact_changes')
    .set({ undone_at: now })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .where('undo_until', '>', now)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new Conflict('contact_change', undefined)
}

/** From now on they sign nobody in, whether they were in use or being given up. */
export async function withdraw(trx: Trx, contacts: readonly ContactTable[], now: number): Promise<void> {
  for (const { id } of contacts) {
    await trx
      .updateTable('contacts')
      .set({ ended_at: now, ended_why: 'undone' })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', now)]))
      .execute()
  }
}

export async function restore(
  trx: Trx,
  userId: string,
  { restored }: Pick<Rollback, 'restored'>,
  contacts: readonly ContactTable[],
  now: number,
): Promise<void> {
  for (const channel of ['mobile', 'email'] as const) {
    if (!(channel in restored)) continue
    const contact = contacts.find(({ id }) => id === restored[channel])
    await showContact(trx, userId, channel, contact ?? null)
    if (!contact) continue
    await lockDestination(trx, contact.mac)
    const row = await trx
      .updateTable('contacts')
      .set({ ended_at: null, ended_why: null })
      .where('id', '=', contact.id)
      .where('ended_why', '=', 'changed')
      .where('ended_at', '>', now)
      .returning('id')
      .executeTakeFirst()
    if (!row) throw new Conflict('contact', undefined)
  }
}

/**
 * Ends the time in which changes can be undone: given-up contacts no longer sign in. For a stolen phone (an operator
 * does it, after checking who asks).
 */
export async function settleChanges(deps: Deps, trx: Trx, userId: string, act: Act): Promise<number> {
  const now = deps.clock()
  await lockContactsOf(trx, userId)
  const open = (await changesOf(trx, userId)).filter((it) => isUndoable(it, now))
  for (const { id } of open)
    await trx
      .updateTable('contact_changes')
      .set({ undo_until: now })
      .where('id', '=', id)
      .where('undone_at', 'is', null)
      .execute()
  const contacts = (await contactHistory(trx, userId)).filter(
    (it) => it.ended_why === 'changed' && Number(it.ended_at) > now,
  )
  for (const { id } of contacts)
    await trx.updateTable('contacts').set({ ended_at: now }).where('id', '=', id).where('ended_at', '>', now).execute()
  if (open.length === 0) return 0
  await revokeOtherSessions(deps, trx, userId, '')
  for (const hook of signedOutElsewhere.all(deps)) await hook(deps, trx, { userId })
  await writeEvent(trx, {
    entity: 'user',
    entity_id: userId,
    at: now,
    by: act.by,
    to_status: 'contacts_settled',
    why: act.why,
    data: { changes: open.map(({ id }) => id) },
  })
  return open.length
}
