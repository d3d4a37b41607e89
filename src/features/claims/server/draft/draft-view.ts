/** A draft as its owner sees it. */
import { Refusal, type UserContext } from '../../../../server/http/call-handlers.ts'
import { roleOnPolicy } from '../../../policies/server/door.ts'
import { mayClaimDeath } from './death-claims.ts'
import { openClaim, type OpenedClaim } from './load-open-claim.ts'
import { claimablePolicyOf, documentView, signatureView } from '../view-of-claim-parts.ts'
import { CLAIM_STEPS } from '../../list-contract.ts'
import type { ClaimTable } from '../../tables.ts'
import type { DraftView, ClaimedBefore } from '../../rules/draft-view-schema.ts'
import { preparedQuery } from '../../../../server/db/prepared-query.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { claimsWithFiles, claimsWithTexts, macOf } from '../settlement/claimed-before.ts'
import { isSameFile, mayBeCompared, visitTexts } from '../../rules/settlement/match-texts.ts'
import { latestOfEach } from '../../rules/draft/claimed-before.ts'

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

/**
 * What an earlier claim of the same login contains as well, for the claimant: compared as for the handler
 * (`settlement/claimed-before.ts`), and with nobody else's claims.
 */
type Mine = {
  except: string
  user: string
  of: readonly string[]
}
const ownClaimsWithTexts = preparedQuery<Mine>()((db, value) =>
  claimsWithTexts(db, value('except'), value('of'))
    .select('claims.submitted_at as at')
    .where('claims.user_id', '=', value('user')),
)
const ownClaimsWithFiles = preparedQuery<Mine & { policy: string }>()((db, value) =>
  claimsWithFiles(db, value('except'), value('of'))
    .innerJoin('policies as mine', (join) => join.on('mine.id', '=', value('policy')))
    .select(['claims.submitted_at as at', 'mine.insured_id_mac as insuredHere'])
    .where('claims.user_id', '=', value('user')),
)

type Draft = Pick<ClaimTable, 'id' | 'user_id' | 'policy_id'>
type Told = Pick<OpenedClaim, 'answers' | 'documents'>

/** For each visit and document the latest claim that contains it. */
async function claimedBeforeOf(deps: Deps, draft: Draft, told: Told): Promise<ClaimedBefore[]> {
  const found = await Promise.all([visitsOf(deps, draft, told), filesOf(deps, draft, told)])
  return latestOfEach(found.flat())
}

async function visitsOf(deps: Deps, { id, user_id }: Draft, { answers }: Told): Promise<ClaimedBefore[]> {
  const mine = visitTexts(answers).map((it) => ({ ...it, mac: macOf(deps, it) }))
  const macs = [...new Set(mine.map(({ mac }) => mac))]
  const rows = macs.length === 0 ? [] : await ownClaimsWithTexts(deps.db, { except: id, user: user_id, of: macs })
  return mine.flatMap(({ kind, part, mac }) =>
    kind === 'account' ? [] : rows.filter((row) => row.mac === mac).map((row) => earlier(kind, part, row)),
  )
}

async function filesOf({ db }: Deps, draft: Draft, { documents }: Told): Promise<ClaimedBefore[]> {
  const mine = documents.filter(mayBeCompared)
  const sums = [...new Set(mine.map(({ sha256 }) => sha256))]
  if (sums.length === 0) return []
  const rows = await ownClaimsWithFiles(db, {
    except: draft.id,
    user: draft.user_id,
    policy: draft.policy_id,
    of: sums,
  })
  return mine.flatMap((it) =>
    rows
      .filter((row) => row.sha256 === it.sha256 && isSameFile(it.kind, row.insured === row.insuredHere))
      .map((row) => earlier('file', it.id, row)),
  )
}

const earlier = (
  kind: ClaimedBefore['kind'],
  part: string,
  { claim, at }: { claim: string; at: number | null },
): ClaimedBefore => ({ kind, part, claim, submittedAt: Number(at) })
