/**
 * Refunds that an operator decides: requested with a sum and its calculation, reviewed, and paid back in parts over the
 * payments that the money came from. The sum is reserved from the request on, so that two requests never exceed what
 * was paid.
 */
import { sql } from 'kysely'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { newId } from '../../../../server/new-id.ts'
import { payableKey, type PayableRef } from '../payable.ts'
import { refundSubjects, type RefundDecision } from './refund-subjects.ts'
import { transition } from '../../../../server/transition.ts'
import type { RefundReason } from '../../contract.ts'
import { AmountTooHigh, approvePart, insertRefund, reserveAmount } from './open-and-settle-refund.ts'
import { refundRequest, type RefundRequest } from './stored-refund-requests.ts'
import { refundMachine } from '../payment-states.ts'
import { splitRefund, type RefundLine } from './split-refund.ts'
import type { PaymentTable } from '../../tables.ts'

export * from './stored-refund-requests.ts'

/** Kinds of subject to which nothing happens when their money goes back. */
const MONEY_ALONE: readonly string[] = ['order', 'payable']

interface NewRequest {
  subject: string
  /** The payables that were paid with the money to refund. */
  payables: readonly PayableRef[]
  /** Only these of their payments; otherwise those that were credited. */
  payments?: readonly string[]
  amount: number
  reason: RefundReason
  lines: readonly RefundLine[]
  by: string
  why?: string
}

/** Requests a refund in the caller's transaction. Throws `AmountTooHigh` when less than that is left of the payments. */
export async function requestRefund(trx: Trx, deps: Deps, request: NewRequest): Promise<string> {
  for (const key of request.payables.map(payableKey).sort()) await lockFor(trx, `refund:${key}`)
  const payments = await (request.payments
    ? namedPayments(trx, request.payables, request.payments)
    : creditedPayments(trx, request.payables))
  const parts = splitRefund(
    payments.map((it) => ({ id: it.id, left: leftOf(it) })),
    request.amount,
  )
  if (!parts || parts.length === 0) throw new AmountTooHigh()
  const ids = parts.map(() => newId())
  const [requestId = ''] = ids
  for (const [i, part] of parts.entries()) {
    const payment = payments.find((it) => it.id === part.id)
    if (!payment || !(await reserveAmount(trx, part.id, part.amount))) throw new AmountTooHigh()
    await insertRefund(trx, deps, payment, {
      id: ids[i] ?? newId(),
      requestId,
      amount: part.amount,
      subject: request.subject,
      reason: request.reason,
      lines: request.lines,
      by: request.by,
      ...(request.why ? { why: request.why } : {}),
    })
  }
  return requestId
}

/** A refund that follows from a rule: requested and approved at once, in the caller's transaction. */
export async function returnByRule(trx: Trx, deps: Deps, request: NewRequest & { why: string }): Promise<void> {
  const id = await requestRefund(trx, deps, request)
  const parts = await trx.selectFrom('refunds').select('id').where('request_id', '=', id).orderBy('id').execute()
  for (const part of parts) await approvePart(trx, deps, { id: part.id, by: request.by, why: request.why })
}

/** The payment that each was credited with: late, double or wrong payments are refunded automatically to their payer. */
export const creditedPayments = async (
  db: Deps['db'] | Trx,
  payables: readonly PayableRef[],
): Promise<PaymentTable[]> =>
  payables.length === 0 ? [] : paidPayments(db, payables).where('credited_at', 'is not', null).execute()

const namedPayments = (db: Trx, payables: readonly PayableRef[], ids: readonly string[]): Promise<PaymentTable[]> =>
  paidPayments(db, payables)
    .where('id', 'in', [...ids])
    .execute()

const paidPayments = (db: Deps['db'] | Trx, payables: readonly PayableRef[]) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('paid_minor', 'is not', null)
    .where((eb) =>
      eb.or(payables.map(({ kind, id }) => eb.and([eb('payable_kind', '=', kind), eb('payable_id', '=', id)]))),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')

const leftOf = (payment: PaymentTable): number => (payment.paid_minor ?? 0) - payment.refund_minor

/** Approves every part; the effects on the subject follow in the same transaction. */
export const approveRequest = (deps: Deps, id: string, decision: RefundDecision): Promise<RefundRequest> =>
  deps.write(async (trx) => {
    const request = await inReview(trx, id)
    // Two persons are needed to pay out money: whoever requested it may not approve it.
    if (request.requestedBy === decision.by) throw new Refusal('same_operator')
    const kind = kindOf(request)
    if (!MONEY_ALONE.includes(kind) && refundSubjects.find(deps, kind) === undefined)
      throw new Error(`nobody decides on refunds of ${kind}`)
    for (const part of request.parts) await approvePart(trx, deps, { id: part.id, ...decision })
    await refundSubjects.find(deps, kind)?.approved(deps, trx, request, decision)
    return request
  })

/** Refuses it, with the reason that the buyer reads; the reserved sum is released. */
export const rejectRequest = (
  deps: Deps,
  id: string,
  { reason, ...decision }: RefundDecision & { reason?: string | undefined },
): Promise<RefundRequest> =>
  deps.write(async (trx) => {
    const request = await inReview(trx, id)
    await requireReason(deps, trx, request, reason)
    return rejectInReview(deps, trx, id, { ...decision, ...(reason === undefined ? {} : { data: { reason } }) })
  })

async function requireReason(deps: Deps, trx: Trx, request: RefundRequest, reason: string | undefined): Promise<void> {
  const { reasons, holds } = refundSubjects.find(deps, kindOf(request))?.refusals ?? {
    reasons: [],
    holds: () => Promise.resolve(true),
  }
  const refuse = (said: string): Refusal => new Refusal('invalid', { fields: { reason: said } })
  if (reasons.length === 0 && reason !== undefined) throw refuse('this refund takes none: say it in --why')
  if (reasons.length > 0 && (reason === undefined || !reasons.includes(reason)))
    throw refuse(`one of ${reasons.join('|')}`)
  if (reason !== undefined && !(await holds(trx, request, reason))) throw refuse(`${reason} does not hold here`)
}

/** The same in the caller's transaction, for what the system finds itself. */
export async function rejectInReview(
  deps: Deps,
  trx: Trx,
  id: string,
  decision: RefundDecision,
): Promise<RefundRequest> {
  const request = await inReview(trx, id)
  await closeParts(deps, trx, request, decision)
  await refundSubjects.find(deps, kindOf(request))?.rejected(deps, trx, request, decision)
  return request
}

/** What an operator needs to know about it besides the sums. */
export const describeRequest = async (deps: Deps, request: RefundRequest): Promise<string[]> =>
  (await refundSubjects.find(deps, kindOf(request))?.describe?.(deps.db, request)) ?? []

/**
 * Takes the request back for whoever made it, in the caller's transaction: no message about a refusal is sent. Throws
 * once it is decided.
 */
export async function takeBackRequest(deps: Deps, trx: Trx, id: string, decision: RefundDecision): Promise<void> {
  await closeParts(deps, trx, await inReview(trx, id), decision)
}

async function closeParts(deps: Deps, trx: Trx, request: RefundRequest, decision: RefundDecision): Promise<void> {
  for (const part of request.parts) {
    await transition(trx, {
      machine: refundMachine,
      id: part.id,
      from: 'under_review',
      to: 'rejected',
      at: deps.clock(),
      ...decision,
      set: { reviewed_by: decision.by, settled_at: deps.clock() },
    })
    await trx
      .updateTable('payments')
      .set({ refund_minor: sql`refund_minor - ${part.amount_minor}` })
      .where('id', '=', part.payment_id)
      .execute()
  }
}

const kindOf = ({ subject }: RefundRequest): string => subject.split(':')[0] ?? ''

async function inReview(trx: Trx, id: string): Promise<RefundRequest> {
  const request = await refundRequest(trx, id)
  if (!request) throw new Refusal('not_found')
  if (request.status !== 'under_review') throw new Refusal('not_under_review', { state: request.status })
  return request
}
