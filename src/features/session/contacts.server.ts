/** Mobile numbers and emails of people: found at a login, changed, and taken back (design §10 "Contact", decision 0051). */
import { channelOf, type Channel } from '../../lib/contact.ts'
import { LIMITS } from '../../lib/limits.ts'
import type { Trx } from '../../server/db/database.ts'
import type { Deps } from '../../server/dependencies.ts'
import { newId } from '../../server/new-id.ts'
import { destinationMac } from './login-codes.server.ts'
import type { ContactTable, UserTable } from './tables.server.ts'

const DAY = 86_400_000
/** So long the earlier contact still signs in, and its owner can undo the change. */
export const UNDO_MS = LIMITS.contactUndoDays * DAY

/** The contact that a destination signs in by now; the one in use before one that is being given up. */
export async function liveContact(deps: Deps, trx: Trx, destination: string): Promise<ContactTable | undefined> {
  const rows = await trx.selectFrom('contacts').selectAll().where('mac', '=', destinationMac(deps, destination))
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', deps.clock())])).execute()
  return rows.find((it) => it.ended_at === null) ?? rows[0]
}

/** When a destination was last given up by somebody: what was bought with it before is theirs. */
async function freeSince(trx: Trx, mac: string): Promise<number> {
  const row = await trx.selectFrom('contacts').select('ended_at').where('mac', '=', mac).where('ended_at', 'is not', null).orderBy('ended_at', 'desc').executeTakeFirst()
  return Number(row?.ended_at ?? 0)
}

const columnsOf = (channel: Channel, sealed: string | null, mac: string | null): Partial<UserTable> =>
  (channel === 'email' ? { email: sealed, email_mac: mac } : { mobile: sealed, mobile_mac: mac })

/** The person of a destination that was proven by a code, and from when on it counts; a first login makes both. */
export async function personOf(deps: Deps, trx: Trx, destination: string): Promise<{ user: UserTable; countsFrom: number }> {
  const known = await liveContact(deps, trx, destination) ?? await firstContact(deps, trx, destination)
  const user = await trx.selectFrom('users').selectAll().where('id', '=', known.user_id).executeTakeFirstOrThrow()
  return { user, countsFrom: Number(known.counts_from) }
}

async function firstContact(deps: Deps, trx: Trx, destination: string): Promise<ContactTable> {
  const [mac, channel, now] = [destinationMac(deps, destination), channelOf(destination), deps.clock()]
  const sealed = deps.seal.seal('users.contact', destination)
  const userId = newId()
  await trx.insertInto('users').values({ id: userId, name: null, created_at: now, mobile: null, mobile_mac: null, email: null, email_mac: null, ...columnsOf(channel, sealed, mac) })
    .onConflict((conflict) => conflict.doNothing()).execute()
  const owner = await trx.selectFrom('users').select('id').where(channel === 'email' ? 'email_mac' : 'mobile_mac', '=', mac).executeTakeFirstOrThrow()
  await trx.insertInto('contacts').values({
    id: newId(), user_id: owner.id, channel, destination: sealed, mac, proved_at: now, counts_from: await freeSince(trx, mac), ended_at: null, ended_why: null,
  }).onConflict((conflict) => conflict.column('mac').where('ended_at', 'is', null).doNothing()).execute()
  return trx.selectFrom('contacts').selectAll().where('mac', '=', mac).where('ended_at', 'is', null).executeTakeFirstOrThrow()
}

/** All contacts of a person, newest first. */
export const contactsOf = (db: Trx | Deps['db'], userId: string): Promise<ContactTable[]> =>
  db.selectFrom('contacts').selectAll().where('user_id', '=', userId).orderBy('proved_at', 'desc').orderBy('id', 'desc').execute()

/** The contact of a channel that is being given up and can be had back. */
export const undoable = (rows: readonly ContactTable[], channel: Channel, now: number): ContactTable | undefined =>
  rows.find((it) => it.channel === channel && it.ended_why === 'changed' && Number(it.ended_at) > now)

/** Puts a proven destination in the place of the channel's contact, which signs in for some days more. Nothing bought comes with it. */
export async function replaceContact(deps: Deps, trx: Trx, userId: string, destination: string): Promise<ContactTable | undefined> {
  const [channel, mac, now] = [channelOf(destination), destinationMac(deps, destination), deps.clock()]
  const old = (await contactsOf(trx, userId)).find((it) => it.channel === channel && it.ended_at === null)
  if (old) await trx.updateTable('contacts').set({ ended_at: now + UNDO_MS, ended_why: 'changed' }).where('id', '=', old.id).execute()
  const sealed = deps.seal.seal('users.contact', destination)
  await trx.insertInto('contacts').values({
    id: newId(), user_id: userId, channel, destination: sealed, mac, proved_at: now, counts_from: now, ended_at: null, ended_why: null,
  }).execute()
  await trx.updateTable('users').set(columnsOf(channel, sealed, mac)).where('id', '=', userId).execute()
  return old
}

/** Takes a change back: the earlier contact signs in as before, the newer one no longer does. */
export async function restoreContact(deps: Deps, trx: Trx, userId: string, old: ContactTable): Promise<ContactTable | undefined> {
  const now = deps.clock()
  const newer = (await contactsOf(trx, userId)).find((it) => it.channel === old.channel && it.ended_at === null)
  if (newer) await trx.updateTable('contacts').set({ ended_at: now, ended_why: 'undone' }).where('id', '=', newer.id).execute()
  await trx.updateTable('contacts').set({ ended_at: null, ended_why: null }).where('id', '=', old.id).execute()
  await trx.updateTable('users').set(columnsOf(old.channel, old.destination, old.mac)).where('id', '=', userId).execute()
  return newer
}
