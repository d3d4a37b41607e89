/** Whose claim it is, checked on every call: the login that began it. */
import { Refusal, type UserContext } from '../../server/route.ts'
import type { ClaimTable } from './tables.server.ts'

/** The caller's claim. Refuses `not_found` alike for an unknown id, for somebody else's, for a deleted draft, and for another one than a phone was handed. */
export async function claimForCaller(ctx: UserContext, id: string): Promise<ClaimTable> {
  const { scope } = ctx.caller
  if (scope !== undefined && scope !== `claim:${id}`) throw new Refusal('not_found')
  const row = await ctx.deps.db.selectFrom('claims').selectAll()
    .where('id', '=', id).where('user_id', '=', ctx.caller.userId).where('status', '!=', 'discarded').executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** Who acts, for events. */
export const actorOf = (ctx: UserContext): string => `user:${ctx.caller.userId}`

/** Owner of a claim's files, so that all of them are found when a draft goes. */
export const fileOwner = (id: string): string => `claim:${id}`
