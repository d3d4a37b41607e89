/** A draft as its owner sees it. */
import { Refusal, type UserContext } from '../../../../server/http/call-handlers.ts'
import { roleOnPolicy } from '../../../policies/server/door.ts'
import { claimedBeforeOf } from './claimed-before-by-claimant.ts'
import { mayClaimDeath } from './death-claims.ts'
import { openClaim } from './load-open-claim.ts'
import { claimablePolicyOf, documentView, signatureView } from '../view-of-claim-parts.ts'
import { CLAIM_STEPS } from '../../list-contract.ts'
import type { ClaimTable } from '../../tables.ts'
import type { DraftView } from '../../rules/draft-view-schema.ts'

/** Refuses what is no longer a draft: `already_sent` with the case number, `not_found` for a deleted one. */
export function refuseSent(row: ClaimTable, more: { handedOver?: boolean } = {}): void {
  if (row.status === 'draft') return
  if (row.status === 'discarded') throw new Refusal('not_found')
  throw new Refusal('already_sent', { caseNumber: row.case_number, submittedAt: Number(row.submitted_at), ...more })
}

export async function draftView(ctx: UserContext, row: ClaimTable): Promise<DraftView> {
  const { deps, lang, caller } = ctx
  refuseSent(row, { handedOver: caller.scope !== undefined })
  const { answers, policy, remembered, signer, holders, checklist, documents, signature, signed, errors } =
    await openClaim(deps, deps.db, row)
  const claimedBefore = caller.scope === undefined ? await claimedBeforeOf(deps, row, { answers, documents }) : []
  const own = policy.relationship === 'self'
  const reads = own ? 'insured' : await roleOnPolicy(ctx, policy.id)
  return {
    id: row.id,
    version: row.version,
    step: row.step,
    done: CLAIM_STEPS.filter((step) => errors[step] === undefined),
    policy: claimablePolicyOf(deps, policy, lang, !own && mayClaimDeath(deps, policy, reads)),
    movable: caller.scope === undefined,
    // A phone that was handed this claim is shown an account only if the draft has chosen it.
    accountOnFile:
      remembered && row.type !== 'death' && (caller.scope === undefined || answers.accountFrom !== '')
        ? remembered.shown
        : null,
    signer: { ...signer, reader: signer.role !== 'insured' || reads === 'insured' },
    holderNames: holders,
    answers,
    signature: signature && signatureView(deps, signature, signed),
    checklist,
    documents: documents.map((it) => documentView(deps, it)),
    claimedBefore,
    errors,
    savedAt: row.updated_at,
    lapsesAt: row.lapses_at,
  }
}
