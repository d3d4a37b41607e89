/**
 * Messages to the payer of tuition. They contain nothing that anybody typed, because the address may belong to somebody
 * else.
 */
import { formatInstant } from '../../../lib/days/dates.ts'
import { localPath } from '../../../lib/locale.ts'
import { formatMoney, money } from '../../../lib/money/money.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { defineMessages } from '../../../server/messages/define-message.ts'
import { tuitionPath } from '../contract.ts'
import { schoolName, settlementDaysOf } from './tuition-view.ts'
import { openFacts } from './sealed-tuition.ts'
import type { EducationOrderTable } from '../tables.ts'
import { confirmBy, sendBy } from './when-tuition-is-due.ts'

const base = ['number', 'school', 'fee', 'amount', 'url'] as const

export const educationMessages = defineMessages({
  education_paid: { kind: 'orders', limit: 'service', vars: [...base, 'at'] },
  education_sent: { kind: 'orders', limit: 'service', vars: [...base, 'at'] },
  education_confirmed: { kind: 'orders', limit: 'service', vars: [...base, 'reference'] },
  education_returned: { kind: 'orders', limit: 'service', vars: [...base, 'reason'] },
  /** A second operator decided that the money stays with the school. */
  education_kept: { kind: 'orders', limit: 'service', vars: base },
  /** The school's invoice could not be used, and nothing was paid yet. */
  education_unreadable: { kind: 'orders', limit: 'typed', vars: base },
})
type EducationMessage = (typeof educationMessages)[keyof typeof educationMessages]

/** Queues a message in the order's language. For an unpaid order, an unverified address is sent few messages. */
export async function notifyPayer(
  deps: Deps,
  trx: Trx,
  row: EducationOrderTable,
  message: EducationMessage,
): Promise<void> {
  const { contact: to } = openFacts(deps, row)
  const { lang } = row
  const vars = {
    number: row.id,
    school: schoolName(row.school, lang),
    fee: formatMoney(money(row.fee_minor, row.fee_currency), lang),
    amount: formatMoney(money(row.amount_minor, 'CNY'), lang),
    url: `${deps.config.siteUrl}${localPath(lang, tuitionPath(row.id))}`,
    at: formatInstant(
      message === educationMessages.education_paid
        ? sendBy(Number(row.paid_at))
        : confirmBy(Number(row.sent_at), settlementDaysOf(row.school)),
      lang,
    ),
    reference: row.school_reference ?? '',
    reason: deps.words(lang, `tuition:reason.${row.reason ?? 'school_refused'}`),
  }
  // A refund may be requested again after it was refused: a message is sent each time.
  await deps.messages.send(trx, message, {
    to,
    lang,
    key: `${message.name}:${row.id}:${row.version}`,
    limit: row.paid_at === null ? 'typed' : 'service',
    vars,
  })
}
