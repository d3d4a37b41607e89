/**
 * Messages to the sender of a change request, by mobile or email. The policy feature tells the policy's people about
 * its new version.
 */
import { formatDay, formatInstant, dayOf } from '../../../lib/days/dates.ts'
import { localPath } from '../../../lib/locale.ts'
import { formatMoney, money } from '../../../lib/money/money.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { defineMessages } from '../../../server/messages/define-message.ts'
import { verifiedContacts } from '../../session/server/door.ts'
import { dueAt } from './when-change-is-due.ts'
import { whatOf } from './changed-field.ts'
import type { PolicyChangeTable } from '../tables.ts'

const base = ['number', 'url'] as const

export const changeMessages = defineMessages({
  change_received: { kind: 'policies', limit: 'own', vars: [...base, 'item', 'day'] },
  change_approved: { kind: 'direct', limit: 'service', vars: [...base, 'item'] },
  change_rejected: { kind: 'policies', limit: 'service', vars: [...base, 'item', 'reason'] },
  /** Approved; it takes effect once the difference is paid. */
  change_to_pay: { kind: 'policies', limit: 'service', vars: [...base, 'item', 'amount', 'day'] },
  change_lapsed: { kind: 'policies', limit: 'service', vars: [...base, 'item', 'amount'] },
  /** Changed, and the overpaid premium is refunded. */
  change_returned: { kind: 'policies', limit: 'service', vars: [...base, 'item', 'amount'] },
})
type ChangeMessage = (typeof changeMessages)[keyof typeof changeMessages]

/** Queues a message in the transaction that causes it; `also` is a contact that the change removes. */
export async function notifySender(
  deps: Deps,
  trx: Trx,
  row: PolicyChangeTable,
  message: ChangeMessage,
  also?: string,
): Promise<void> {
  const { email, mobile } = await verifiedContacts(deps, trx, row.user_id)
  const { number, currency } = await trx
    .selectFrom('policies')
    .select(['number', 'currency'])
    .where('id', '=', row.policy_id)
    .executeTakeFirstOrThrow()
  const vars = {
    number,
    url: deps.config.siteUrl + localPath(row.lang, '/personal/modify'),
    item: deps.words(row.lang, `messages:change_items.${whatOf(row)}`),
    day:
      message === changeMessages.change_to_pay
        ? formatInstant(Number(row.pay_until), row.lang)
        : formatDay(dayOf(dueAt(row.submitted_at)), row.lang),
    amount: formatMoney(money(Math.abs(Number(row.premium_change)), currency), row.lang),
    reason: deps.words(row.lang, `messages:change_rejected.reason.${row.reason ?? 'not_allowed'}`),
  }
  const own = mobile ?? email
  const all = [own, also].filter((to): to is string => to !== undefined && to !== '')
  for (const [i, to] of [...new Set(all)].entries())
    await deps.messages.send(trx, message, {
      to,
      lang: row.lang,
      key: `${message.name}:${row.id}${i === 0 ? '' : ':also'}`,
      vars,
    })
}
