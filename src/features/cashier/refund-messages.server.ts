/** Messages about money that goes back, to the buyer, in the order's language. */
import { z } from 'zod'
import { localPath } from '../../lib/locale.ts'
import { formatMoney, money, type Currency } from '../../lib/money.ts'
import type { Trx } from '../../server/db/database.ts'
import type { Deps } from '../../server/dependencies.ts'
import type { Templates } from '../../server/messages/templates.ts'
import { orderFacts } from '../orders/api.server.ts'
import type { PaymentTable, RefundTable } from './tables.server.ts'

const text = z.string()
const about = z.object({ order: text, amount: text, method: text, reason: text, url: text })

export const refundTemplates = { refund_started: about, refund_done: about, refund_failed: about } satisfies Templates

/** Queues the message in the caller's transaction: one of each kind for a refund, however often it is booked. */
export async function sendRefundMessage(
  deps: Deps, trx: Trx, template: keyof typeof refundTemplates, refund: RefundTable, payment: PaymentTable,
): Promise<void> {
  const order = await trx.selectFrom('orders').selectAll().where('id', '=', refund.order_id).executeTakeFirst()
  // An order that went back to a draft may have no complete buyer to write to.
  if (!order || order.submitted_at === null) return
  const { policyholder, lang } = orderFacts(deps, order)
  const to = policyholder.email ?? policyholder.mobile
  if (!to) return
  await deps.messages.send(trx, {
    template, to, lang, key: `${template}:${refund.id}${refund.attempt === 1 ? '' : `:${refund.attempt}`}`,
    vars: {
      order: order.id, amount: formatMoney(money(Number(refund.amount_minor), refund.currency as Currency), lang),
      method: deps.words(lang, `cashier:method.${refund.way === 'by_hand' ? 'by_hand' : payment.method}`), reason: deps.words(lang, `cashier:refund.reason.${refund.reason}`),
      url: `${deps.config.siteUrl}${localPath(lang, pathOf(refund, payment))}`,
    },
  })
}

/** Where the buyer follows it: on the policy that was given up, or on the payment. */
function pathOf(refund: RefundTable, payment: PaymentTable): string {
  const [kind, id] = refund.subject.split(':')
  return kind === 'policy' ? `/insurance-policy/details?id=${id}` : `/pay/fail?order=${refund.order_id}&payment=${payment.id}`
}
