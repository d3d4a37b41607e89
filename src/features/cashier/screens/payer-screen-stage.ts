/** What a payer's screen shows, from the server's data; and when to poll again. Pure. */
import type { Followed } from '../contract.ts'

/**
 * `choose` a method · `waiting` for the payer or the bank · `paid` · `failed` without money · `returned` money that
 * came too late or twice · `check` a wrong sum · `closed` it accepts no money any more · `undecided` closed, and the
 * bank has not said yet whether money was taken.
 */
export type Stage = 'choose' | 'waiting' | 'paid' | 'failed' | 'returned' | 'check' | 'closed' | 'undecided'

/** Closed for good: what a payment still brings goes back. */
const CLOSED: readonly string[] = ['expired', 'cancelled', 'declined']

export function stageOf({ order, payment }: Pick<Followed, 'order' | 'payment'>): Stage {
  if (payment?.status === 'error' || order.standing === 'under_check') return 'check'
  if (payment?.status === 'succeeded') return stageOfMoney({ order, payment })
  if (order.standing === 'paid') return 'paid'
  // Begun, but its gateway has not said yet where to pay: there is nothing to wait for, and any method may be chosen.
  if (payment?.status === 'created' && !payment.payUrl && !payment.qr && !payment.inPage)
    return order.standing === 'payable' ? 'choose' : 'closed'
  if (payment?.status === 'created' || payment?.status === 'started')
    return CLOSED.includes(order.standing) ? 'undecided' : 'waiting'
  if (order.standing !== 'payable') return 'closed'
  return payment?.status === 'failed' ? 'failed' : 'choose'
}

/** The order was changed after the payment was begun: the money goes back, and the new price is still to be paid. */
export const isOldPrice = ({ order, payment }: Pick<Followed, 'order' | 'payment'>): boolean =>
  order.standing === 'payable' && payment?.status === 'succeeded' && payment.refund?.reason === 'wrong_amount'

function stageOfMoney(seen: Pick<Followed, 'order' | 'payment'>): Stage {
  if (isOldPrice(seen)) return 'choose'
  return keptOf(seen) ? 'paid' : 'returned'
}

/**
 * The order with the sum that its open payment asks for: a student who left a school's list since then made the list
 * cheaper, but not this payment.
 */
export const orderAsked = ({ order, payment }: Pick<Followed, 'order' | 'payment'>): Followed['order'] =>
  payment && stageOf({ order, payment }) === 'waiting' ? { ...order, amount: payment.amount } : order

/**
 * Refunds of money that was never accepted. With every other reason the payment counts as paid: a part of it goes back,
 * or what was bought could not be delivered, and the page of what was bought says so.
 */
const NEVER_TAKEN: readonly string[] = ['late', 'duplicate', 'wrong_amount']
const GROUP = 'group'
/** A school's group payment: it has screens of its own (decision 0083). */
export const isGroupPayment = ({ kind }: Pick<Followed['order'], 'kind'>): boolean => kind === GROUP

function keptOf({ order, payment }: Pick<Followed, 'order' | 'payment'>): boolean {
  if (order.standing !== 'paid') return false
  return !payment?.refund || !NEVER_TAKEN.includes(payment.refund.reason)
}

/**
 * The payment that brought money. What failed did not pay, even where the order is paid: a school has paid it in a
 * group payment.
 */
export const paymentThatPaid = ({ payment }: Pick<Followed, 'payment'>): Followed['payment'] =>
  payment?.status === 'succeeded' ? payment : null

/**
 * Paid, but not just now by whoever looks at the page: it was paid before the page was opened, or somebody else paid.
 * Where several were led to one payment, the one who comes `back` from the gateway has paid it.
 */
export const isPaidElsewhere = (
  seen: Pick<Followed, 'order' | 'payment' | 'startedBy'>,
  { first, back }: { first: Stage | undefined; back: boolean },
): boolean =>
  (first === 'paid' && !back) ||
  (!seen.order.own &&
    (paymentThatPaid(seen) === null || seen.startedBy === 'others' || (seen.startedBy === 'several' && !back)))

/** The page shows the refund, and nothing else follows on it. */
const showsRefund = (seen: Pick<Followed, 'order' | 'payment'>): boolean =>
  !isGroupPayment(seen.order) && !isOldPrice(seen)

/** Is any change still expected that the page should show automatically? */
export function isFinal({ order, payment }: Pick<Followed, 'order' | 'payment'>): boolean {
  // A bank may decide after the order has closed, and the money is then refunded.
  if (payment?.status === 'created' || payment?.status === 'started') return false
  if (payment?.refund && showsRefund({ order, payment }))
    return ['succeeded', 'failed', 'rejected'].includes(payment.refund.status)
  if (order.standing === 'paid') return order.settled
  return (
    order.standing === 'expired' ||
    order.standing === 'cancelled' ||
    order.standing === 'declined' ||
    order.standing === 'not_submitted'
  )
}

/** Milliseconds until the next poll: 2 s at first, growing to 15 s; 5 minutes during a health review, which takes days. */
export const nextPollDelay = (looks: number, seen?: Pick<Followed, 'order'>): number =>
  seen?.order.standing === 'under_review' ? 300_000 : Math.min(15_000, Math.round(2_000 * 1.25 ** looks))

/**
 * The key of a payment request: the same for a double click, a reload and a second tab, new once the previous payment
 * has ended. `latest` is the id of that payment.
 */
export const payKey = (order: string, method: string, latest: string | undefined): string =>
  `${method}-${latest ?? order}`
