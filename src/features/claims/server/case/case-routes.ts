/**
 * Calls of a person who follows claims: list, one claim, has anything changed; withdraw, request a review, answer a
 * request, correct the account.
 */
import { handle, handleFile, Refusal, type Route, type UserContext } from '../../../../server/http/call-handlers.ts'
import { actorOf, claimForCaller } from '../claim-access.ts'
import { loadCase, loadCases } from './load-case.ts'
import { claimViewAmongOthers } from './sent-claim-view.ts'
import {
  appealClaim,
  correctAccount as correctCall,
  decisionFile,
  getClaim,
  itemUnavailable,
  listClaims,
  sendSupplement,
  watchClaim,
  withdrawClaim,
} from '../../contract.ts'
import { correctAccount } from '../settlement/correct-account.ts'
import { appeal, withdraw } from './claimant-actions.ts'
import { letterBytes } from '../documents/decision-letter-file.ts'
import { markUnavailable, supplement } from './document-requests.ts'
import { claimList } from './claim-list.ts'
import { noteOnPhone } from '../draft/continue-on-phone.ts'
import type { ClaimView } from '../../rules/case/sent-claim-view-schema.ts'

/** Runs one act of the owner's, and returns the claim as it is afterwards. */
async function changeClaim(ctx: UserContext, id: string, run: (by: string) => Promise<unknown>): Promise<ClaimView> {
  await claimForCaller(ctx, id)
  await run(actorOf(ctx))
  return claimViewAmongOthers(ctx.deps, await loadCase(ctx.deps, id), ctx.lang)
}

export const caseRoutes: readonly Route[] = [
  // A phone that was handed one claim gets no list.
  handle(listClaims, async (input, ctx) =>
    ctx.caller.scope === undefined
      ? claimList(ctx, input)
      : { claims: [], counts: { draft: 0, open: 0, closed: 0, waiting: 0 }, more: false },
  ),

  handle(getClaim, async ({ id }, ctx) => {
    const claim = await claimForCaller(ctx, id)
    if (claim.status === 'draft') throw new Refusal('not_sent')
    const [found] = await loadCases(ctx.deps, [claim])
    if (!found) throw new Refusal('not_found')
    await noteOnPhone(ctx)
    return claimViewAmongOthers(ctx.deps, found, ctx.lang)
  }),

  handle(watchClaim, async ({ id }, ctx) => {
    const { version } = await claimForCaller(ctx, id)
    const counts = await ctx.deps.db
      .selectFrom('claim_documents')
      .select((eb) => ['status', eb.fn.countAll().as('count')])
      .where('claim_id', '=', id)
      .where('removed_at', 'is', null)
      .groupBy('status')
      .execute()
    return {
      version,
      documents: counts.reduce((sum, { count }) => sum + Number(count), 0),
      checking: Number(counts.find(({ status }) => status === 'checking')?.count ?? 0),
    }
  }),

  handle(withdrawClaim, ({ id, version, why }, ctx) =>
    changeClaim(ctx, id, (by) => withdraw(ctx.deps, { id, version, by, text: why })),
  ),

  handle(appealClaim, ({ id, version, decision, lines, text }, ctx) =>
    changeClaim(ctx, id, (by) => appeal(ctx.deps, { id, version, by, decision, lines, text })),
  ),

  handle(itemUnavailable, ({ id, item, why }, ctx) =>
    changeClaim(ctx, id, (by) => markUnavailable(ctx.deps, { id, by, item, text: why })),
  ),

  handle(sendSupplement, ({ id, version, request }, ctx) =>
    changeClaim(ctx, id, (by) => supplement(ctx.deps, { id, version, by, request })),
  ),

  handle(correctCall, ({ id, version, account, payment }, ctx) =>
    changeClaim(ctx, id, (by) =>
      correctAccount(ctx.deps, { id, version, by, account, ...(payment ? { payment } : {}) }),
    ),
  ),

  handleFile(decisionFile, async ({ id, decision, language }, ctx) => {
    await claimForCaller(ctx, id)
    return letterBytes(ctx.deps, id, decision, language)
  }),
]
