/** Messages to the buyer about payment links that an adviser makes or ends for them. */
import { formatInstant } from '../../../../lib/days/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { defineMessages, type Message } from '../../../../server/messages/define-message.ts'
import { recipientOf } from '../message-recipient.ts'
import { checkstandPath } from './address-of-payable.ts'
import type { PaymentLinkTable } from '../../tables.ts'

const about = ['order', 'amount', 'until', 'url'] as const

export const linkMessages = defineMessages({
  payment_link_made: { kind: 'orders', limit: 'alert', vars: about },
  payment_link_ended: { kind: 'orders', limit: 'alert', vars: about },
})

/** Queues the message in the caller's transaction. It does not contain the link: the adviser gives that to the payer. */
export async function sendLinkMessage(
  deps: Deps,
  trx: Trx,
  message: Message<(typeof about)[number]>,
  row: PaymentLinkTable,
): Promise<void> {
  const payable = { kind: row.payable_kind, id: row.payable_id }
  const recipient = await recipientOf(deps, trx, payable)
  if (!recipient) return
  const {
    to,
    lang,
    kind,
    state: { number, amount },
  } = recipient
  if (!amount) return
  // Its payer has no page but the link, which this message must not contain.
  const path = kind.payerUrl ? '/home' : checkstandPath(deps, payable)
  await deps.messages.send(trx, message, {
    to,
    lang,
    key: `${message.name}:${row.id}`,
    vars: {
      order: number,
      amount: formatMoney(amount, lang),
      until: formatInstant(row.expires_at, lang),
      url: `${deps.config.siteUrl}${localPath(lang, path)}`,
    },
  })
}
