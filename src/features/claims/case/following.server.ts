/** Calls of a person who follows claims: list, one claim, has anything changed; recall, review, what was asked for, another account. */
import { handle, handleFile, Refusal, type Route, type UserContext } from '../../../server/route.ts'
import { actorOf, claimForCaller } from '../access.server.ts'
import { loadCase, loadCases } from './case.server.ts'
import { claimView } from './case-view.server.ts'
import { appealClaim, correctAccount as correctCall, decisionFile, getClaim, itemUnavailable, listClaims, sendSupplement, watchClaim, withdrawClaim } from '../contract.ts'
import { correctAccount } from '../settlement/decisions.server.ts'
import { appeal, withdraw } from './desk.server.ts'
import { letterBytes } from '../documents/letters.server.ts'
import { cannotGet, supplement } from './requests.server.ts'
import { rowView } from './row-view.server.ts'
import type { ClaimView } from '../views.ts'

/** Most claims one person's list shows; nobody has more who makes them by hand. */
const MOST = 200

/** Does one act of the owner's, and shows the claim as it then stands. */
async function acting(ctx: UserContext, id: string, run: (by: string) => Promise<unknown>): Promise<ClaimView> {
  await claimForCaller(ctx, id)
  await run(actorOf(ctx))
  return claimView(ctx.deps, await loadCase(ctx.deps, id), ctx.lang)
}

export const followingRoutes: readonly Route[] = [
  handle(listClaims, async (_, { deps, lang, caller }) => {
    // A phone that was handed one claim lists nothing.
    if (caller.scope !== undefined) return { claims: [] }
    const rows = await deps.db.selectFrom('claims').selectAll()
      .where('user_id', '=', caller.userId).where('status', '!=', 'discarded').orderBy('updated_at', 'desc').orderBy('id', 'desc').limit(MOST).execute()
    return { claims: (await loadCases(deps, rows)).map((it) => rowView(deps, it, lang)) }
  }),

  handle(getClaim, async ({ id }, ctx) => {
    const claim = await claimForCaller(ctx, id)
    if (claim.status === 'draft') throw new Refusal('not_sent')
    return claimView(ctx.deps, await loadCase(ctx.deps, id), ctx.lang)
  }),

  handle(watchClaim, async ({ id }, ctx) => {
    const { version } = await claimForCaller(ctx, id)
    const { count } = await ctx.deps.db.selectFrom('claim_documents').select((eb) => eb.fn.countAll().as('count'))
      .where('claim_id', '=', id).where('removed_at', 'is', null).executeTakeFirstOrThrow()
    return { version, documents: Number(count) }
  }),

  handle(withdrawClaim, ({ id, version, why }, ctx) => acting(ctx, id, (by) => withdraw(ctx.deps, { id, version, by, text: why }))),

  handle(appealClaim, ({ id, version, decision, lines, text }, ctx) =>
    acting(ctx, id, (by) => appeal(ctx.deps, { id, version, by, decision, lines, text }))),

  handle(itemUnavailable, ({ id, item, why }, ctx) => acting(ctx, id, (by) => cannotGet(ctx.deps, { id, by, item, text: why }))),

  handle(sendSupplement, ({ id, version, request }, ctx) => acting(ctx, id, (by) => supplement(ctx.deps, { id, version, by, request }))),

  handle(correctCall, ({ id, version, account }, ctx) => acting(ctx, id, (by) => correctAccount(ctx.deps, { id, version, by, account }))),

  handleFile(decisionFile, async ({ id, decision, language }, ctx) => {
    await claimForCaller(ctx, id)
    return letterBytes(ctx.deps, id, decision, language)
  }),
]
