/** Mails about private links: the link for the payer, and a notice for the buyer when an operator makes or ends one. */
import { formatInstant } from '../../../../lib/days/dates.ts'
import { localPath, type Lang } from '../../../../lib/locale.ts'
import { formatMoney, money } from '../../../../lib/money/money.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { defineMessages } from '../../../../server/messages/define-message.ts'
import { kindOf } from '../../../cashier/server/door.ts'
import { invoicePath } from '../../contract.ts'
import { nameOf } from '../deliver-invoice.ts'
import { payableOfLink, prepaidUrl } from './prepaid-links.ts'
import { sourceOf } from '../sources/invoice-sources.ts'
import type { PrepaidLinkTable } from '../../tables.ts'

const about = ['thing', 'amount', 'until', 'url'] as const
export const prepaidMessages = defineMessages({
  invoice_link_sent: { kind: 'direct', limit: 'service', vars: about },
  invoice_link_made: { kind: 'direct', limit: 'alert', vars: about },
  invoice_link_ended: { kind: 'direct', limit: 'alert', vars: ['thing', 'url'] },
})

async function factsOf(
  deps: Deps,
  trx: Trx,
  row: PrepaidLinkTable,
  lang: Lang,
): Promise<{ thing: string; amount: string; until: string }> {
  const payable = payableOfLink(row)
  const { kept, currency } = await sourceOf(payable.kind).read(deps, trx, payable.id)
  return {
    thing: await nameOf(deps, trx, payable, lang),
    amount: formatMoney(money(kept, currency), lang),
    until: formatInstant(row.expires_at, lang),
  }
}

export async function sendPrepaidLink(deps: Deps, trx: Trx, row: PrepaidLinkTable, to: string): Promise<void> {
  const { lang } = row
  await deps.messages.send(trx, prepaidMessages.invoice_link_sent, {
    to,
    lang,
    key: `invoice_link_sent:${row.id}`,
    vars: { ...(await factsOf(deps, trx, row, lang)), url: prepaidUrl(deps, row) },
  })
}

/** Does not contain the link, which is the payer's. */
export async function tellBuyerOfLink(
  deps: Deps,
  trx: Trx,
  did: 'made' | 'ended',
  row: PrepaidLinkTable,
): Promise<void> {
  const payable = payableOfLink(row)
  const contact = await kindOf(deps, payable).contact(deps, trx, payable.id)
  if (!contact) return
  const { to, lang } = contact
  const url = deps.config.siteUrl + localPath(lang, invoicePath(payable))
  const message = did === 'made' ? prepaidMessages.invoice_link_made : prepaidMessages.invoice_link_ended
  await deps.messages.send(trx, message, {
    to,
    lang,
    key: `${message.name}:${row.id}`,
    vars: { ...(await factsOf(deps, trx, row, lang)), url },
  })
}
