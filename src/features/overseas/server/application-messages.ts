/** Messages to an applicant. They contain nothing that anyone typed, because the address may belong to somebody else. */
import { formatInstant } from '../../../lib/days/dates.ts'
import { localPath } from '../../../lib/locale.ts'
import { SITE } from '../../../lib/site.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { defineMessages, type AnyMessage } from '../../../server/messages/define-message.ts'
import { pathFor } from '../../../routes.ts'
import { loadPlans } from '../../plans/server/door.ts'
import { insurerReminderAt, referBy } from './when-application-is-due.ts'
import { findProduct } from '../content/load-products.ts'
import type { OverseasApplicationTable } from '../tables.ts'

const base = ['number', 'product', 'insurer', 'url'] as const

export const overseasMessages = defineMessages({
  overseas_received: { kind: 'direct', limit: 'typed', vars: [...base, 'at'] },
  overseas_referred: { kind: 'direct', limit: 'service', vars: [...base, 'at', 'email'] },
  overseas_insured: { kind: 'direct', limit: 'service', vars: base },
  overseas_declined: { kind: 'direct', limit: 'service', vars: [...base, 'reason'] },
})
type OverseasMessage = (typeof overseasMessages)[keyof typeof overseasMessages]

/** Has the logged-in person proven this address? Anyone can type anyone's address. */
async function isProven(trx: Trx, { user_id: userId, contact_mac: mac }: OverseasApplicationTable): Promise<boolean> {
  if (userId === null) return false
  const user = await trx
    .selectFrom('users')
    .select(['mobile_mac', 'email_mac'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.email_mac === mac || user?.mobile_mac === mac
}

/**
 * What somebody who types a stranger's address can cause; everything else an operator does, and that is always sent
 * (decision 0033).
 */
const BY_APPLICANT: readonly AnyMessage[] = [overseasMessages.overseas_received]

/**
 * Queues a message in the application's language. Of what an applicant causes, unverified addresses are sent little;
 * `ip` is of the request that caused it, if any.
 */
export async function notifyApplicant(
  deps: Deps,
  trx: Trx,
  row: OverseasApplicationTable,
  to: string,
  message: OverseasMessage,
  { ip }: { ip: string | undefined } = { ip: undefined },
): Promise<void> {
  const limited = BY_APPLICANT.includes(message) && !(await isProven(trx, row))
  const { lang } = row
  const product = findProduct(row.product)
  const vars = {
    number: row.id,
    product: product?.words[lang].title ?? row.product,
    insurer: product ? loadPlans().insurerWords(lang, product.insurer).name : '',
    url: `${deps.config.siteUrl}${localPath(lang, pathFor('overseas.complete'))}?id=${row.id}`,
    at: formatInstant(
      message === overseasMessages.overseas_received
        ? referBy(row.submitted_at)
        : insurerReminderAt(Number(row.referred_at)),
      lang,
    ),
    email: SITE[lang].email,
    reason: deps.words(lang, `referral:reason.${row.reason ?? 'not_offered'}`),
  }
  await deps.messages.send(trx, message, {
    to,
    lang,
    key: `${message.name}:${row.id}`,
    ...(limited ? { limit: 'typed', cause: { ip } } : { limit: 'service' }),
    vars,
  })
}
