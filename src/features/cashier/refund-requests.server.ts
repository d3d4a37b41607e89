/**
 * Refunds that a person decides on: asked for with how much was worked out and how, reviewed by an operator, and paid back in parts over
 * the payments the money came from. The sum is reserved from the request on, so that two at once never exceed what was paid.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { Refusal } from '../../server/call-handlers.ts'
import type { Trx } from '../../server/db/database.ts'
import { lockFor } from '../../server/db/lock.ts'
import type { Deps } from '../../server/dependencies.ts'
import { newId } from '../../server/new-id.ts'
import { transition } from '../../server/transition.ts'
import type { RefundReason, RefundState } from './contract.ts'
import { AmountTooHigh, approvePart, insertRefund, reserveAmount } from './refunds.server.ts'
import { refundMachine, splitRefund, type RefundLine } from './rules.server.ts'
import type { PaymentTable, RefundTable } from './tables.server.ts'

export interface RefundRequest {
  id: string
  /** `policy:<id>` or `order:<id>`. */
  subject: string
  reason: RefundReason
  why: string | null
  requestedBy: string
  requestedAt: number
  status: RefundState
  /** Minor units, of all parts. */
  amount: number
  currency: string
  lines: RefundLine[]
  parts: RefundTable[]
}

/** What becomes of the thing that a refund is about, in the transaction that decides it. */
export interface RefundSubject {
  approved: (deps: Deps, trx: Trx, request: RefundRequest, decision: Decision) => Promise<void>
  rejected: (deps: Deps, trx: Trx, request: RefundRequest, decision: Decision) => Promise<void>
}
const subjects = new Map<string, RefundSubject>()

/** Called once when the feature of the subject is loaded: `registerRefundSubject('policy', …)`. */
export const registerRefundSubject = (kind: string, subject: RefundSubject): void => void subjects.set(kind, subject)

export interface Decision {
  /** `operator:<id>`, or `user:<id>` for one who takes the request back. */
  by: string
  /** Read by the buyer where it is a refusal. */
  why: string
}

interface NewRequest {
  subject: string
  /** Orders whose payments the money came from. */
  orders: readonly string[]
  amount: number
  reason: RefundReason
  lines: readonly RefundLine[]
  by: string
  why?: string
}

/** Asks for a refund in the caller's transaction. Throws `AmountTooHigh` when the payments have less left than that. */
export async function requestRefund(trx: Trx, deps: Deps, wish: NewRequest): Promise<string> {
  for (const order of [...wish.orders].sort()) await lockFor(trx, `refund:${order}`)
  // The payment that each order was credited with: what came twice, late or in another sum goes back by itself, to whoever sent it.
  const payments = await trx.selectFrom('payments').innerJoin('orders', 'orders.payment_id', 'payments.id').selectAll('payments').where('payments.order_id', 'in', [...wish.orders])
    .where('payments.paid_minor', 'is not', null).orderBy('payments.created_at', 'desc').orderBy('payments.id').execute()
  const parts = splitRefund(payments.map((it) => ({ id: it.id, left: leftOf(it) })), wish.amount)
  if (!parts || parts.length === 0) throw new AmountTooHigh()
  const ids = parts.map(() => newId())
  const [requestId = ''] = ids
  for (const [i, part] of parts.entries()) {
    const payment = payments.find((it) => it.id === part.id)
    if (!payment || !(await reserveAmount(trx, part.id, part.amount))) throw new AmountTooHigh()
    await insertRefund(trx, deps, payment, {
      id: ids[i] ?? newId(), requestId, amount: part.amount, subject: wish.subject, reason: wish.reason, lines: wish.lines, by: wish.by, ...(wish.why ? { why: wish.why } : {}),
    })
  }
  return requestId
}

const leftOf = (payment: PaymentTable): number => Number(payment.paid_minor ?? 0) - Number(payment.refund_minor)

const linesSchema = z.array(z.object({ id: z.string(), amount: z.number().int(), values: z.record(z.string(), z.union([z.string(), z.number()])).optional() }))

/** The state of a request with several parts: what somebody must look after first, then what is furthest behind. */
const ORDER: readonly RefundState[] = ['failed', 'requested', 'under_review', 'approved', 'submitted', 'rejected', 'succeeded']
export const combinedState = (states: readonly RefundState[]): RefundState => ORDER.find((state) => states.includes(state)) ?? 'succeeded'

function toRequest(parts: RefundTable[]): RefundRequest | undefined {
  const [first] = parts
  if (!first) return undefined
  const lines = linesSchema.parse(JSON.parse(first.lines))
  return {
    id: first.request_id, subject: first.subject, reason: first.reason as RefundReason, why: first.why, requestedBy: first.requested_by,
    requestedAt: Number(first.created_at), status: combinedState(parts.map((it) => it.status as RefundState)),
    amount: parts.reduce((sum, it) => sum + Number(it.amount_minor), 0), currency: first.currency,
    lines: lines.map(({ id, amount, values }) => ({ id, amount, ...(values ? { values } : {}) })), parts,
  }
}

/** A request with its parts; by the id of any part of it, too. */
export async function refundRequest(db: Deps['db'] | Trx, id: string): Promise<RefundRequest | undefined> {
  const named = await db.selectFrom('refunds').select('request_id').where('id', '=', id).executeTakeFirst()
  return toRequest(await db.selectFrom('refunds').selectAll().where('request_id', '=', named?.request_id ?? id).orderBy('id').execute())
}

/** The latest request about a subject. */
export async function latestRequest(db: Deps['db'] | Trx, subject: string): Promise<RefundRequest | undefined> {
  const row = await db.selectFrom('refunds').select('request_id').where('subject', '=', subject).orderBy('created_at', 'desc').orderBy('id', 'desc').executeTakeFirst()
  return row && refundRequest(db, row.request_id)
}

/** Approves every part; what it is about follows in the same transaction. */
export const approveRequest = (deps: Deps, id: string, decision: Decision): Promise<RefundRequest> => deps.write(async (trx) => {
  const request = await inReview(trx, id)
  // Money leaves by two people: who asked does not approve.
  if (request.requestedBy === decision.by) throw new Refusal('same_operator')
  const kind = kindOf(request)
  if (kind !== 'order' && !subjects.has(kind)) throw new Error(`nobody decides on refunds of ${kind}`)
  for (const part of request.parts) await approvePart(trx, deps, { id: part.id, ...decision })
  await subjects.get(kind)?.approved(deps, trx, request, decision)
  return request
})

/** Refuses it, with the reason that the buyer reads; the reserved sum is free again. */
export const rejectRequest = (deps: Deps, id: string, decision: Decision): Promise<RefundRequest> => deps.write(async (trx) => {
  const request = await inReview(trx, id)
  for (const part of request.parts) {
    await transition(trx, { machine: refundMachine, id: part.id, from: 'under_review', to: 'rejected', at: deps.clock(), ...decision, set: { reviewed_by: decision.by, settled_at: deps.clock() } })
    await trx.updateTable('payments').set({ refund_minor: sql`refund_minor - ${Number(part.amount_minor)}` }).where('id', '=', part.payment_id).execute()
  }
  await subjects.get(kindOf(request))?.rejected(deps, trx, request, decision)
  return request
})

const kindOf = ({ subject }: RefundRequest): string => subject.split(':')[0] ?? ''

async function inReview(trx: Trx, id: string): Promise<RefundRequest> {
  const request = await refundRequest(trx, id)
  if (!request) throw new Refusal('not_found')
  if (request.status !== 'under_review') throw new Refusal('not_under_review', { state: request.status })
  return request
}
