/** Mails about private links: the link for the payer, and a notice for the buyer when an operator makes or ends one. */
import { z } from 'zod'
import { formatInstant } from '../../lib/dates.ts'
import { localPath, type Lang } from '../../lib/locale.ts'
import { formatMoney, money } from '../../lib/money.ts'
import type { Trx } from '../../server/db/database.ts'
import type { Deps } from '../../server/dependencies.ts'
import type { Templates } from '../../server/messages/message-templates.ts'
import { kindOf } from '../cashier/payability.server.ts'
import { invoicePath } from './contract.ts'
import { nameOf } from './deliver-invoice.server.ts'
import { payableOfLink, prepaidUrl } from './prepaid-links.server.ts'
import { sourceOf } from './invoice-sources.server.ts'
import type { PrepaidLinkTable } from './tables.server.ts'

const text = z.string()
const about = z.object({ thing: text, amount: text, until: text, url: text })
export const prepaidTemplates = {
  invoice_link_sent: about,
  invoice_link_made: about,
  invoice_link_ended: z.object({ thing: text, url: text }),
} satisfies Templates

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
  await deps.messages.send(trx, {
    template: 'invoice_link_sent',
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
  template: 'invoice_link_made' | 'invoice_link_ended',
  row: PrepaidLinkTable,
): Promise<void> {
  const payable = payableOfLink(row)
  const contact = await kindOf(deps, payable).contact(deps, trx, payable.id)
  if (!contact) return
  const { to, lang } = contact
  const url = deps.config.siteUrl + localPath(lang, invoicePath(payable))
  await deps.messages.send(trx, {
    template,
    to,
    lang,
    key: `${template}:${row.id}`,
    vars: { ...(await factsOf(deps, trx, row, lang)), url },
  })
}
