/** The list of claims, and what one claim's page shares with it. */
import { z } from 'zod'
import { dayOf } from '../../../src/lib/days/dates.ts'
import type { Lang } from '../../../src/lib/locale.ts'
import { planNames } from '../../../src/features/policies/server/documents/policy-document-facts.ts'
import { currentClock, type CaseState } from '../../../src/features/claims/rules/case/case-progress.ts'
import { WAITING_STATUSES } from '../../../src/features/claims/rules/listed-claim.ts'
import { CLAIM_STATUSES } from '../../../src/features/claims/rules/status-values.ts'
import { checkedWhenSealed } from '../../../src/server/keys/seal.ts'
import { open, PEOPLE, type Asking, type Peer } from './peer.ts'
import type { ListedClaimRow, PolicyRow } from './rows.ts'

export const money = (amount: number, currency: string) => ({ amount, currency })

const SUMMARY = checkedWhenSealed<{ title: string; claimed: unknown[] }>()

export async function claims({ peer, session, lang }: Asking, query: unknown): Promise<unknown> {
  const { limit } = claimsInput.parse(query)
  const counts = await peer.store.claimCounts(session.user_id)
  const rows = await peer.store.claims(session.user_id, limit + 1)
  const sum = (...of: readonly string[]): number =>
    counts.filter((it) => of.includes(it.status)).reduce((total, it) => total + it.count, 0)
  const closed = sum('paid', 'rejected', 'cancelled') - sum('reopened')
  const draft = sum('draft')
  return {
    claims: rows.slice(0, limit).map((row) => {
      const request = row.requests.at(-1)
      return claimLine(peer, row, policyOf(peer, row.policy, lang), {
        state: stateOf(row),
        dueOn: request?.due_on,
        waiting: request?.items.filter((it) => it.status === 'open' && !it.answered).length ?? 0,
      })
    }),
    counts: {
      draft,
      open: sum(...CLAIM_STATUSES) - sum('discarded') - draft - closed,
      closed,
      waiting: sum(...WAITING_STATUSES),
    },
    more: rows.length > limit,
  }
}
const claimsInput = z.object({ limit: z.coerce.number().int().max(50).default(20) })

type Policy = ReturnType<typeof policyOf>

export function policyOf(peer: Peer, row: PolicyRow, lang: Lang) {
  const { insured } = open(peer, 'policies.people', PEOPLE, row.people)
  const cancelled = row.status === 'cancelled'
  return {
    id: row.id,
    number: row.number,
    plan: row.plan,
    ...planNames(peer.plans, row, lang),
    insurerName: peer.plans.insurerWords(lang, row.insurer).name,
    insured: insured.idName,
    start: row.starts,
    end: row.ends,
    cancelledOn: cancelled && row.cancelled_at !== null ? dayOf(row.cancelled_at) : null,
    neverInForce: cancelled && row.premium_minor === 0,
    death: false,
  }
}

export function stateOf(row: Omit<ListedClaimRow, 'requests'>): CaseState {
  return {
    status: row.status,
    complex: row.complex === 1,
    submittedAt: row.submitted_at ?? row.created_at,
    registeredAt: row.registered_at,
    closedAt: row.closed_at,
    moves: row.events
      .filter((it) => it.from_status !== null && it.from_status !== it.to_status)
      .map((it) => ({ at: it.at, to: it.to_status as CaseState['status'] })),
    decisions: row.decisions.map((it) => ({
      id: it.id,
      at: it.at,
      outcome: it.outcome,
      paidToYou: it.paid_minor ?? 0,
      appealUntil: it.appeal_until,
    })),
    onAccount: row.on_account,
    payments: row.payments.map((it) => ({
      decision: it.decision_id,
      payee: it.payee_id,
      status: it.status,
      settledAt: it.settled_at,
    })),
    appeals: row.appeals.map((it) => ({ decision: it.decision_id, at: it.at, answeredAt: it.answered_at })),
  }
}

interface Line {
  state: CaseState
  dueOn: string | undefined
  waiting: number
}

export function claimLine(
  peer: Peer,
  row: Omit<ListedClaimRow, 'requests'>,
  policy: Policy,
  { state, dueOn, waiting }: Line,
) {
  const draft = row.status === 'draft'
  const brief = row.brief === null ? { title: '', claimed: [] } : open(peer, 'claims.brief', SUMMARY, row.brief)
  const returned =
    row.status === 'payment_failed' || (row.on_account === 'failed' && row.status !== 'supplement_required')
  const asked = !returned && row.status === 'supplement_required' && dueOn !== undefined
  return {
    id: row.id,
    caseNumber: row.case_number,
    status: row.status,
    type: row.type,
    title: brief.title,
    insured: policy.insured,
    policyNumber: policy.number,
    planName: policy.planName,
    incidentDay: row.incident_day,
    needs: returned ? 1 : asked ? Math.max(1, waiting) : 0,
    needsBy: asked ? dueOn : null,
    clock: draft ? null : currentClock(state, peer.deps.clock()),
    claimed: brief.claimed,
    outcome: row.outcome,
    paid: row.paid_minor === null || row.currency === null ? null : money(row.paid_minor, row.currency),
    insurer: row.insurer,
    step: draft ? row.step : null,
    lapsesAt: draft ? row.lapses_at : null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    submittedAt: row.submitted_at,
    decidedAt: row.decided_at,
  }
}
