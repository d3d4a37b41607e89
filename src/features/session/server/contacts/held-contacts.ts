/**
 * Whose a mobile number or email is, and when: the only module that reads `contacts` (tests/rules/walls.test.ts). A
 * contact is a person's from its proof until it is given up; afterwards it may be anybody's (decisions 0051, 0100).
 */
import type { ClosingContact } from '../../../../server/personal-data/account-closure.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { preparedQuery } from '../../../../server/db/prepared-query.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { destinationMac } from '../../../../server/keys/destination-mac.ts'
import type { ContactTable } from '../../tables.ts'

type Db = Trx | Deps['db']

/**
 * Contacts that a person holds at an instant (ms): proven, and neither given up nor withdrawn by then; newest first. Of
 * two that are held at once one may be on its way out: it signs in for some days more, and its `ended_at` lies ahead.
 */
export const heldContacts = (db: Db, userId: string, at: number): Promise<ContactTable[]> =>
  db
    .selectFrom('contacts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('counts_from', '<=', at)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', at)]))
    .orderBy('proved_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Contacts that a person holds and is not giving up, one per channel, the mobile number first. */
export const contactsInUse = (db: Db, userId: string): Promise<ContactTable[]> =>
  db
    .selectFrom('contacts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .orderBy('channel', 'desc')
    .execute()

/** The same for calls that ask very often. */
export const contactsInUsePrepared = preparedQuery<{ user: string }>()((db, value) =>
  db
    .selectFrom('contacts')
    .select(['channel', 'mac', 'counts_from'])
    .where('user_id', '=', value('user'))
    .where('ended_at', 'is', null),
)

/**
 * All contacts that a person ever had, newest first: to show changes and to undo them. They say nothing about what is
 * whose.
 */
export const contactHistory = (db: Db, userId: string): Promise<ContactTable[]> =>
  db
    .selectFrom('contacts')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('proved_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Contacts that a person had and has given up: a mailbox that was replaced may be lost, or another's by now. */
export async function replacedContacts(db: Db, userId: string): Promise<string[]> {
  const history = await contactHistory(db, userId)
  const inUse = history.filter((it) => it.ended_at === null).map(({ mac }) => mac)
  return history.map(({ mac }) => mac).filter((mac) => !inUse.includes(mac))
}

/** Who signs in with a contact at an instant (ms): one in use takes precedence over one that is being given up. */
export async function holderOf(db: Db, mac: string, at: number): Promise<ContactTable | undefined> {
  const rows = await db
    .selectFrom('contacts')
    .selectAll()
    .where('mac', '=', mac)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', at)]))
    .execute()
  return rows.find((it) => it.ended_at === null) ?? rows[0]
}

/** A contact that still signs its person in at an instant (ms). */
export const heldById = (db: Db, id: string, at: number): Promise<ContactTable | undefined> =>
  db
    .selectFrom('contacts')
    .selectAll()
    .where('id', '=', id)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', at)]))
    .executeTakeFirst()

/** The contact that a destination signs in with now. */
export const liveContact = (deps: Deps, db: Db, destination: string): Promise<ContactTable | undefined> =>
  holderOf(db, destinationMac(deps, destination), deps.clock())

/** Who had the contact last, whether they still have it or not. */
export const lastHolderOf = (db: Db, mac: string): Promise<ContactTable | undefined> =>
  db.selectFrom('contacts').selectAll().where('mac', '=', mac).orderBy('ended_at', 'desc').executeTakeFirst()

/** Those of these contacts that are in use, whoever's they are. */
export const inUseAmong = (db: Db, macs: readonly string[]): Promise<ContactTable[]> =>
  macs.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('contacts')
        .selectAll()
        .where('mac', 'in', [...macs])
        .where('ended_at', 'is', null)
        .execute()

/** Somebody else signs in with it, or can still get it back. */
export const isHeldByAnother = async (db: Db, mac: string, userId: string, at: number): Promise<boolean> =>
  (await db
    .selectFrom('contacts')
    .select('id')
    .where('mac', '=', mac)
    .where('user_id', '!=', userId)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', at)]))
    .executeTakeFirst()) !== undefined

/** A contact that its person gave up, once that is over. */
export const givenUp = (db: Db, id: string, now: number): Promise<ContactTable | undefined> =>
  db
    .selectFrom('contacts')
    .selectAll()
    .where('id', '=', id)
    .where('ended_why', '=', 'changed')
    .where('ended_at', '<=', now)
    .executeTakeFirst()

/** When a destination was last given up by someone: what was bought with it before belongs to that person. */
export async function freeSince(db: Db, mac: string): Promise<number> {
  const row = await db
    .selectFrom('contacts')
    .select('ended_at')
    .where('mac', '=', mac)
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .executeTakeFirst()
  return row?.ended_at ?? 0
}

/**
 * Whether something made at an instant (ms) under one of these contacts was made while the person had it. A contact
 * that an undo withdrew never was theirs.
 */
export async function hadWhenMade(
  db: Db,
  userId: string,
  { macs, at }: { macs: readonly (string | null)[]; at: number },
): Promise<boolean> {
  const spans = await timesOfContacts(db, userId, at)
  return spans.some(({ mac, from, until }) => macs.includes(mac) && from < at && at <= until)
}

/**
 * Those of these contacts that somebody gave up, or lost, between two instants (ms). Who had them at the first may not
 * be who has them at the second.
 */
export async function gaveUpBetween(
  db: Db,
  macs: readonly string[],
  { from, until }: { from: number; until: number },
): Promise<string[]> {
  if (macs.length === 0) return []
  const rows = await db
    .selectFrom('contacts')
    .select('mac')
    .where('mac', 'in', [...macs])
    .where('ended_at', '>', from)
    .where('ended_at', '<=', until)
    .execute()
  return rows.map(({ mac }) => mac)
}

/** From when until when each contact was the person's; the present ones until `now` (ms). */
export async function timesOfContacts(db: Db, userId: string, now: number): Promise<ClosingContact[]> {
  const own = (await contactHistory(db, userId)).filter((it) => it.ended_why !== 'undone')
  const spans: ClosingContact[] = []
  for (const { mac, counts_from: from, proved_at: provedAt, ended_at: ended } of own) {
    const earlier = await db
      .selectFrom('contacts')
      .select('ended_at')
      .where('mac', '=', mac)
      .where('user_id', '!=', userId)
      .where('ended_at', '<=', from)
      .orderBy('ended_at', 'desc')
      .executeTakeFirst()
    spans.push({ mac, from, provedAt, until: Math.min(ended ?? now, now), freeSince: earlier?.ended_at ?? 0 })
  }
  return spans
}
