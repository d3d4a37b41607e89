/** Calls of a person who follows claims: list, one claim, has anything changed. */
import { handle, Refusal, type Route } from '../../server/route.ts'
import { claimForCaller } from './access.server.ts'
import { loadCase, loadCases } from './case.server.ts'
import { claimView } from './case-view.server.ts'
import { getClaim, listClaims, watchClaim } from './contract.ts'
import { rowView } from './row-view.server.ts'

/** Most claims one person's list shows; nobody has more who makes them by hand. */
const MOST = 200

export const followingRoutes: readonly Route[] = [
  handle(listClaims, async (_, { deps, lang, caller }) => {
    // A phone that was handed one claim lists nothing.
    if (caller.scope !== undefined) return { claims: [] }
    const rows = await deps.db.selectFrom('claims').selectAll()
      .where('user_id', '=', caller.userId).where('status', '!=', 'discarded').orderBy('updated_at', 'desc').orderBy('id', 'desc').limit(MOST).execute()
    return { claims: (await loadCases(deps.db, rows)).map((it) => rowView(deps, it, lang)) }
  }),

  handle(getClaim, async ({ id }, ctx) => {
    const claim = await claimForCaller(ctx, id)
    if (claim.status === 'draft') throw new Refusal('not_sent')
    return claimView(ctx.deps, await loadCase(ctx.deps.db, id), ctx.lang)
  }),

  handle(watchClaim, async ({ id }, ctx) => {
    const { version } = await claimForCaller(ctx, id)
    const { count } = await ctx.deps.db.selectFrom('claim_documents').select((eb) => eb.fn.countAll().as('count'))
      .where('claim_id', '=', id).where('removed_at', 'is', null).executeTakeFirstOrThrow()
    return { version, documents: Number(count) }
  }),
]
