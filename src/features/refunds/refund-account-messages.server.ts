/** Messages about the account for a refund, to its payer. They contain only the account's last characters. */
import { z } from 'zod'
import { localPath } from '../../lib/locale.ts'
import { formatMoney, money } from '../../lib/money.ts'
import type { Trx } from '../../server/db/database.ts'
import type { Deps } from '../../server/dependencies.ts'
import type { Templates } from '../../server/messages/message-templates.ts'
import { recipientOf } from '../cashier/message-recipient.server.ts'
import { namePayable } from '../cashier/payable-name.server.ts'
import type { RefundTable } from '../cashier/tables.server.ts'
import { refundAccountPath } from './contract.ts'

const text = z.string()
const vars = { thing: text, amount: text, url: text }

export const accountTemplates = {
  /** The provider cannot make the refund: the payer is asked for an account. */
  refund_account_asked: z.object(vars),
  /** An account was given or changed: sent so that a payer who did not do that learns of it. */
  refund_account_given: z.object({ ...vars, tail: text }),
  /** The bank returned the money, and why. */
  refund_account_returned: z.object({ ...vars, reason: text }),
} satisfies Templates

/** Queues it; false where there is nobody to write to. */
export async function sendAccountMessage(
  deps: Deps,
  trx: Trx,
  template: keyof typeof accountTemplates,
  refund: RefundTable,
  { what, tail = '', reason = '' }: { what: string; tail?: string; reason?: string },
): Promise<boolean> {
  const recipient = await recipientOf(deps, trx, { kind: refund.payable_kind, id: refund.payable_id })
  if (!recipient) return false
  const { to, lang, kind, state } = recipient
  const base = {
    thing: namePayable(deps, kind, state, lang),
    amount: formatMoney(money(refund.amount_minor, refund.currency), lang),
    url: `${deps.config.siteUrl}${localPath(lang, refundAccountPath(refund.id))}`,
  }
  const send = { to, lang, key: `${template}:${refund.id}:${what}` }
  if (template === 'refund_account_given') await deps.messages.send(trx, { ...send, template, vars: { ...base, tail } })
  else if (template === 'refund_account_returned')
    await deps.messages.send(trx, {
      ...send,
      template,
      vars: { ...base, reason: deps.words(lang, `claims:bankReason.${reason}`) },
    })
  else await deps.messages.send(trx, { ...send, template, vars: base })
  return true
}
