/** A claim as lists show it. */
import { dayOf } from '../../../lib/dates.ts'
import type { Lang } from '../../../lib/locale.ts'
import { CURRENCIES, money, type Money } from '../../../lib/money.ts'
import type { Deps } from '../../../server/deps.ts'
import type { ClaimAnswers } from '../answers.ts'
import { currentClock } from './case-rules.ts'
import type { Case } from './case.server.ts'
import { stateOf } from './case-columns.server.ts'
import { answersOf } from '../columns.server.ts'
import { policyPart } from '../parts.server.ts'
import type { ClaimRow } from '../rows.ts'
import { titleOf } from './title.ts'

/** Sums of the invoices, one a currency, in the order of the currencies. */
export const claimedOf = ({ visits }: ClaimAnswers): Money[] => CURRENCIES.flatMap((currency) => {
  const of = visits.filter((it) => it.currency === currency && it.amount !== null)
  return of.length === 0 ? [] : [money(of.reduce((sum, it) => sum + (it.amount ?? 0), 0), currency)]
})

/** What is asked of the person now, and by when. What is ready must still be sent: it counts as one. */
function needsOf({ claim, requests, items, documents }: Case): { needs: number; needsBy: string | null } {
  if (claim.status === 'payment_failed') return { needs: 1, needsBy: null }
  const open = claim.status === 'supplement_required' ? requests.findLast((it) => it.status === 'open') : undefined
  if (!open) return { needs: 0, needsBy: null }
  const waiting = items.filter((it) => it.request_id === open.id && it.status === 'open' && !documents.some((document) => document.item_id === it.id)).length
  return { needs: Math.max(1, waiting), needsBy: open.due_on }
}

/** One row of a list; drafts too, which have no clock. */
export function rowView(deps: Deps, found: Case, lang: Lang): ClaimRow {
  const { claim, policy } = found
  const answers = answersOf(deps, claim)
  const { insured, number, planName } = policyPart(deps, policy, lang)
  const draft = claim.status === 'draft'
  const instant = (at: number | null): number | null => (at === null ? null : Number(at))
  return {
    id: claim.id, caseNumber: claim.case_number, status: claim.status, type: claim.type ?? (answers.type || null), title: titleOf(answers.description),
    insured, policyNumber: number, planName, incidentDay: claim.incident_day ?? (answers.incidentDay || null), ...needsOf(found),
    clock: draft ? null : currentClock(stateOf(found), deps.clock()),
    claimed: claimedOf(answers), outcome: claim.outcome,
    paid: claim.paid_minor === null || claim.currency === null ? null : money(Number(claim.paid_minor), claim.currency),
    insurer: claim.insurer, step: draft ? claim.step : null, lapsesAt: draft ? Number(claim.lapses_at) : null,
    createdAt: Number(claim.created_at), updatedAt: Number(claim.updated_at), submittedAt: instant(claim.submitted_at), decidedAt: instant(claim.decided_at),
  }
}

/** Shanghai's day now. */
export const todayOf = (deps: Pick<Deps, 'clock'>): string => dayOf(deps.clock())
