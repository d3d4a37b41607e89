/** Whose policies these are: the buyer's (device, login, contact) and the insured's (contact proven by a login). */
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Deps } from '../../server/deps.ts'
import type { OnLogin } from '../../server/feature.ts'
import { Refusal, type Context } from '../../server/route.ts'
import type { PolicyTable } from './tables.server.ts'

/** What is known of a caller, in the form the columns hold it. */
interface Known {
  holder: string | null
  userId: string | null
  mobile: string | null
  email: string | null
}

async function known({ deps, caller }: Context): Promise<Known> {
  const holder = caller.kind === 'anonymous' ? null : caller.holder ?? null
  if (caller.kind !== 'user') return { holder, userId: null, mobile: null, email: null }
  const user = await deps.db.selectFrom('users').select(['mobile_mac', 'email_mac']).where('id', '=', caller.userId).executeTakeFirst()
  return { holder, userId: caller.userId, mobile: user?.mobile_mac ?? null, email: user?.email_mac ?? null }
}

const equal = (column: string, value: string | null): Expression<SqlBool> =>
  value === null ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${sql.ref(`policies.${column}`)} = ${value}`

/** Condition on `policies`: the caller may see them. A contact counts because a login by code has proven it. */
const mine = ({ holder, userId, mobile, email }: Known): Expression<SqlBool> => sql<SqlBool>`(${sql.join([
  equal('holder', holder), equal('user_id', userId),
  equal('buyer_mobile_mac', mobile), equal('buyer_email_mac', email),
  equal('insured_mobile_mac', mobile), equal('insured_email_mac', email),
], sql` or `)})`

const isBuyer = (row: PolicyTable, { holder, userId, mobile, email }: Known): boolean =>
  (holder !== null && row.holder === holder) || (userId !== null && row.user_id === userId)
  || (mobile !== null && row.buyer_mobile_mac === mobile) || (email !== null && row.buyer_email_mac === email)

export type Role = 'buyer' | 'insured'

export interface Owned {
  row: PolicyTable
  role: Role
}

/** A query of the caller's policies that exist for people: issued or cancelled. */
export async function ownedBy(ctx: Context) {
  const who = await known(ctx)
  return {
    query: () => ctx.deps.db.selectFrom('policies').where(mine(who)).where('policies.status', 'in', ['issued', 'cancelled']),
    role: (row: PolicyTable): Role => (isBuyer(row, who) ? 'buyer' : 'insured'),
  }
}

/** One policy of the caller. Refuses `not_found` alike for an unknown id and for somebody else's. */
export async function policyForCaller(ctx: Context, by: { id?: string | undefined; order?: string | undefined }): Promise<Owned> {
  const { query, role } = await ownedBy(ctx)
  if (!by.id && !by.order) throw new Refusal('invalid', { fields: { id: 'required' } })
  const row = await query().selectAll()
    .where((eb) => (by.id ? eb('policies.id', '=', by.id) : eb('policies.order_id', '=', by.order ?? '')))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return { row, role: role(row) }
}

/**
 * What was bought on a device becomes the person's who logs in there. What another login has taken over already is no longer
 * found by the secret of that device; by a proven contact it still is.
 */
export const attachPolicies: OnLogin = async (_deps: Deps, trx, { userId, holder }) => {
  if (holder === undefined) return
  await trx.updateTable('policies').set({ holder: null })
    .where('holder', '=', holder).where('user_id', 'is not', null).where('user_id', '!=', userId).execute()
  await trx.updateTable('policies').set({ user_id: userId }).where('holder', '=', holder).where('user_id', 'is', null).execute()
}
