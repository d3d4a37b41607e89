/** Messages to the payer at the school about a list, by mail, if the operator entered a mailbox. */
import { formatInstant } from '../../../../lib/days/dates.ts'
import { formatMoney, money } from '../../../../lib/money/money.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { defineMessages } from '../../../../server/messages/define-message.ts'
import { textSchema } from '../../../../server/keys/seal.ts'
import { openLinkUrl } from '../../../cashier/server/door.ts'
import { groupPaymentRef, type GroupPaymentTable } from '../../../orders/server/door.ts'
import { listSums } from './group-payment-sums.ts'

const CONTACT = 'group_payments.contact'
export const sealContact = ({ seal }: Pick<Deps, 'seal'>, contact: string): string => seal.seal(CONTACT, contact)
export const openContact = (
  { seal }: Pick<Deps, 'seal'>,
  { contact }: Pick<GroupPaymentTable, 'contact'>,
): string | undefined => (contact === null ? undefined : seal.open(CONTACT, textSchema, contact))

const base = ['number', 'school', 'students', 'amount'] as const

export const groupPaymentMessages = defineMessages({
  /** The link to pay at. */
  group_payment_ready: { kind: 'direct', limit: 'service', vars: [...base, 'until', 'url'] },
  group_payment_paid: { kind: 'direct', limit: 'service', vars: [...base, 'url'] },
  /** Each student has a policy, or their part is being refunded. */
  group_payment_done: { kind: 'direct', limit: 'service', vars: [...base, 'issued', 'returned', 'url'] },
  group_payment_cancelled: { kind: 'direct', limit: 'service', vars: base },
  group_payment_expired: { kind: 'direct', limit: 'service', vars: base },
})
type GroupPaymentMessage = (typeof groupPaymentMessages)[keyof typeof groupPaymentMessages]

/** Queues the message in the caller's transaction; each kind once for a list. `url`: given where the caller knows it. */
export async function tellSchool(
  deps: Deps,
  trx: Trx,
  row: GroupPaymentTable,
  message: GroupPaymentMessage,
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
  const link =
    url ?? (message.vars.some((it) => it === 'url') ? await openLinkUrl(deps, trx, groupPaymentRef(row.id)) : '')
  if (link === undefined) return
  await deps.messages.send(trx, message, {
    to,
    lang,
    key: `${message.name}:${row.id}`,
    vars: {
      number: row.id,
      school: lang === 'cn' ? campaign.name_cn : campaign.name_en,
      students: String(sums.all.students),
      amount: formatMoney(money(sums.all.amount, row.currency), lang),
      until: formatInstant(row.pay_until, lang),
      issued: String(sums.credited.students),
      returned: String(sums.returned.students),
      url: link,
    },
  })
}
