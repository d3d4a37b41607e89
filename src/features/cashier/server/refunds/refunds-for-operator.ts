/** Refunds that need an operator: which they are, and what can be done about a failed one (design §5). */
import { sql } from 'kysely'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { transition } from '../../../../server/transition.ts'
import { refundMessages, sendRefundMessage } from './refund-messages.ts'
import { refundJob, reserveAmount, settleRefund } from './open-and-settle-refund.ts'
import { refundMachine } from '../payment-states.ts'
import type { RefundTable } from '../../tables.ts'
import { awaitingAccount } from './waiting-refund-accounts.ts'

const DAY = 86_400_000

/** Failed refunds whose money is still with us: a new refund of the same payment may have returned it since. */
export const failedRefunds = (deps: Pick<Deps, 'db'>): Promise<RefundTable[]> =>
  deps.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .selectAll('refunds')
    .where('refunds.status', '=', 'failed')
    .where(sql<boolean>`payments.paid_minor - payments.refund_minor >= refunds.amount_minor`)
    .orderBy('refunds.updated_at')
    .execute()

/** In progress for longer than a bank takes. */
const slowRefunds = (deps: Pick<Deps, 'db' | 'clock'>): Promise<RefundTable[]> =>
  deps.db
    .selectFrom('refunds')
    .selectAll()
    .where('status', 'in', ['approved', 'submitted'])
    .where('updated_at', '<=', deps.clock() - LIMITS.refundBankDays * DAY)
    .orderBy('updated_at')
    .execute()

/** Requested, and not decided by an operator; longest waiting first. */
const refundsUnderReview = (deps: Pick<Deps, 'db'>): Promise<RefundTable[]> =>
  deps.db
    .selectFrom('refunds')
    .selectAll()
    .where('status', 'in', ['requested', 'under_review'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Everything that waits for an operator, oldest first. */
export async function waitingRefunds(deps: Pick<Deps, 'db' | 'clock'>): Promise<RefundTable[]> {
  const all = [...(await refundsUnderReview(deps)), ...(await failedRefunds(deps)), ...(await slowRefunds(deps))]
  return all.sort((a, b) => a.created_at - b.created_at)
}

/** The time of the check, and the refunds whose payer was recently asked for an account. */
export interface RefundTimes {
  now: number
  payersTurn: ReadonlySet<string>
}

export async function refundTimes({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<RefundTimes> {
  const now = clock()
  return { now, payersTurn: await awaitingAccount(db, now) }
}

/**
 * Later than we told the buyer: a failed one after a day, one at the bank or under review after its days. The clock is
 * paused while it is the payer's turn.
 */
export function isOverdue(row: RefundTable, { now, payersTurn }: RefundTimes): boolean {
  if (payersTurn.has(row.id)) return false
  const days =
    row.status === 'failed'
      ? LIMITS.refundCallDays
      : row.status === 'under_review'
        ? LIMITS.refundReviewDays
        : LIMITS.refundBankDays
  return row.updated_at <= now - days * DAY
}

/** For `health show`. */
export async function refundFigures(deps: Deps): Promise<Record<string, number>> {
  const failed = await failedRefunds(deps)
  const review = await refundsUnderReview(deps)
  const times = await refundTimes(deps)
  const { held } = await deps.db
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll().as('held'))
    .where('status', '=', sql.lit('error'))
    .where(sql<boolean>`paid_minor > refund_minor`)
    .executeTakeFirstOrThrow()
  const all = [...failed, ...review, ...(await slowRefunds(deps))]
  return {
    paymentsInError: Number(held),
    refundsUnderReview: review.length,
    refundsFailed: failed.length,
    refundsOverdue: all.filter((row) => isOverdue(row, times)).length,
  }
}

interface OperatorReason {
  by: string
  why: string
}

/** failed → approved: the provider is asked again, under a new number. */
export async function retryRefund(deps: Deps, id: string, { by, why }: OperatorReason): Promise<RefundTable> {
  return deps.write(async (trx) => {
    const row = await reopenRefund(deps, trx, id, { by, why }, 'provider')
    await deps.outbox.enqueue(trx, refundJob, { refundId: id }, { key: `${refundJob.kind}:${id}:${row.attempt}` })
    const payment = await trx
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', row.payment_id)
      .executeTakeFirstOrThrow()
    await sendRefundMessage(deps, trx, refundMessages.refund_retried, row, payment)
    return row
  })
}

/** failed → approved → submitted → succeeded: an operator has paid it another way, with the bank's reference. */
export async function refundByHand(
  deps: Deps,
  id: string,
  reference: string,
  { by, why }: OperatorReason,
): Promise<void> {
  await deps.write(async (trx) => {
    const row = await reopenRefund(deps, trx, id, { by, why }, 'by_hand')
    const at = deps.clock()
    const sent = await transition(trx, {
      machine: refundMachine,
      id,
      to: 'submitted',
      version: row.version,
      by,
      at,
      why,
      set: { submitted_at: at, gateway_ref: reference },
    })
    await settleRefund(trx, deps, sent, 'succeeded', by)
  })
}

/**
 * failed → approved, with its sum reserved again. Refuses `not_failed`, and `too_much` where the money was refunded
 * otherwise since.
 */
export async function reopenRefund(
  deps: Deps,
  trx: Trx,
  id: string,
  { by, why }: OperatorReason,
  way: RefundTable['way'],
): Promise<RefundTable> {
  const row = await trx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (row.status !== 'failed') throw new Refusal('not_failed', { state: row.status })
  if (!(await reserveAmount(trx, row.payment_id, row.amount_minor))) throw new Refusal('too_much')
  return transition(trx, {
    machine: refundMachine,
    id,
    to: 'approved',
    version: row.version,
    by,
    at: deps.clock(),
    why,
    data: { way },
    set: { attempt: row.attempt + 1, way, settled_at: null, submitted_at: null, gateway_ref: null },
  })
}
