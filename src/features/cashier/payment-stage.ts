/** What a payer's screen is about, from what the server says; and when to ask again. Pure. */
import type { Followed } from './contract.ts'

/**
 * `choose` a method · `waiting` for the payer or the bank · `paid` · `failed` without money · `returned` money that came
 * too late or twice · `check` a sum that does not fit · `closed` it takes no money any more.
 */
export type Stage = 'choose' | 'waiting' | 'paid' | 'failed' | 'returned' | 'check' | 'closed'

export function stageOf({ order, payment }: Pick<Followed, 'order' | 'payment'>): Stage {
  if (payment?.status === 'error' || order.standing === 'under_check') return 'check'
  if (payment?.status === 'succeeded') return keptOf({ order, payment }) ? 'paid' : 'returned'
  if (order.standing === 'paid') return 'paid'
  // Begun, and its gateway has not said yet where to pay: there is nothing to wait for, and any method may be chosen.
  if (payment?.status === 'created' && !payment.payUrl && !payment.qr && !payment.inPage) return order.standing === 'payable' ? 'choose' : 'closed'
  if (payment?.status === 'created' || payment?.status === 'started') return 'waiting'
  if (order.standing !== 'payable') return 'closed'
  return payment?.status === 'failed' ? 'failed' : 'choose'
}

/** The money stays: nothing of it goes back, or it goes back only because what was bought could not be delivered; the page of what was bought says so. */
const UNDELIVERED: readonly string[] = ['issue_failed', 'operator', 'tuition_returned']

function keptOf({ order, payment }: Pick<Followed, 'order' | 'payment'>): boolean {
  return order.standing === 'paid' && (!payment?.refund || UNDELIVERED.includes(payment.refund.reason))
}

/**
 * Paid, and not just now by whoever looks at the page: it was paid before the page came, or somebody else paid. Of several who were led to one
 * payment, who comes `back` from the gateway has paid it.
 */
export const isPaidElsewhere = ({ order, startedBy }: Pick<Followed, 'order' | 'startedBy'>, { first, back }: { first: Stage | undefined; back: boolean }): boolean =>
  (first === 'paid' && !back) || (!order.own && (startedBy === 'others' || (startedBy === 'several' && !back)))

/** Is anything still to come that the page should show by itself? */
export function isFinal({ order, payment }: Pick<Followed, 'order' | 'payment'>): boolean {
  // A bank may decide after the order has closed, and the money then goes back.
  if (payment?.status === 'created' || payment?.status === 'started') return false
  if (payment?.refund) return ['succeeded', 'failed', 'rejected'].includes(payment.refund.status)
  if (order.standing === 'paid') return order.settled
  return order.standing === 'expired' || order.standing === 'cancelled' || order.standing === 'not_submitted'
}

/** Milliseconds until the next look: 2 s at first, growing to 15 s. */
export const nextLook = (looks: number): number => Math.min(15_000, Math.round(2_000 * 1.25 ** looks))

/**
 * The key of a request to pay: the same for a double click, a reload and a second tab, new once the payment before has
 * ended. `latest` is the id of that payment.
 */
export const payKey = (order: string, method: string, latest: string | undefined): string => `${method}-${latest ?? order}`
