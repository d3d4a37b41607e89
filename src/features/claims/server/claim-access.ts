/** Checks on every call that a claim belongs to the caller: to the login that began it. */
import type { Trx } from '../../../server/db/database.ts'
import { preparedQuery } from '../../../server/db/prepared-query.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { Refusal, type UserContext } from '../../../server/http/call-handlers.ts'
import { stillReaches } from '../../policies/server/door.ts'
import { claimMachine } from './claim-states.ts'
import type { ClaimTable } from '../tables.ts'

/** The caller's claim. Refuses `not_found` alike for an unknown id, for someone else's and for a deleted draft. */
export async function claimForCaller(ctx: UserContext, id: string): Promise<ClaimTable> {
  const row = await anyClaimForCaller(ctx, id)
  if (row.status === 'discarded') throw new Refusal('not_found')
  return row
}

const findClaimOfUser = preparedQuery<{ id: string; user: string }>()((db, value) =>
  db.selectFrom('claims').selectAll().where('id', '=', value('id')).where('user_id', '=', value('user')),
)

/** Includes deleted drafts, so that deleting twice succeeds. */
export async function anyClaimForCaller({ deps, caller }: UserContext, id: string): Promise<ClaimTable> {
  // A session that was handed over for one claim can open no other claim of the same person.
  const reached = caller.scope === undefined || caller.scope === scopeOf(id)
  const [row] = reached ? await findClaimOfUser(deps.db, { id, user: caller.userId }) : []
  if (!row || (row.status === 'draft' && (await isAccessEnded(deps.db, row)))) throw new Refusal('not_found')
  return row
}

/**
 * Whoever claims no longer reaches the policy: the policyholder or an operator has ended the access (decision 0107). An
 * heir never reached it.
 */
export const isAccessEnded = async (db: Deps['db'] | Trx, row: ClaimTable): Promise<boolean> =>
  row.type !== 'death' && !(await stillReaches(db, row))

/** The caller's claim; refuses `lapsed` with `lapsesAt` for a draft that was deleted because nobody continued it. */
export async function draftForCaller(ctx: UserContext, id: string): Promise<ClaimTable> {
  const row = await anyClaimForCaller(ctx, id)
  if (row.status !== 'discarded') return row
  const event = await ctx.deps.db
    .selectFrom('events')
    .select('by')
    .where('entity', '=', claimMachine.entity)
    .where('entity_id', '=', id)
    .where('to_status', '=', 'discarded')
    .executeTakeFirst()
  if (event?.by === 'system') throw new Refusal('lapsed', { lapsesAt: row.lapses_at })
  throw new Refusal('not_found')
}

/** The scope of a session that was handed over for one claim. */
export const scopeOf = (id: string): string => `claim:${id}`

/** The actor's name in events. */
export const actorOf = (ctx: UserContext): string => `user:${ctx.caller.userId}`

/** Every change to a claim, its documents or its items takes this lock first: `lockFor(trx, claimLockKey(id))`. */
export const claimLockKey = (id: string): string => `claim:${id}`

/** Owner of a claim's files, so that all of them are found when a draft is deleted. */
export const fileOwner = (id: string): string => `claim:${id}`
