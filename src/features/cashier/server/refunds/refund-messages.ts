/** Messages about refunds, to the buyer, in the language of the purchase. */
import { dayOf, formatDay } from '../../../../lib/days/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { formatMoney, money, type Currency } from '../../../../lib/money/money.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { defineMessages, type Message } from '../../../../server/messages/define-message.ts'
import type { PayableKind, PayableRef } from '../payable.ts'
import { recipientOf } from '../message-recipient.ts'
import { namePayable } from '../payable-name.ts'
import { payableQuery } from '../links/address-of-payable.ts'
import { TRANSFER } from '../transfers/transfer-provider.ts'
import type { PaymentTable, RefundTable } from '../../tables.ts'

const about = ['thing', 'amount', 'method', 'reason', 'url'] as const
const asked = ['thing', 'amount', 'reason', 'until', 'why', 'url'] as const

export const refundMessages = defineMessages({
  /** Money that came too late or twice is refunded without a request. */
  refund_started: { kind: 'orders', limit: 'service', vars: about },
  refund_approved: { kind: 'orders', limit: 'service', vars: about },
  /** A failed refund is tried again. */
  refund_retried: { kind: 'orders', limit: 'service', vars: about },
  refund_done: { kind: 'orders', limit: 'service', vars: about },
  refund_failed: { kind: 'orders', limit: 'service', vars: about },
  refund_requested: { kind: 'orders', limit: 'own', vars: asked },
  refund_rejected: { kind: 'orders', limit: 'service', vars: asked },
})

/** Queues the message in the caller's transaction: each kind once for a refund, however often it is booked. */
export async function sendRefundMessage(
  deps: Deps,
  trx: Trx,
  message: Message<(typeof about)[number]>,
  refund: RefundTable,
  payment: PaymentTable,
): Promise<void> {
  const payable = { kind: payment.payable_kind, id: payment.payable_id }
  const recipient = await recipientOf(deps, trx, payable)
  if (!recipient) return
  const { to, lang, kind, state } = recipient
  await deps.messages.send(trx, message, {
    to,
    lang,
    key: `${message.name}:${refund.id}${refund.attempt === 1 ? '' : `:${refund.attempt}`}`,
    vars: {
      thing: namePayable(deps, kind, state, lang),
      amount: formatMoney(money(refund.amount_minor, refund.currency), lang),
      method: deps.words(lang, `cashier:refundedTo.${wayBack(refund, payment)}`),
      reason: deps.words(lang, `${kind.refundReasons ?? 'cashier:refund.reason'}.${refund.reason}`),
      url: kind.payerUrl
        ? ((await kind.payerUrl(deps, trx, payable.id)) ?? `${deps.config.siteUrl}${localPath(lang, '/home')}`)
        : `${deps.config.siteUrl}${localPath(lang, await pathOf(deps, trx, kind, { refund, payment }))}`,
    },
  })
}

/** A transfer goes back to the account that it came from. */
const wayBack = ({ way }: RefundTable, { method }: PaymentTable): string =>
  way === 'provider' || (way === 'bank' && method === TRANSFER) ? method : way

/**
 * Why money that bought something is refunded, often in part: the page of the payment says only that all of it came too
 * late, or leads on to what was paid.
 */
const OF_WHAT_WAS_BOUGHT: readonly string[] = ['operator', 'surrender', 'endorsement', 'not_issued']

/** The page on which the buyer sees its state: of the policy that was given up, of the order, or of the payment. */
async function pathOf(
  deps: Deps,
  trx: Trx,
  kind: PayableKind,
  { refund, payment }: { refund: RefundTable; payment: PaymentTable },
): Promise<string> {
  const [subject, id] = refund.subject.split(':')
  if (subject === 'policy') return `/insurance-policy/details?id=${id}`
  const page =
    subject === 'order' || OF_WHAT_WAS_BOUGHT.includes(refund.reason)
      ? await kind.refundPage?.(trx, refund.payable_id)
      : undefined
  return (
    page ??
    `/pay/fail?${payableQuery(deps, { kind: refund.payable_kind, id: refund.payable_id })}&payment=${payment.id}`
  )
}

const orderRefundPath = (orderId: string): string => `/personal/order?id=${orderId}`

/** To the buyer, about a request that an operator decides: that it arrived, or why it was refused. */
export async function sendRequestMessage(
  deps: Deps,
  trx: Trx,
  message: Message<(typeof asked)[number]>,
  {
    payable,
    request,
    until,
    why,
  }: {
    payable: PayableRef
    request: { id: string; amount: number; currency: Currency; reason: string }
    until: number
    why: string
  },
): Promise<void> {
  const recipient = await recipientOf(deps, trx, payable)
  if (!recipient) return
  const { to, lang, kind, state } = recipient
  await deps.messages.send(trx, message, {
    to,
    lang,
    key: `${message.name}:${request.id}`,
    vars: {
      thing: namePayable(deps, kind, state, lang),
      amount: formatMoney(money(request.amount, request.currency), lang),
      reason: deps.words(lang, `cashier:refund.reason.${request.reason}`),
      until: formatDay(dayOf(until), lang),
      why,
      url: `${deps.config.siteUrl}${localPath(lang, orderRefundPath(payable.id))}`,
    },
  })
}
