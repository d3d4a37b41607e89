/** Messages to the payer at the school about a list, by mail, if the operator entered a mailbox. */
import { z } from 'zod'
import { formatInstant } from '../../../lib/dates.ts'
import { formatMoney, money } from '../../../lib/money.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { Templates } from '../../../server/messages/message-templates.ts'
import { textSchema } from '../../../server/seal.ts'
import { openLinkUrl } from '../../cashier/payment-links.server.ts'
import { groupPaymentRef } from './group-payment-ref.server.ts'
import { listSums } from './group-payment-sums.server.ts'
import type { GroupPaymentTable } from './group-payment-tables.server.ts'

const CONTACT = 'group_payments.contact'
export const sealContact = ({ seal }: Pick<Deps, 'seal'>, contact: string): string => seal.seal(CONTACT, contact)
export const openContact = (
  { seal }: Pick<Deps, 'seal'>,
  { contact }: Pick<GroupPaymentTable, 'contact'>,
): string | undefined => (contact === null ? undefined : seal.open(CONTACT, textSchema, contact))

const text = z.string()
const base = { number: text, school: text, students: text, amount: text }

export const groupPaymentTemplates = {
  /** The link to pay at. */
  group_payment_ready: z.object({ ...base, until: text, url: text }),
  group_payment_paid: z.object({ ...base, url: text }),
  /** Each student has a policy, or their part is being refunded. */
  group_payment_done: z.object({ ...base, issued: text, returned: text, url: text }),
  group_payment_cancelled: z.object(base),
  group_payment_expired: z.object(base),
} satisfies Templates

/** Queues the message in the caller's transaction; each kind once for a list. `url`: given where the caller knows it. */
export async function tellSchool(
  deps: Deps,
  trx: Trx,
  row: GroupPaymentTable,
  template: keyof typeof groupPaymentTemplates,
  url?: string,
): Promise<void> {
  const to = openContact(deps, row)
  if (to === undefined) return
  const { lang } = row
  const campaign = await trx
    .selectFrom('campaigns')
    .select(['name_en', 'name_cn'])
    .where('id', '=', row.campaign_id)
    .executeTakeFirstOrThrow()
  const sums = await listSums(trx, row)
  const vars: Record<string, string> = {
    number: row.id,
    school: lang === 'cn' ? campaign.name_cn : campaign.name_en,
    students: String(sums.all.students),
    amount: formatMoney(money(sums.all.amount, row.currency), lang),
  }
  if (template === 'group_payment_ready') vars['until'] = formatInstant(row.pay_until, lang)
  if (template === 'group_payment_done') {
    vars['issued'] = String(sums.credited.students)
    vars['returned'] = String(sums.returned.students)
  }
  const link =
    url ??
    (template === 'group_payment_paid' || template === 'group_payment_done'
      ? await openLinkUrl(deps, trx, groupPaymentRef(row.id))
      : undefined)
  if (link !== undefined) vars['url'] = link
  else if (template === 'group_payment_ready' || template === 'group_payment_paid' || template === 'group_payment_done')
    return
  await deps.messages.send(trx, { template, to, lang, key: `${template}:${row.id}`, vars })
}
