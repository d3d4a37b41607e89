/**
 * What follows from a case's state: its promises and clocks, its steps, and whose turn it is. What the claimant may do:
 * `allowed-claimant-actions.ts`. Pure.
 */
import type { Day } from '../../../../lib/days/dates.ts'
import type { Clock } from '../promise-clock-schema.ts'
import { clockAt, type Pause, type Promised } from './promise-clock.ts'
import { isDecided, isOpen, type ClaimStatus, type Outcome } from '../status-values.ts'
import type { ClaimView } from './sent-claim-view-schema.ts'

/** A case without texts and secrets. Instants in ms; lists from the oldest to the newest. */
export interface CaseState {
  status: ClaimStatus
  complex: boolean
  submittedAt: number
  registeredAt: number | null
  closedAt: number | null
  /** Changes of status. */
  moves: readonly { at: number; to: ClaimStatus }[]
  decisions: readonly { id: string; at: number; outcome: Outcome; paidToYou: number; appealUntil: Day | null }[]
  /** `decision` is `null` for money on account; `payee` is set where there are several. */
  payments: readonly {
    decision: string | null
    payee: string | null
    status: 'paying' | 'paid' | 'failed'
    settledAt: number | null
  }[]
  onAccount: 'paying' | 'paid' | 'failed' | null
  appeals: readonly { decision: string; at: number; answeredAt: number | null }[]
}

/** Statuses in which a clock is paused. */
export const STOPPING = ['supplement_required', 'payment_failed'] as const satisfies readonly ClaimStatus[]

/** The periods in which a case had a status. */
function pausesIn(moves: CaseState['moves'], status: (typeof STOPPING)[number], since: number): Pause[] {
  return moves.flatMap(({ at, to }, i) =>
    to === status && at >= since ? [{ from: at, to: moves[i + 1]?.at ?? null }] : [],
  )
}

/** Every promise of the case so far, oldest first: the decision, then payments and reviews. A withdrawn case has none. */
export function promises(state: CaseState): (Promised & { of: string })[] {
  const { moves, complex, decisions, appeals } = state
  if (state.status === 'cancelled' || state.status === 'discarded') return []
  const awaiting = (since: number): Pause[] => pausesIn(moves, 'supplement_required', since)
  const decision = {
    kind: 'decision' as const,
    of: 'decision',
    startedAt: state.submittedAt,
    pauses: awaiting(state.submittedAt),
    endedAt: decisions[0]?.at ?? null,
    complex,
  }
  const payments = decisions
    .filter((it) => it.paidToYou > 0)
    .map(({ id, at }) => ({
      kind: 'payment' as const,
      of: id,
      startedAt: at,
      pauses: pausesIn(moves, 'payment_failed', at),
      complex: false,
      endedAt: settledAt(state.payments, id),
    }))
  const reviews = appeals.map(({ decision: id, at, answeredAt }) => ({
    kind: 'review' as const,
    of: id,
    startedAt: at,
    pauses: awaiting(at),
    endedAt: answeredAt,
    complex: false,
  }))
  return [decision, ...[...payments, ...reviews].sort((a, b) => a.startedAt - b.startedAt)]
}

/** When the last payee of a decision received the money. */
function settledAt(payments: CaseState['payments'], decision: string): number | null {
  const of = payments.filter((it) => it.decision === decision)
  const last = [...new Set(of.map((it) => it.payee))].map((payee) => of.findLast((it) => it.payee === payee))
  return last.length > 0 && last.every((it) => it?.status === 'paid')
    ? Math.max(...last.map((it) => it?.settledAt ?? 0))
    : null
}

/**
 * The clock of money on account (Insurance Law art. 25): days since a complete claim was received and not decided.
 * `null` once it is decided or such money was sent, and for a case that has ended.
 */
export function onAccountClock(
  { status, submittedAt, moves, decisions, onAccount }: CaseState,
  now: number,
): Clock | null {
  if (!isOpen(status) || decisions.length > 0 || onAccount !== null) return null
  return clockAt(
    {
      kind: 'on_account',
      startedAt: submittedAt,
      pauses: pausesIn(moves, 'supplement_required', submittedAt),
      endedAt: null,
      complex: false,
    },
    now,
  )
}

/** Every promise with its clock at an instant (ms), oldest first. */
export const clocks = (state: CaseState, now: number): Clock[] => promises(state).map((it) => clockAt(it, now))

/** The clock to show now: the payment's while there is something to pay, the latest promise otherwise. */
export function currentClock(state: CaseState, now: number): Clock | null {
  const all = clocks(state, now)
  return (isAwaitingMoney(state.status) ? all.findLast((it) => it.kind === 'payment') : undefined) ?? all.at(-1) ?? null
}

/** Decided, and the money has not arrived. */
export const isAwaitingMoney = (status: ClaimStatus): boolean =>
  ['approved', 'partially_approved', 'paying', 'payment_failed'].includes(status)

/** Whose turn it is. Only the bank's while money is on its way. */
export function turnOf(status: ClaimStatus): ClaimView['turn'] {
  if (status === 'draft' || status === 'supplement_required' || status === 'payment_failed') return 'you'
  if (status === 'paying') return 'bank'
  return ['rejected', 'paid', 'cancelled', 'discarded'].includes(status) ? 'nobody' : 'us'
}

type Step = ClaimView['steps'][number]

/**
 * The numbered steps of the page (look.md): sent, registered, checked, decided, paid; for a withdrawn case only the
 * past ones. A review is a step of its own after the decision that was made, and promises no payment.
 */
export function stepsOf(state: CaseState, now: number): Step[] {
  const { status, submittedAt, registeredAt } = state
  const step = (id: Step['id'], over: Partial<Step>): Step => ({ id, state: 'next', at: null, dueOn: null, ...over })
  const clock = currentClock(state, now)
  const sent = step('sent', { state: 'done', at: submittedAt })
  const done = registeredAt !== null
  if (status === 'cancelled') {
    const was = done ? [step('registered', { state: 'done', at: registeredAt })] : []
    return [sent, ...was, step('withdrawn', { state: 'done', at: state.closedAt })]
  }
  const review = state.appeals.length > 0
  const decided = isDecided(status) || review
  const running: Step['state'] = clock?.state === 'late' ? 'late' : 'now'
  const due = clock?.dueOn ?? null
  const checkedFrom = state.moves.find((it) => it.to === 'in_review')?.at ?? registeredAt
  const checking = done && !decided
  return [
    sent,
    step('registered', done ? { state: 'done', at: registeredAt } : { state: running }),
    step('checking', {
      state: decided ? 'done' : checking ? running : 'next',
      at: checkedFrom,
      dueOn: checking ? due : null,
    }),
    step(
      'decision',
      decided
        ? {
            state: 'done',
            at: (review ? decisionBefore(state, state.appeals[0]?.at) : state.decisions.at(-1))?.at ?? null,
          }
        : { dueOn: due },
    ),
    ...(review ? stepsOfReviews(state, now) : paymentStep(state, running, due)),
  ]
}

const decisionBefore = ({ decisions }: CaseState, at = Infinity): CaseState['decisions'][number] | undefined =>
  decisions.findLast((it) => it.at <= at)

/** The payment of the first decision; then each review, and what it brought. */
function stepsOfReviews(state: CaseState, now: number): Step[] {
  const { appeals, status } = state
  const reviews = promises(state).filter((it) => it.kind === 'review')
  return [
    ...paymentOf(state, decisionBefore(state, appeals[0]?.at), now),
    ...appeals.flatMap(({ at, answeredAt }, i): Step[] => {
      if (answeredAt !== null) {
        const answer = decisionBefore(state, appeals[i + 1]?.at)
        return [
          { id: 'review', state: 'done', at: answeredAt, dueOn: null },
          ...(answer && answer.at >= at ? paymentOf(state, answer, now) : []),
        ]
      }
      const promise = reviews.find((it) => it.startedAt === at)
      const clock = promise && clockAt(promise, now)
      // It begins when the money of the decision has arrived.
      return [
        {
          id: 'review',
          state: isDecided(status) ? 'next' : clock?.state === 'late' ? 'late' : 'now',
          at,
          dueOn: clock?.dueOn ?? null,
        },
      ]
    }),
  ]
}

/** The payment of one decision of several. */
function paymentOf(state: CaseState, decision: CaseState['decisions'][number] | undefined, now: number): Step[] {
  if (!decision || decision.paidToYou <= 0) return []
  const arrived = settledAt(state.payments, decision.id)
  if (arrived !== null) return [{ id: 'payment', state: 'done', at: arrived, dueOn: null }]
  if (!isAwaitingMoney(state.status) || decision.id !== state.decisions.at(-1)?.id) return []
  const clock = currentClock(state, now)
  return [{ id: 'payment', state: clock?.state === 'late' ? 'late' : 'now', at: null, dueOn: clock?.dueOn ?? null }]
}

function paymentStep({ status, decisions, payments }: CaseState, running: Step['state'], due: Day | null): Step[] {
  if (status === 'rejected') return []
  const settled = payments.findLast((it) => it.decision !== null && it.status === 'paid')?.settledAt ?? null
  if (status === 'paid')
    return [{ id: 'payment', state: 'done', at: settled ?? decisions.at(-1)?.at ?? null, dueOn: null }]
  if (isDecided(status)) return [{ id: 'payment', state: running, at: null, dueOn: due }]
  return [{ id: 'payment', state: 'next', at: null, dueOn: null }]
}
