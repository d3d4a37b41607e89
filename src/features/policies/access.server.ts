/** Whose policies these are: the buyer's (login, contact, and the device until somebody logged in) and the insured's (contact proven by a login). */
import { sql, type Expression, type Kysely, type SqlBool } from 'kysely'
import { preparedQuery } from '../../server/db/prepared-query.ts'
import { deviceAccessSince, holderOfCaller } from '../../server/device-access.ts'
import type { OnLogin, OnSignOutElsewhere } from '../../server/server-feature.ts'
import { Refusal, type Context } from '../../server/call-handlers.ts'
import { destinationMac } from '../session/login-codes.server.ts'
import type { Database } from '../../server/database-tables.ts'
import type { PolicyTable } from './tables.server.ts'

/** What is known of a caller, in the form the columns hold it. */
export interface CallerIdentity extends Record<string, unknown> {
  holder: string | null
  /** Instants of `deviceAccessSince`. */
  unowned: number
  owned: number
  userId: string | null
  mobile: string | null
  email: string | null
}

const contactsOf = preparedQuery<{ user: string }>()((db, value) => db.selectFrom('users').select(['mobile_mac', 'email_mac']).where('id', '=', value('user')))

async function identifyCaller({ deps, caller }: Context): Promise<CallerIdentity> {
  const holder = holderOfCaller(caller) ?? null
  const { unowned, owned } = deviceAccessSince(deps.clock())
  if (caller.kind !== 'user') return { holder, unowned, owned, userId: null, mobile: null, email: null }
  const [user] = await contactsOf(deps.db, { user: caller.userId })
  return { holder, unowned, owned, userId: caller.userId, mobile: user?.mobile_mac ?? null, email: user?.email_mac ?? null }
}

const byDevice = (holder: string | null, unowned: number, owned: number): Expression<SqlBool>[] =>
  holder === null ? [] : [sql<SqlBool>`(policies.holder = ${holder}
    and (policies.issued_at > ${owned} or (policies.user_id is null and policies.issued_at > ${unowned})))`]

const equal = (column: string, value: string | null): Expression<SqlBool>[] =>
  value === null ? [] : [sql<SqlBool>`${sql.ref(`policies.${column}`)} = ${value}`]

/**
 * Condition on `policies`: the caller may see them. A contact counts because a login by code has proven it. What is not known of the
 * caller is left out: beside a term that no index answers, SQLite would look through the whole table.
 */
function belongsToCaller({ holder, unowned, owned, userId, mobile, email }: CallerIdentity): Expression<SqlBool> {
  const terms = [
    ...byDevice(holder, unowned, owned), ...equal('user_id', userId),
    ...equal('buyer_mobile_mac', mobile), ...equal('buyer_email_mac', email),
    ...equal('insured_mobile_mac', mobile), ...equal('insured_email_mac', email),
  ]
  return terms.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(terms, sql` or `)})`
}

type Owner = Pick<PolicyTable, 'holder' | 'user_id' | 'buyer_mobile_mac' | 'buyer_email_mac'>

const isBuyer = (row: Owner, { holder, userId, mobile, email }: CallerIdentity): boolean =>
  (holder !== null && row.holder === holder) || (userId !== null && row.user_id === userId)
  || (mobile !== null && row.buyer_mobile_mac === mobile) || (email !== null && row.buyer_email_mac === email)

export type Role = 'buyer' | 'insured'

export interface OwnedPolicy {
  row: PolicyTable
  role: Role
}

const visiblePolicies = (db: Kysely<Database>, who: CallerIdentity) =>
  db.selectFrom('policies').where(belongsToCaller(who)).where('policies.status', 'in', ['issued', 'cancelled'])

/** Policies of a known caller for a prepared read, by the stand-ins of what is known. */
export const policiesOf = (db: Kysely<Database>, value: <K extends keyof CallerIdentity & string>(name: K) => CallerIdentity[K]) => visiblePolicies(db, {
  holder: value('holder'), unowned: value('unowned'), owned: value('owned'), userId: value('userId'), mobile: value('mobile'), email: value('email'),
})

/** Who calls, and what a policy is to them. */
export async function callerRole(ctx: Context): Promise<{ who: CallerIdentity; role: (row: Owner) => Role }> {
  const who = await identifyCaller(ctx)
  return { who, role: (row) => (isBuyer(row, who) ? 'buyer' : 'insured') }
}

/** A query of the caller's policies that exist for people: issued or cancelled. */
export async function ownedBy(ctx: Context) {
  const who = await identifyCaller(ctx)
  return {
    query: () => visiblePolicies(ctx.deps.db, who),
    role: (row: Owner): Role => (isBuyer(row, who) ? 'buyer' : 'insured'),
  }
}

/** One policy of the caller. Refuses `not_found` alike for an unknown id and for somebody else's. */
export async function policyForCaller(ctx: Context, by: { id?: string | undefined; order?: string | undefined }): Promise<OwnedPolicy> {
  const { query, role } = await ownedBy(ctx)
  if (!by.id && !by.order) throw new Refusal('invalid', { fields: { id: 'required' } })
  const row = await query().selectAll()
    .where((eb) => (by.id ? eb('policies.id', '=', by.id) : eb('policies.order_id', '=', by.order ?? '')))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return { row, role: role(row) }
}

/**
 * What was bought on a device becomes the person's who logs in there, and what the proven address bought; from then on the device's
 * secret opens nothing of it (decision 0034). A proven contact of another person still finds it.
 */
export const attachPolicies: OnLogin = async (deps, trx, { userId, destination, holder }) => {
  const mac = destinationMac(deps, destination)
  await trx.updateTable('policies').set({ user_id: userId }).where('user_id', 'is', null)
    .where((eb) => eb.or([
      ...(holder === undefined ? [] : [eb('holder', '=', holder)]), eb('buyer_mobile_mac', '=', mac), eb('buyer_email_mac', '=', mac),
    ])).execute()
  if (holder !== undefined) await trx.updateTable('policies').set({ holder: null }).where('holder', '=', holder).execute()
}

/** "Sign out everywhere else" ends what other devices open without a session, too. */
export const detachPolicies: OnSignOutElsewhere = async (_deps, trx, { userId }) => {
  await trx.updateTable('policies').set({ holder: null }).where('user_id', '=', userId).execute()
}
