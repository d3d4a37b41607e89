/** Messages to an applicant. They contain nothing that anyone typed, because the address may belong to somebody else. */
import { z } from 'zod'
import { formatInstant } from '../../lib/dates.ts'
import { localPath } from '../../lib/locale.ts'
import { SITE } from '../../lib/site.ts'
import type { Trx } from '../../server/db/database.ts'
import type { Deps } from '../../server/dependencies.ts'
import type { Templates } from '../../server/messages/message-templates.ts'
import { pathFor } from '../../routes.ts'
import { loadPlans } from '../plans/load-plans.server.ts'
import { insurerReminderAt, referBy } from './when-application-is-due.server.ts'
import { findProduct } from './load-products.ts'
import type { OverseasApplicationTable } from './tables.server.ts'

const text = z.string()
const base = { number: text, product: text, insurer: text, url: text }

export const overseasTemplates = {
  overseas_received: z.object({ ...base, at: text }),
  overseas_referred: z.object({ ...base, at: text, email: text }),
  overseas_insured: z.object(base),
  overseas_declined: z.object({ ...base, reason: text }),
} satisfies Templates

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
const BY_APPLICANT: readonly (keyof typeof overseasTemplates)[] = ['overseas_received']

/**
 * Queues a message in the application's language. Of what an applicant causes, unverified addresses are sent little;
 * `ip` is of the request that caused it, if any.
 */
export async function notifyApplicant(
  deps: Deps,
  trx: Trx,
  row: OverseasApplicationTable,
  to: string,
  template: keyof typeof overseasTemplates,
  { ip }: { ip: string | undefined } = { ip: undefined },
): Promise<void> {
  const limited = BY_APPLICANT.includes(template) && !(await isProven(trx, row))
  const { lang } = row
  const product = findProduct(row.product)
  const vars = {
    number: row.id,
    product: product?.words[lang].title ?? row.product,
    insurer: product ? loadPlans().insurerWords(lang, product.insurer).name : '',
    url: `${deps.config.siteUrl}${localPath(lang, pathFor('overseas.complete'))}?id=${row.id}`,
    ...(template === 'overseas_received' ? { at: formatInstant(referBy(row.submitted_at), lang) } : {}),
    ...(template === 'overseas_referred'
      ? { at: formatInstant(insurerReminderAt(Number(row.referred_at)), lang), email: SITE[lang].email }
      : {}),
    ...(template === 'overseas_declined'
      ? { reason: deps.words(lang, `referral:reason.${row.reason ?? 'not_offered'}`) }
      : {}),
  }
  await deps.messages.send(trx, {
    template,
    to,
    lang,
    key: `${template}:${row.id}`,
    ...(limited ? { limit: 'typed', cause: { ip } } : { limit: 'service' }),
    vars,
  })
}
