/**
 * Who may see a policy: the buyer (by login, contact, and the device until someone logged in) and the insured (by a
 * contact proven at login, or by a verified ID).
 */
import { sql, type Expression, type Kysely, type SqlBool } from 'kysely'
import { deviceAccessSince, holderOfCaller } from '../../../../server/http/device-access.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal, type Context } from '../../../../server/http/call-handlers.ts'
import {
  contactsInUsePrepared,
  type OnContactEnded,
  type OnLogin,
  type OnSignOutElsewhere,
} from '../../../session/server/door.ts'
import type { Database } from '../../../../server/db/database-rows.ts'
import { CONTACT_COLUMNS } from './people-columns.ts'
import { destinationMac } from '../../../../server/keys/destination-mac.ts'
import type { PolicyTable } from '../../tables.ts'

/** What is known of a caller, in the form of the columns. */
export interface CallerIdentity extends Record<string, unknown> {
  holder: string | null
  /** Instants of `deviceAccessSince`. */
  unowned: number
  owned: number
  userId: string | null
  mobile: string | null
  email: string | null
  /** Policies made earlier do not belong to the caller through this contact, ms. */
  mobileFrom: number
  emailFrom: number
}

type Asking = Pick<Context, 'deps' | 'caller'>

async function identifyCaller({ deps, caller }: Asking): Promise<CallerIdentity> {
  const holder = holderOfCaller(caller) ?? null
  const { unowned, owned } = deviceAccessSince(deps.clock())
  if (caller.kind !== 'user')
    return { holder, unowned, owned, userId: null, mobile: null, email: null, mobileFrom: 0, emailFrom: 0 }
  return { holder, unowned, owned, ...(await identifyUser(deps.db, caller.userId)) }
}

async function identifyUser(db: Deps['db'] | Trx, userId: string) {
  const contacts = await contactsInUsePrepared(db, { user: userId })
  const [mobile, email] = (['mobile', 'email'] as const).map((channel) => contacts.find((it) => it.channel === channel))
  return {
    userId,
    mobile: mobile?.mac ?? null,
    email: email?.mac ?? null,
    mobileFrom: mobile?.counts_from ?? 0,
    emailFrom: email?.counts_from ?? 0,
  }
}

const byDevice = (holder: string | null, unowned: number, owned: number): Expression<SqlBool>[] =>
  holder === null
    ? []
    : [
        sql<SqlBool>`(policies.holder = ${holder}
    and (policies.issued_at > ${owned} or (policies.user_id is null and policies.issued_at > ${unowned})))`,
      ]

const equal = (column: string, value: string | null): Expression<SqlBool>[] =>
  value === null ? [] : [sql<SqlBool>`${sql.ref(`policies.${column}`)} = ${value}`]

/** Policies found by a proven contact, except those bought with it while it belonged to someone else. */
const byContact = (column: string, value: string | null, from: number): Expression<SqlBool>[] =>
  value === null ? [] : [sql<SqlBool>`(${sql.ref(`policies.${column}`)} = ${value} and policies.issued_at > ${from})`]

/** Policies that a since abandoned contact gave access to, and those whose insured person has proven to be the caller. */
const byEarlierContactOrIdentity = (userId: string | null): Expression<SqlBool>[] =>
  userId === null
    ? []
    : [
        sql<SqlBool>`policies.id in (select policy_id from policies_kept where user_id = ${userId})`,
        sql<SqlBool>`policies.id in (select policy_id from policies_proven where user_id = ${userId})`,
      ]

/**
 * Conditions on `policies`, one of which holds where the caller may see them. A contact counts because a login by code
 * has proven it. Unknown facts about the caller are left out: with one condition that no index answers, SQLite would
 * scan the whole table.
 */
function reasonsOf({
  holder,
  unowned,
  owned,
  userId,
  mobile,
  email,
  mobileFrom,
  emailFrom,
}: CallerIdentity): Expression<SqlBool>[] {
  return [
    ...byDevice(holder, unowned, owned),
    ...equal('user_id', userId),
    ...byEarlierContactOrIdentity(userId),
    ...byContact('buyer_mobile_mac', mobile, mobileFrom),
    ...byContact('buyer_email_mac', email, emailFrom),
    ...byContact('insured_mobile_mac', mobile, mobileFrom),
    ...byContact('insured_email_mac', email, emailFrom),
  ]
}

const NONE = sql<SqlBool>`1 = 0`

/** For policies that are named by an id: read by that, and compared. */
function belongsToCaller(who: CallerIdentity): Expression<SqlBool> {
  const reasons = reasonsOf(who)
  return reasons.length === 0 ? NONE : sql<SqlBool>`(${sql.join(reasons, sql` or `)})`
}

/** For all of the caller's: each reason by its own index. Joined by "or", PostgreSQL would read every policy there is. */
function amongCallers(who: CallerIdentity): Expression<SqlBool> {
  const reasons = reasonsOf(who).map((reason) => sql`select policies.id from policies where ${reason}`)
  return reasons.length === 0 ? NONE : sql<SqlBool>`policies.id in (${sql.join(reasons, sql` union all `)})`
}

type Owner = Pick<PolicyTable, 'holder' | 'user_id' | 'buyer_mobile_mac' | 'buyer_email_mac' | 'issued_at'>

/** Whoever takes over a contact later is not the buyer of what was bought with it before. */
const isBuyer = (row: Owner, { holder, userId, mobile, email, mobileFrom, emailFrom }: CallerIdentity): boolean =>
  (holder !== null && row.holder === holder) ||
  (userId !== null && row.user_id === userId) ||
  (mobile !== null && row.buyer_mobile_mac === mobile && row.issued_at > mobileFrom) ||
  (email !== null && row.buyer_email_mac === email && row.issued_at > emailFrom)

export type Role = 'buyer' | 'insured'

export interface OwnedPolicy {
  row: PolicyTable
  role: Role
}

const visiblePolicies = (db: Kysely<Database>, who: Expression<SqlBool>) =>
  db.selectFrom('policies').where(who).where('policies.status', 'in', ['issued', 'cancelled'])

type ValueOf = <K extends keyof CallerIdentity & string>(name: K) => CallerIdentity[K]
const callerFrom = (value: ValueOf): CallerIdentity => ({
  holder: value('holder'),
  unowned: value('unowned'),
  owned: value('owned'),
  userId: value('userId'),
  mobile: value('mobile'),
  email: value('email'),
  mobileFrom: value('mobileFrom'),
  emailFrom: value('emailFrom'),
})

/** Policies of a known caller for a prepared query, with placeholders for what is known. */
export const policiesOf = (db: Kysely<Database>, value: ValueOf) => visiblePolicies(db, amongCallers(callerFrom(value)))

/**
 * The same as separate conditions, each answered by one index: policies of the caller's account, and those that the
 * caller reaches otherwise and that are not among the first. A single joined condition would make the database collect
 * every policy before it can sort or count.
 */
export function policyConditions(value: ValueOf): {
  own: Expression<SqlBool> | undefined
  reached: Expression<SqlBool>[]
} {
  const { userId, ...others } = callerFrom(value)
  const reached = [
    ...byContact('buyer_mobile_mac', others.mobile, others.mobileFrom),
    ...byContact('buyer_email_mac', others.email, others.emailFrom),
    ...byContact('insured_mobile_mac', others.mobile, others.mobileFrom),
    ...byContact('insured_email_mac', others.email, others.emailFrom),
  ]
  const device = byDevice(others.holder, others.unowned, others.owned)
  if (userId === null) return { own: undefined, reached: [...device, ...reached] }
  // Ranges of the index on contact and account; a condition with "is not" would read the index entry by entry.
  const notOwn = [
    sql<SqlBool>`policies.user_id is null`,
    sql<SqlBool>`policies.user_id < ${userId}`,
    sql<SqlBool>`policies.user_id > ${userId}`,
  ]
  return {
    own: sql<SqlBool>`policies.user_id = ${userId}`,
    reached: [
      ...reached.flatMap((term) => notOwn.map((other) => sql<SqlBool>`(${term} and ${other})`)),
      ...[...device, ...byEarlierContactOrIdentity(userId)].map(
        (term) => sql<SqlBool>`(${term} and (policies.user_id is null or policies.user_id != ${userId}))`,
      ),
    ],
  }
}

/** Who calls, and their role on a policy. */
export async function callerRole(ctx: Context): Promise<{ who: CallerIdentity; role: (row: Owner) => Role }> {
  const who = await identifyCaller(ctx)
  return { who, role: (row) => (isBuyer(row, who) ? 'buyer' : 'insured') }
}

/**
 * The caller's policies that are visible to people, issued or cancelled: `query` is completed by the id of a policy,
 * its order or its earlier term; `all` finds all of them.
 */
export async function ownedBy(ctx: Asking) {
  const who = await identifyCaller(ctx)
  return {
    query: () => visiblePolicies(ctx.deps.db, belongsToCaller(who)),
    all: () => visiblePolicies(ctx.deps.db, amongCallers(who)),
    role: (row: Owner): Role => (isBuyer(row, who) ? 'buyer' : 'insured'),
  }
}

/** Whether a login still reaches a policy: an access that came by a verified identity can end (decision 0107). */
export async function stillReaches(db: Deps['db'] | Trx, of: { user_id: string; policy_id: string }): Promise<boolean> {
  const who = { holder: null, unowned: 0, owned: 0, ...(await identifyUser(db, of.user_id)) }
  const found = await visiblePolicies(db, belongsToCaller(who))
    .select('policies.id')
    .where('policies.id', '=', of.policy_id)
    .executeTakeFirst()
  return found !== undefined
}

/** One policy of the caller. Refuses `not_found` alike for an unknown id and for someone else's. */
export async function policyForCaller(
  ctx: Context,
  by: { id?: string | undefined; order?: string | undefined },
): Promise<OwnedPolicy> {
  const { query, role } = await ownedBy(ctx)
  if (!by.id && !by.order) throw new Refusal('invalid', { fields: { id: 'required' } })
  const row = await query()
    .selectAll()
    .where((eb) => (by.id ? eb('policies.id', '=', by.id) : eb('policies.order_id', '=', by.order ?? '')))
    .orderBy('policies.person')
    .orderBy('policies.starts')
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return { row, role: role(row) }
}

/**
 * A login takes over what was bought on the device or with the proven address; from then on the device's secret opens
 * none of it (decision 0034). Another person's proven contact still finds it.
 */
export const attachPolicies: OnLogin = async (deps, trx, { userId, destination, holder, countsFrom }) => {
  const mac = destinationMac(deps, destination)
  await trx
    .updateTable('policies')
    .set({ user_id: userId })
    .where('user_id', 'is', null)
    .where((eb) =>
      eb.or([
        ...(holder === undefined ? [] : [eb('holder', '=', holder)]),
        eb.and([
          eb('issued_at', '>', countsFrom),
          eb.or([eb('buyer_mobile_mac', '=', mac), eb('buyer_email_mac', '=', mac)]),
        ]),
      ]),
    )
    .execute()
  if (holder !== undefined)
    await trx.updateTable('policies').set({ holder: null }).where('holder', '=', holder).execute()
}

/** Policies found by a contact that is being given up stay with the person who had it, both bought and insured. */
export const keepPolicies: OnContactEnded = async (_deps, trx, { userId, mac, countsFrom, until }) => {
  await trx
    .updateTable('policies')
    .set({ user_id: userId })
    .where('user_id', 'is', null)
    .where('issued_at', '>', countsFrom)
    .where('issued_at', '<=', until)
    .where((eb) => eb.or([eb('buyer_mobile_mac', '=', mac), eb('buyer_email_mac', '=', mac)]))
    .execute()
  const reached = await trx
    .selectFrom('policies')
    .select('id')
    .where('issued_at', '>', countsFrom)
    .where('issued_at', '<=', until)
    .where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', '!=', userId)]))
    .where((eb) => eb.or(CONTACT_COLUMNS.map((column) => eb(column, '=', mac))))
    .execute()
  for (const { id } of reached) {
    await trx
      .insertInto('policies_kept')
      .values({ user_id: userId, policy_id: id })
      .onConflict((conflict) => conflict.columns(['user_id', 'policy_id']).doNothing())
      .execute()
  }
}

/** "Sign out everywhere else" also ends the access that other devices have without a session. */
export const detachPolicies: OnSignOutElsewhere = async (_deps, trx, { userId }) => {
  await trx.updateTable('policies').set({ holder: null }).where('user_id', '=', userId).execute()
}
