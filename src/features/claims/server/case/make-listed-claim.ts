/** A claim as lists show it. */
import { dayOf } from '../../../../lib/days/dates.ts'
import { money } from '../../../../lib/money/money.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { summaryOf, type ListSummary } from './claim-list-summary.ts'
import { currentClock, type CaseState } from '../../rules/case/case-progress.ts'
import type { Case } from './load-case.ts'
import type { ClaimRow } from '../../list-contract.ts'
import type { ClaimTable } from '../../tables.ts'
import type { ClaimablePolicy } from '../../rules/draft-view-schema.ts'

/** Columns that a line of a list is made from. */
export const LISTED_COLUMNS = [
  'id',
  'case_number',
  'status',
  'type',
  'incident_day',
  'brief',
  'outcome',
  'paid_minor',
  'currency',
  'on_account',
  'insurer',
  'step',
  'lapses_at',
  'complex',
  'created_at',
  'updated_at',
  'submitted_at',
  'registered_at',
  'decided_at',
  'closed_at',
  'policy_id',
] as const satisfies readonly (keyof ClaimTable)[]

/** The data of one line of a list. */
export interface ClaimRowData {
  claim: Pick<ClaimTable, (typeof LISTED_COLUMNS)[number]>
  policy: Pick<ClaimablePolicy, 'insured' | 'number' | 'planName'>
  brief: ListSummary
  state: CaseState
  /** The open request, and how many of its items are not answered. */
  request: { due_on: string; waiting: number } | undefined
}

/** What is asked of the person now, and by when. If everything is ready but must still be sent, that counts as one. */
function needsOf({ claim: { status, on_account }, request }: ClaimRowData): Pick<ClaimRow, 'needs' | 'needsBy'> {
  if (status === 'payment_failed' || (on_account === 'failed' && status !== 'supplement_required'))
    return { needs: 1, needsBy: null }
  if (status !== 'supplement_required' || !request) return { needs: 0, needsBy: null }
  return { needs: Math.max(1, request.waiting), needsBy: request.due_on }
}

/** One row of a list; also for drafts, which have no clock. */
export function toClaimRow(line: ClaimRowData, now: number): ClaimRow {
  const { claim, policy, brief, state } = line
  const draft = claim.status === 'draft'
  const instant = (at: number | null): number | null => (at === null ? null : at)
  return {
    id: claim.id,
    caseNumber: claim.case_number,
    status: claim.status,
    type: claim.type,
    title: brief.title,
    insured: policy.insured,
    policyNumber: policy.number,
    planName: policy.planName,
    incidentDay: claim.incident_day,
    ...needsOf(line),
    clock: draft ? null : currentClock(state, now),
    claimed: brief.claimed,
    outcome: claim.outcome,
    paid: claim.paid_minor === null || claim.currency === null ? null : money(claim.paid_minor, claim.currency),
    insurer: claim.insurer,
    step: draft ? claim.step : null,
    lapsesAt: draft ? claim.lapses_at : null,
    createdAt: claim.created_at,
    updatedAt: claim.updated_at,
    submittedAt: instant(claim.submitted_at),
    decidedAt: instant(claim.decided_at),
  }
}

/** The same for a case that was loaded completely; its policy and state are known already. */
export function claimRowOfCase(deps: Deps, found: Case, known: Pick<ClaimRowData, 'policy' | 'state'>): ClaimRow {
  const { claim, requests, items, documents } = found
  const open = requests.findLast((it) => it.status === 'open')
  const waiting = items.filter(
    (it) =>
      it.request_id === open?.id && it.status === 'open' && !documents.some((document) => document.item_id === it.id),
  ).length
  return toClaimRow(
    {
      ...known,
      claim,
      brief: summaryOf(deps, claim),
      request: open && { due_on: open.due_on, waiting },
    },
    deps.clock(),
  )
}

/** Today in Shanghai. */
export const todayOf = (deps: Pick<Deps, 'clock'>): string => dayOf(deps.clock())
