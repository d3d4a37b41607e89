/** Messages about the account for a refund, to its payer. They contain only the account's last characters. */
import { localPath, type Lang } from '../../../../lib/locale.ts'
import { formatMoney, money } from '../../../../lib/money/money.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { defineMessages, withMore, type Message, type MoreVars } from '../../../../server/messages/define-message.ts'
import type { RefundTable } from '../../tables.ts'
import { recipientOf } from '../message-recipient.ts'
import { namePayable } from '../payable-name.ts'
import { refundAccountPath } from '../../contract.ts'

const base = ['thing', 'amount', 'url'] as const
type AccountVar = (typeof base)[number]

export const accountMessages = defineMessages({
  /** The provider cannot make the refund: the payer is asked for an account. */
  refund_account_asked: { kind: 'orders', limit: 'service', vars: base },
  /** An account was given or changed: sent so that a payer who did not do that learns of it. */
  refund_account_given: { kind: 'orders', limit: 'alert', vars: [...base, 'tail'] },
  /** The bank returned the money, and why. */
  refund_account_returned: { kind: 'orders', limit: 'service', vars: [...base, 'reason'] },
})

/** Queues it; false where there is nobody to write to. `more`: what differs, in the language of the payer. */
export async function sendAccountMessage<V extends string>(
  deps: Deps,
  trx: Trx,
  message: Message<V>,
  refund: RefundTable,
  { what, more }: { what: string; more: (lang: Lang) => MoreVars<V, AccountVar> },
): Promise<boolean> {
  const recipient = await recipientOf(deps, trx, { kind: refund.payable_kind, id: refund.payable_id })
  if (!recipient) return false
  const { to, lang, kind, state } = recipient
  const about = {
    thing: namePayable(deps, kind, state, lang),
    amount: formatMoney(money(refund.amount_minor, refund.currency), lang),
    url: `${deps.config.siteUrl}${localPath(lang, refundAccountPath(refund.id))}`,
  }
  await deps.messages.send(trx, message, {
    to,
    lang,
    key: `${message.name}:${refund.id}:${what}`,
    vars: withMore<AccountVar, V>(about, more(lang)),
  })
  return true
}
