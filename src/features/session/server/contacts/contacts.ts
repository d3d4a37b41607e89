/**
 * Mobile numbers and emails of people: found at login, added, given up (design §10 "Contact", decision 0051). Who holds
 * which: held-contacts.ts; changes: contact-changes.ts.
 */
import { channelOf, type Channel } from '../../../../lib/people/contact.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { newId } from '../../../../server/new-id.ts'
import { Conflict } from '../../../../server/transition.ts'
import { contactHistory, freeSince, inUseAmong, liveContact } from './held-contacts.ts'
import { destinationMac } from '../../../../server/keys/destination-mac.ts'
import type { ContactTable, UserTable } from '../../tables.ts'

const columnsOf = (channel: Channel, sealed: string | null, mac: string | null): Partial<UserTable> =>
  channel === 'email' ? { email: sealed, email_mac: mac } : { mobile: sealed, mobile_mac: mac }

/** The person of a destination that a code has proven, and from when on it counts; a first login creates both. */
export async function personOf(
  deps: Deps,
  trx: Trx,
  destination: string,
): Promise<{ user: UserTable; countsFrom: number; contact: ContactTable }> {
  const known = (await liveContact(deps, trx, destination)) ?? (await firstContact(deps, trx, destination))
  const user = await trx.selectFrom('users').selectAll().where('id', '=', known.user_id).executeTakeFirstOrThrow()
  return { user, countsFrom: known.counts_from, contact: known }
}

async function firstContact(deps: Deps, trx: Trx, destination: string): Promise<ContactTable> {
  const [mac, channel, now] = [destinationMac(deps, destination), channelOf(destination), deps.clock()]
  await lockDestination(trx, mac)
  // Checked again: the previous holder of the lock may have taken it.
  const taken = await liveContact(deps, trx, destination)
  if (taken) return taken
  const sealed = deps.seal.seal('users.contact', destination)
  const userId = newId()
  await trx
    .insertInto('users')
    .values({
      id: userId,
      name: null,
      created_at: now,
      closed_at: null,
      mobile: null,
      mobile_mac: null,
      email: null,
      email_mac: null,
      ...columnsOf(channel, sealed, mac),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const owner = await trx
    .selectFrom('users')
    .select('id')
    .where(channel === 'email' ? 'email_mac' : 'mobile_mac', '=', mac)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('contacts')
    .values({
      id: newId(),
      user_id: owner.id,
      channel,
      destination: sealed,
      mac,
      proved_at: now,
      counts_from: await freeSince(trx, mac),
      ended_at: null,
      ended_why: null,
      accepted_at: now,
    })
    .onConflict((conflict) => conflict.column('mac').where('ended_at', 'is', null).doNothing())
    .execute()
  const [made] = await inUseAmong(trx, [mac])
  if (!made) throw new Conflict('contact', undefined)
  return made
}

/** Changes to one person's contacts run one after the other. */
export const lockContactsOf = (trx: Trx, userId: string): Promise<void> => lockFor(trx, `contacts:${userId}`)

/** Changes of a destination's owner run one after the other. */
export const lockDestination = (trx: Trx, mac: string): Promise<void> => lockFor(trx, `contact:${mac}`)

/** Sets the contact by which the person is reached and which is shown, for one channel, or none. */
export async function showContact(
  trx: Trx,
  userId: string,
  channel: Channel,
  contact: Pick<ContactTable, 'destination' | 'mac'> | null,
): Promise<void> {
  await trx
    .updateTable('users')
    .set(columnsOf(channel, contact?.destination ?? null, contact?.mac ?? null))
    .where('id', '=', userId)
    .execute()
}

/** Gives a contact up: it signs in until `until`. Throws `Conflict` when that was done already. */
export async function endContact(
  trx: Trx,
  contact: ContactTable,
  why: NonNullable<ContactTable['ended_why']>,
  until: number,
): Promise<void> {
  const ended = await trx
    .updateTable('contacts')
    .set({ ended_at: until, ended_why: why })
    .where('id', '=', contact.id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw new Conflict('contact', undefined)
}

/** Whoever signs in with the contact has said that the account is theirs, and is not asked again. */
export async function acceptContact(deps: Deps, trx: Trx, contact: Pick<ContactTable, 'id'>): Promise<void> {
  await trx
    .updateTable('contacts')
    .set({ accepted_at: deps.clock() })
    .where('id', '=', contact.id)
    .where('accepted_at', 'is', null)
    .execute()
}

/**
 * Adds a proven destination to a person whose channel is empty. What was bought with it before is not included, unless
 * it was theirs.
 */
export async function addContact(deps: Deps, trx: Trx, userId: string, destination: string): Promise<ContactTable> {
  const [channel, mac, now] = [channelOf(destination), destinationMac(deps, destination), deps.clock()]
  const own = (await contactHistory(trx, userId)).find(
    (it) => it.mac === mac && Number(it.ended_at) > now && it.ended_why === 'changed',
  )
  const added = await trx
    .insertInto('contacts')
    .values({
      id: newId(),
      user_id: userId,
      channel,
      destination: deps.seal.seal('users.contact', destination),
      mac,
      proved_at: now,
      counts_from: own ? own.counts_from : now,
      ended_at: null,
      ended_why: null,
      accepted_at: own ? own.accepted_at : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await showContact(trx, userId, channel, added)
  return added
}
