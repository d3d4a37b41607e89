/**
 * Messages to the sender of a change request, by mobile or email. The policy feature tells the policy's people about
 * its new version.
 */
import { z } from 'zod'
import { formatDay, formatInstant, dayOf } from '../../lib/dates.ts'
import { localPath } from '../../lib/locale.ts'
import { formatMoney, money } from '../../lib/money.ts'
import type { Trx } from '../../server/db/database.ts'
import type { Deps } from '../../server/dependencies.ts'
import type { Templates } from '../../server/messages/message-templates.ts'
import { verifiedContacts } from '../session/sessions.server.ts'
import { dueAt } from './when-change-is-due.server.ts'
import { whatOf } from './changed-field.server.ts'
import type { PolicyChangeTable } from './tables.server.ts'

const text = z.string()
const base = { number: text, url: text }

export const changeTemplates = {
  change_received: z.object({ ...base, item: text, day: text }),
  change_approved: z.object({ ...base, item: text }),
  change_rejected: z.object({ ...base, item: text, reason: text }),
  /** Approved; it takes effect once the difference is paid. */
  change_to_pay: z.object({ ...base, item: text, amount: text, day: text }),
  change_lapsed: z.object({ ...base, item: text, amount: text }),
  /** Changed, and the overpaid premium is refunded. */
  change_returned: z.object({ ...base, item: text, amount: text }),
} satisfies Templates

/** Queues a message in the transaction that causes it; `also` is a contact that the change removes. */
export async function notifySender(
  deps: Deps,
  trx: Trx,
  row: PolicyChangeTable,
  template: keyof typeof changeTemplates,
  also?: string,
): Promise<void> {
  const { email, mobile } = await verifiedContacts(deps, trx, row.user_id)
  const { number, currency } = await trx
    .selectFrom('policies')
    .select(['number', 'currency'])
    .where('id', '=', row.policy_id)
    .executeTakeFirstOrThrow()
  const priced = template === 'change_to_pay' || template === 'change_lapsed' || template === 'change_returned'
  const vars = {
    number,
    url: deps.config.siteUrl + localPath(row.lang, '/personal/modify'),
    item: deps.words(row.lang, `messages:change_items.${whatOf(row)}`),
    ...(template === 'change_received' ? { day: formatDay(dayOf(dueAt(row.submitted_at)), row.lang) } : {}),
    ...(priced ? { amount: formatMoney(money(Math.abs(Number(row.premium_change)), currency), row.lang) } : {}),
    ...(template === 'change_to_pay' ? { day: formatInstant(Number(row.pay_until), row.lang) } : {}),
    ...(template === 'change_rejected'
      ? { reason: deps.words(row.lang, `messages:change_rejected.reason.${row.reason ?? 'not_allowed'}`) }
      : {}),
  }
  const own = mobile ?? email
  const all = [own, also].filter((to): to is string => to !== undefined && to !== '')
  for (const [i, to] of [...new Set(all)].entries())
    await deps.messages.send(trx, {
      template,
      to,
      lang: row.lang,
      key: `${template}:${row.id}${i === 0 ? '' : ':also'}`,
      vars,
    })
}
