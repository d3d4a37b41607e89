/**
 * Refunds that a buyer requests for an order: the calculation, the request, and the effect of an operator's decision on
 * the order.
 */
import { dayOf } from '../../../lib/days/dates.ts'
import { money, type Currency } from '../../../lib/money/money.ts'
import { handle, Refusal, withWords, type UserContext } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import {
  type RefundSubject,
  payableKey,
  type PayableRef,
  refundMessages,
  sendRequestMessage,
  combineParts,
  latestRequest,
  requestRefund,
  type RefundRequest,
  decideBy,
  settledAtOf,
  AmountTooHigh,
} from '../../cashier/server/door.ts'
import { type OrderTable, planPayableRef, orderForCaller } from '../../orders/server/door.ts'
import { askRefund, getRefunds, type OrderRefunds, type RefundView, type RefundBasis } from '../../cashier/contract.ts'
import { failIssue } from './issue-policy.ts'

const subjectOf = (orderId: string): string => `order:${orderId}`

/** A request by the buyer that is neither refused nor finished. */
const isUnderWay = (request: RefundRequest | undefined): boolean =>
  request !== undefined &&
  request.requestedBy.startsWith('user:') &&
  request.status !== 'rejected' &&
  request.status !== 'succeeded'

/** Every refund of an order, and what may be requested. */
async function orderRefunds({ deps, caller }: UserContext, order: OrderTable): Promise<OrderRefunds> {
  const offer = await offerFor(deps, deps.db, order)
  const open = isUnderWay(await latestRequest(deps.db, subjectOf(order.id)))
  const asked = !open && offer.amount > 0
  return {
    refunds: await viewsOf(deps, order),
    basis: open && offer.basis !== 'surrender' ? 'none' : offer.basis,
    amount: asked ? money(offer.amount, await currencyOf(deps.db, order.id)) : null,
    policyId: order.user_id === caller.userId ? order.policy_id : null,
  }
}

async function offerFor(deps: Deps, db: Deps['db'] | Trx, order: OrderTable): Promise<RefundOffer> {
  const ref = planPayableRef(order.id)
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'status', 'paid_minor', 'refund_minor', 'credited_at'])
    .where('payable_kind', '=', ref.kind)
    .where('payable_id', '=', ref.id)
    .where('paid_minor', 'is not', null)
    .execute()
  const policies =
    order.policy_id === null
      ? []
      : await db
          .selectFrom('policies')
          .select('ends')
          .where('order_id', '=', order.id)
          .where('previous_policy_id', 'is', null)
          .where('status', '=', 'issued')
          .execute()
  const inForce = policies.some(({ ends }) => ends > dayOf(deps.clock()))
  return refundOffer(
    { status: order.status, inForce },
    rows.map((it) => ({
      id: it.id,
      credited: it.credited_at !== null,
      wrong: it.status === 'error',
      left: Number(it.paid_minor) - it.refund_minor,
    })),
  )
}

async function currencyOf(db: Deps['db'], orderId: string): Promise<Currency> {
  const { kind, id } = planPayableRef(orderId)
  const row = await db
    .selectFrom('payments')
    .select(['paid_currency', 'currency'])
    .where('payable_kind', '=', kind)
    .where('payable_id', '=', id)
    .where('paid_minor', 'is not', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return row.paid_currency ?? row.currency
}

/** Everything that was paid for an order: the order, and later terms and changes of its policies. */
async function payablesOfOrder({ db }: Deps, { id }: OrderTable): Promise<PayableRef[]> {
  const later = await db
    .selectFrom('policy_versions')
    .innerJoin('policies', 'policies.id', 'policy_versions.policy_id')
    .select(['policy_versions.payable_kind as kind', 'policy_versions.payable_id as id'])
    .where('policies.order_id', '=', id)
    .where((eb) => eb.or([eb('policy_versions.number', '>', 1), eb('policies.previous_policy_id', 'is not', null)]))
    .execute()
  return [
    planPayableRef(id),
    ...later.flatMap((it) => (it.kind === null || it.id === null ? [] : [{ kind: it.kind, id: it.id }])),
  ]
}

async function viewsOf(deps: Deps, order: OrderTable): Promise<RefundView[]> {
  const payables = await payablesOfOrder(deps, order)
  const rows = await deps.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .selectAll('refunds')
    .select('payments.method')
    .where((eb) =>
      eb.or(payables.map(({ kind, id }) => eb.and({ 'refunds.payable_kind': kind, 'refunds.payable_id': id }))),
    )
    .orderBy('refunds.created_at', 'desc')
    .orderBy('refunds.id', 'desc')
    .execute()
  const refused = await deps.db
    .selectFrom('events')
    .select(['entity_id', 'why'])
    .where('entity', '=', 'refund')
    .where('to_status', '=', 'rejected')
    .where('entity_id', 'in', rows.length === 0 ? [''] : rows.map((it) => it.id))
    .execute()
  const given = await deps.db
    .selectFrom('refund_accounts')
    .select(['id', 'status', 'account_tail'])
    .where((eb) => eb.or(payables.map(({ kind, id }) => eb.and({ payable_kind: kind, payable_id: id }))))
    .execute()
  return combineParts(rows).map((request) => {
    const { parts } = request
    return {
      id: request.id,
      status: request.status,
      reason: request.reason,
      amount: money(request.amount, request.currency),
      requestedAt: request.requestedAt,
      decideBy: request.requestedBy === 'system' ? null : decideBy(request.requestedAt),
      settledAt: settledAtOf(parts),
      method: parts.find((it) => it.way !== 'provider')?.way ?? parts[0]?.method ?? 'by_hand',
      accounts: parts.flatMap((part) =>
        given
          .filter((it) => it.id === part.id && (it.status === 'asked' ? part.status === 'failed' : part.way === 'bank'))
          .map((it) => ({
            id: it.id,
            state: it.status,
            tail: it.account_tail,
            reference: it.status === 'paid' ? part.gateway_ref : null,
          })),
      ),
      why: refused.find((it) => parts.some((part) => part.id === it.entity_id))?.why ?? null,
    }
  })
}

/** Requests it at the sum that was shown. A repeated call, or a second device, makes no second request. */
async function askForRefund(
  ctx: UserContext,
  { order: id, amount, why }: { order: string; amount: number; why: string },
): Promise<OrderTable> {
  await orderForCaller(ctx, id)
  const { deps } = ctx
  const by = `user:${ctx.caller.userId}`
  return deps.write(async (trx) => {
    // Also against the policy that is issued at the same moment, which refuses what was asked before.
    await lockFor(trx, `order:${id}`)
    await lockFor(trx, `refund:${payableKey(planPayableRef(id))}`)
    const order = await trx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    if (isUnderWay(await latestRequest(trx, subjectOf(id)))) throw new Refusal('requested')
    const offer = await offerFor(deps, trx, order)
    if (offer.basis !== 'not_issued' && offer.basis !== 'wrong_amount') throw new Refusal('nothing')
    if (offer.amount !== amount) throw new Refusal('changed')
    const reason = offer.basis
    try {
      await requestRefund(trx, deps, {
        subject: subjectOf(id),
        payables: [planPayableRef(id)],
        payments: offer.payments,
        amount,
        reason,
        lines: [{ id: reason, amount }],
        by,
        why,
      })
    } catch (error) {
      if (error instanceof AmountTooHigh) throw new Refusal('changed')
      throw error
    }
    await tell(deps, trx, id, refundMessages.refund_requested)
    return order
  })
}

async function tell(
  deps: Deps,
  trx: Trx,
  orderId: string,
  message: typeof refundMessages.refund_requested,
  why = '',
): Promise<void> {
  const request = await latestRequest(trx, subjectOf(orderId))
  if (request)
    await sendRequestMessage(deps, trx, message, {
      payable: planPayableRef(orderId),
      request,
      until: decideBy(request.requestedAt),
      why,
    })
}

export const refundRoutes = withWords('refunds', [
  handle(getRefunds, async ({ order }, ctx) => orderRefunds(ctx, await orderForCaller(ctx, order))),
  handle(askRefund, async (input, ctx) => orderRefunds(ctx, await askForRefund(ctx, input))),
])

export const orderRefundSubject: RefundSubject = {
  kind: 'order',
  approved: async (deps, trx, request, { why }) => {
    if (request.reason !== 'not_issued') return
    const id = orderOf(request)
    const order = await trx.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirst()
    // The policy was issued before the decision: its holder is covered, and must cancel it, where the refund is
    // calculated by days.
    if (order?.status === 'issued') throw new Refusal('policy_issued')
    if (order?.status === 'paid' || order?.status === 'issuing') await failIssue(deps, trx, id, why)
  },
  rejected: (deps, trx, request, { why }) => tell(deps, trx, orderOf(request), refundMessages.refund_rejected, why),
}

const orderOf = ({ subject }: RefundRequest): string => subject.slice('order:'.length)

interface PaidMoney {
  id: string
  /** The order was credited with it. */
  credited: boolean
  /** A wrong sum arrived, and the order was not credited. */
  wrong: boolean
  /** Minor units that are neither returned nor reserved for a refund. */
  left: number
}

interface RefundOffer {
  basis: RefundBasis
  amount: number
  payments: string[]
}

/**
 * Money in a wrong sum comes first: it belongs to no contract, whatever happens to the order. `inForce`: a policy that
 * can still be cancelled.
 */
function refundOffer(
  { status, inForce }: { status: string; inForce: boolean },
  paid: readonly PaidMoney[],
): RefundOffer {
  const offer = (basis: RefundBasis, of: readonly PaidMoney[]): RefundOffer => ({
    basis,
    amount: of.reduce((sum, it) => sum + it.left, 0),
    payments: of.map((it) => it.id),
  })
  const wrong = paid.filter((it) => it.wrong && it.left > 0)
  if (wrong.length > 0) return offer('wrong_amount', wrong)
  const credited = paid.filter((it) => it.credited && it.left > 0)
  if (credited.length === 0) return offer('none', [])
  if (status === 'paid' || status === 'issuing') return offer('not_issued', credited)
  return status === 'issued' && inForce ? { basis: 'surrender', amount: 0, payments: [] } : offer('none', [])
}
