/** What a payer is shown of an order and a payment. */
import { money, type Currency } from '../../lib/money.ts'
import type { Lang } from '../../lib/locale.ts'
import type { Deps } from '../../server/dependencies.ts'
import { Refusal, type Context } from '../../server/call-handlers.ts'
import { orderFacts, payUntil } from '../orders/api.server.ts'
import { loadPlans } from '../plans/api.server.ts'
import { countOpenedCodes, type OrderAccess } from './payment-codes.server.ts'
import type { Failure, Followed, Method, PaymentState, PaymentView, PayOrder, RefundReason, RefundState } from './contract.ts'
import { paymentAmount } from './apply-trade.server.ts'
import { payabilityOf } from './payability.server.ts'
import type { PaymentTable, RefundTable } from './tables.server.ts'

/** The order as it stands now, with its latest payment or the one asked for. */
export async function followPayment({ deps, lang }: Context, found: OrderAccess, paymentId?: string): Promise<Followed> {
  const order = await deps.db.selectFrom('orders').selectAll().where('id', '=', found.order.id).executeTakeFirstOrThrow()
  const payment = await paymentOf(deps, order.id, paymentId)
  const refund = payment && (await latestRefund(deps, payment.id))
  return {
    order: await orderView(deps, lang, { ...found, order }),
    payment: payment ? paymentView(payment, refund) : null,
    codesOpened: found.own ? await countOpenedCodes(deps, order.id) : 0,
    now: deps.clock(),
  }
}

/** A payment of this order: the one asked for, else the latest that tells most (money first, then what is open). */
export async function paymentOf(deps: Deps, orderId: string, paymentId?: string): Promise<PaymentTable | undefined> {
  const rows = await deps.db.selectFrom('payments').selectAll().where('order_id', '=', orderId).orderBy('created_at', 'desc').execute()
  if (paymentId !== undefined) return rows.find((row) => row.id === paymentId)
  return rows.find((row) => row.status === 'succeeded') ?? rows[0]
}

async function latestRefund(deps: Deps, paymentId: string): Promise<RefundTable | undefined> {
  // What is only asked for is shown where it was asked for: no money moves yet.
  return deps.db.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId).where('status', 'not in', ['requested', 'under_review', 'rejected']).orderBy('created_at', 'desc').executeTakeFirst()
}

async function orderView(deps: Deps, lang: Lang, { order, own }: OrderAccess): Promise<PayOrder> {
  const now = deps.clock()
  const { standing } = await payabilityOf(deps.db, order, now)
  if (standing === 'not_submitted') throw new Refusal(standing)
  const facts = orderFacts(deps, order)
  return {
    id: order.id, kind: facts.kind, status: order.status, standing, ...namesOf(facts, lang),
    start: facts.start || null, end: facts.end || null, amount: facts.premium, expiresAt: payUntil(order),
    insured: own ? facts.insured.idName : shortenedName(facts.insured.idName), own,
  }
}

function namesOf({ plan: id, tier }: { plan: string; tier: string }, lang: Lang): Pick<PayOrder, 'plan' | 'tier' | 'insurer'> {
  const plans = loadPlans()
  const plan = plans.find(id)
  if (!plan) return { plan: '', tier: '', insurer: '' }
  const words = plans.words(lang, id)
  return { plan: words.name, tier: words.tiers[tier]?.name ?? '', insurer: plans.insurerWords(lang, plan.insurer).name }
}

/** `LIN Yue` → `L••`, `林悦` → `林•`: enough for a payer to see that it is the right person. */
export const shortenedName = (name: string): string => {
  const [first = ''] = [...name.trim()]
  return first + (/\p{Script=Han}/u.test(first) ? '•' : '••')
}

function paymentView(row: PaymentTable, refund: RefundTable | undefined): PaymentView {
  return {
    id: row.id, status: row.status as PaymentState, failure: row.failure as Failure | null, method: row.method as Method,
    amount: paymentAmount(row), payUrl: row.pay_url, createdAt: Number(row.created_at), settledAt: row.settled_at === null ? null : Number(row.settled_at),
    refund: refund ? refundView(refund) : null,
  }
}

const refundView = (row: RefundTable): NonNullable<PaymentView['refund']> => ({
  status: row.status as RefundState, reason: row.reason as RefundReason, amount: money(Number(row.amount_minor), row.currency as Currency),
  at: Number(row.settled_at ?? row.updated_at), byHand: row.way === 'by_hand',
})
