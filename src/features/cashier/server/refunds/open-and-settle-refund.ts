/**
 * Opens, approves and settles refunds in our books: the sum is reserved on the payment first, so that refunds never
 * exceed what was paid (design §5). What is said to the provider: `refund-at-provider.ts`.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../../../server/db/database.ts'
import { defineJob } from '../../../../server/jobs/define-job.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { newId } from '../../../../server/new-id.ts'
import { recordCreation, transition, tryTransition } from '../../../../server/transition.ts'
import { payableKey } from '../payable.ts'
import type { RefundReason } from '../../contract.ts'
import { kindOf } from '../payments/payability.ts'
import { refundMessages, sendRefundMessage } from './refund-messages.ts'
import { refundMachine } from '../payment-states.ts'
import type { RefundLine } from './split-refund.ts'
import type { PaymentTable, RefundTable } from '../../tables.ts'
import { refunded } from './refund-subjects.ts'
import { givesAccountOfSender } from './account-of-sender.ts'
import { TRANSFER } from '../transfers/transfer-provider.ts'

export const refundJob = defineJob('payment.refund', 'payments', z.object({ refundId: z.string() }))

interface NewRefund {
  reason: RefundReason
  /** Minor units; everything that is left when not given. */
  amount?: number
  by: string
  why?: string
}

/** More than what is left of the payment. */
export class AmountTooHigh extends Error {
  override name = 'AmountTooHigh'
}

/**
 * Opens a refund in the caller's transaction and queues it. A refund required by a rule (late, duplicate,
 * issue_failed) is approved by the rule itself, and made once: with nothing left to refund it returns `undefined`.
 * Throws `AmountTooHigh` when the given amount is no longer available.
 */
export async function openRefund(
  trx: Trx,
  deps: Deps,
  payment: PaymentTable,
  request: NewRefund,
): Promise<RefundTable | undefined> {
  const amount = request.amount ?? (payment.paid_minor ?? 0) - payment.refund_minor
  if (amount <= 0 || !(await reserveAmount(trx, payment.id, amount))) {
    if (request.amount === undefined) return undefined
    throw new AmountTooHigh()
  }
  const id = newId()
  await insertRefund(trx, deps, payment, {
    ...request,
    id,
    requestId: id,
    amount,
    subject: `payable:${payableKey({ kind: payment.payable_kind, id: payment.payable_id })}`,
    lines: [{ id: request.reason, amount }],
  })
  return approvePart(trx, deps, { id, by: request.by, why: request.reason })
}

/** A requested refund of one payment, waiting for review; the caller has reserved its sum. */
export async function insertRefund(
  trx: Trx,
  deps: Deps,
  payment: PaymentTable,
  request: NewRefund & { id: string; requestId: string; amount: number; subject: string; lines: readonly RefundLine[] },
): Promise<void> {
  const at = deps.clock()
  const { id, amount, by } = request
  await trx
    .insertInto('refunds')
    .values({
      id,
      status: 'requested',
      version: 1,
      updated_at: at,
      payment_id: payment.id,
      payable_kind: payment.payable_kind,
      payable_id: payment.payable_id,
      amount_minor: amount,
      currency: payment.paid_currency ?? payment.currency,
      reason: request.reason,
      why: request.why ?? null,
      gateway_ref: null,
      created_at: at,
      submitted_at: null,
      settled_at: null,
      attempt: 1,
      way: 'provider',
      request_id: request.requestId,
      requested_by: by,
      subject: request.subject,
      lines: JSON.stringify(request.lines),
      reviewed_by: null,
    })
    .execute()
  await recordCreation(trx, {
    machine: refundMachine,
    id,
    status: 'requested',
    by,
    at,
    why: request.why ?? request.reason,
    data: { amount },
  })
  await transition(trx, { machine: refundMachine, id, to: 'under_review', by, at })
}

/** Reasons that need no message of their own at the start, because the order's or the policy's message says it. */
const TOLD_ELSEWHERE: readonly string[] = ['issue_failed', 'not_issued', 'surrender', 'endorsement']
const UNUSABLE: readonly string[] = ['late', 'duplicate', 'left_list', 'wrong_amount']
/** Money that could not be used when it came: nobody requested its refund. */
const isUnasked = ({ reason, requested_by: by }: RefundTable): boolean => by === 'system' && UNUSABLE.includes(reason)

/** under_review → approved: will be sent to the provider. */
export async function approvePart(
  trx: Trx,
  deps: Deps,
  { id, by, why }: { id: string; by: string; why: string },
): Promise<RefundTable> {
  const toSender = await givesAccountOfSender(trx, deps, id)
  const row = await transition(trx, {
    machine: refundMachine,
    id,
    from: 'under_review',
    to: 'approved',
    by,
    at: deps.clock(),
    why,
    set: { reviewed_by: by, ...(toSender ? { way: 'bank' as const } : {}) },
  })
  if (!toSender) await deps.outbox.enqueue(trx, refundJob, { refundId: id }, { key: `${refundJob.kind}:${id}` })
  const payment = await trx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', row.payment_id)
    .executeTakeFirstOrThrow()
  if (!TOLD_ELSEWHERE.includes(row.reason))
    await sendRefundMessage(
      deps,
      trx,
      isUnasked(row) ? refundMessages.refund_started : refundMessages.refund_approved,
      row,
      payment,
    )
  return row
}

/** Reserves an amount of a payment for a refund; false when it is not available. */
export async function reserveAmount(trx: Trx, paymentId: string, amount: number): Promise<boolean> {
  const done = await trx
    .updateTable('payments')
    .set({ refund_minor: sql`refund_minor + ${amount}` })
    .where('id', '=', paymentId)
    .where('paid_minor', 'is not', null)
    .where(sql<boolean>`refund_minor + ${amount} <= paid_minor`)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/**
 * Books the end of a refund, at `settledAt` if a bank states the day: the buyer gets a message, and the order is closed
 * or the money is available again.
 */
export async function settleRefund(
  trx: Trx,
  deps: Deps,
  row: RefundTable,
  state: 'succeeded' | 'failed',
  by: string,
  settledAt = deps.clock(),
): Promise<void> {
  const at = deps.clock()
  const again = await hadSucceeded(trx, row.id)
  const done = await tryTransition(trx, {
    machine: refundMachine,
    id: row.id,
    by,
    at,
    to: state,
    version: row.version,
    set: { settled_at: settledAt },
  })
  if (!done) return
  const payment = await trx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', done.payment_id)
    .executeTakeFirstOrThrow()
  // For money that a bank returned, the request for another account tells the buyer.
  if (state === 'succeeded' || done.way !== 'bank' || payment.method === TRANSFER)
    await sendRefundMessage(
      deps,
      trx,
      state === 'failed' ? refundMessages.refund_failed : refundMessages.refund_done,
      done,
      payment,
    )
  if (state === 'failed') await releaseAmount(trx, deps, done)
  else await tellReturned(trx, deps, payment, done, { at, again })
}

/** It was returned before, and the payer's bank sent it back: its payable has heard of it already. */
async function hadSucceeded(trx: Trx, id: string): Promise<boolean> {
  const found = await trx
    .selectFrom('events')
    .select('id')
    .where('entity', '=', refundMachine.entity)
    .where('entity_id', '=', id)
    .where('to_status', '=', 'succeeded')
    .executeTakeFirst()
  return found !== undefined
}

/** Tells the payable that its money was refunded, whoever requested that; then everything else that follows a refund. */
async function tellReturned(
  trx: Trx,
  deps: Deps,
  payment: PaymentTable,
  refund: RefundTable,
  { at, again }: { at: number; again: boolean },
): Promise<void> {
  // A second payment that goes back leaves the one that was credited.
  const whole = payment.refund_minor === Number(payment.paid_minor) && payment.credited_at !== null
  if (!again)
    await kindOf(deps, { kind: payment.payable_kind }).returned?.(deps, trx, {
      id: payment.payable_id,
      at,
      whole,
      subject: refund.subject,
    })
  const told = { amount: refund.amount_minor, currency: refund.currency, reason: refund.reason, again }
  for (const follow of refunded.all(deps))
    await follow(deps, trx, { kind: payment.payable_kind, id: payment.payable_id }, told)
}

/** The money stays with us: the reservation is lifted, and an operator decides how to refund it. */
async function releaseAmount(trx: Trx, deps: Deps, row: RefundTable): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ refund_minor: sql`refund_minor - ${row.amount_minor}` })
    .where('id', '=', row.payment_id)
    .execute()
  deps.log.error({ refund: row.id, payable: row.payable_id, attempt: row.attempt }, 'refund failed')
}
