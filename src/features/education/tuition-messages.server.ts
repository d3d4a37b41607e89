/**
 * Messages to the payer of tuition. They contain nothing that anybody typed, because the address may belong to somebody
 * else.
 */
import { z } from 'zod'
import { formatInstant } from '../../lib/dates.ts'
import { localPath } from '../../lib/locale.ts'
import { formatMoney, money } from '../../lib/money.ts'
import type { Trx } from '../../server/db/database.ts'
import type { Deps } from '../../server/dependencies.ts'
import type { Templates } from '../../server/messages/message-templates.ts'
import { tuitionPath } from './contract.ts'
import { schoolName, settlementDaysOf } from './tuition-view.server.ts'
import { openFacts } from './sealed-tuition.server.ts'
import type { EducationOrderTable } from './tables.server.ts'
import { confirmBy, sendBy } from './when-tuition-is-due.server.ts'

const text = z.string()
const base = { number: text, school: text, fee: text, amount: text, url: text }

export const educationTemplates = {
  education_paid: z.object({ ...base, at: text }),
  education_sent: z.object({ ...base, at: text }),
  education_confirmed: z.object({ ...base, reference: text }),
  education_returned: z.object({ ...base, reason: text }),
  /** A second operator decided that the money stays with the school. */
  education_kept: z.object(base),
  /** The school's invoice could not be used, and nothing was paid yet. */
  education_unreadable: z.object(base),
} satisfies Templates

/** Queues a message in the order's language. For an unpaid order, an unverified address is sent few messages. */
export async function notifyPayer(
  deps: Deps,
  trx: Trx,
  row: EducationOrderTable,
  template: keyof typeof educationTemplates,
): Promise<void> {
  const { contact: to } = openFacts(deps, row)
  const { lang } = row
  const vars = {
    number: row.id,
    school: schoolName(row.school, lang),
    fee: formatMoney(money(row.fee_minor, row.fee_currency), lang),
    amount: formatMoney(money(row.amount_minor, 'CNY'), lang),
    url: `${deps.config.siteUrl}${localPath(lang, tuitionPath(row.id))}`,
    ...(template === 'education_paid' ? { at: formatInstant(sendBy(Number(row.paid_at)), lang) } : {}),
    ...(template === 'education_sent'
      ? { at: formatInstant(confirmBy(Number(row.sent_at), settlementDaysOf(row.school)), lang) }
      : {}),
    ...(template === 'education_confirmed' ? { reference: row.school_reference ?? '' } : {}),
    ...(template === 'education_returned'
      ? { reason: deps.words(lang, `tuition:reason.${row.reason ?? 'school_refused'}`) }
      : {}),
  }
  // A refund may be requested again after it was refused: a message is sent each time.
  await deps.messages.send(trx, {
    template,
    to,
    lang,
    key: `${template}:${row.id}:${row.version}`,
    limit: row.paid_at === null ? 'typed' : 'service',
    vars,
  })
}
