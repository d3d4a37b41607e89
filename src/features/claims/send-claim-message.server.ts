/**
 * Messages about a claim: to its mailbox and to the login that sent it. They contain nothing about the illness, the
 * sums or the people.
 */
import { z } from 'zod'
import { isEmail, mailboxOf, normaliseEmail } from '../../lib/contact.ts'
import { localPath } from '../../lib/locale.ts'
import type { Trx } from '../../server/db/database.ts'
import type { Deps } from '../../server/dependencies.ts'
import type { Templates } from '../../server/messages/message-templates.ts'
import { policyNames } from '../policies/server-contract.server.ts'
import { verifiedContacts } from '../session/sessions.server.ts'
import { answersOf } from './answer-columns.server.ts'
import { progressPath } from './claim-paths.ts'
import type { ClaimTable } from './tables.server.ts'

const text = z.string()
/** Placeholders of every message about a case. `insurer`: the name of the insurer, who decides and pays. */
export const caseVars = { case: text, insurer: text, url: text }

export const draftTemplates = {
  /** The claim was sent. */
  claim_sent: z.object({ ...caseVars, days: text }),
  /** A draft that will be deleted. */
  claim_lapses: z.object({ day: text, url: text }),
} satisfies Templates

const PROVEN = { limit: 'service' } as const

/**
 * Queues a message about a case in the transaction that causes it: to the claim mailbox, and by text message or mail to
 * the login. `what` distinguishes two messages of one template (`request:<id>`); the same one is sent once.
 */
export async function sendClaimMessage(
  deps: Deps,
  trx: Trx,
  row: ClaimTable,
  message: { template: string; what?: string; path?: string; vars?: Record<string, string> },
): Promise<void> {
  const { template, what = '', path = progressPath(row.id), vars = {} } = message
  const insurer = policyNames(deps, row, row.lang).insurerName
  const { email, mobile } = await verifiedContacts(deps, trx, row.user_id)
  const mailbox = normaliseEmail(answersOf(deps, row).email)
  const own = mobile ?? email
  const proven = [email, mobile].some((it) => it !== null && mailboxOf(it) === mailboxOf(mailbox))
  const to = [
    // Anybody can type anybody's mailbox: there, messages are limited.
    ...(isEmail(mailbox) ? [{ address: mailbox, ...(proven ? PROVEN : { cause: { account: row.user_id } }) }] : []),
    ...(own && mailboxOf(own) !== mailboxOf(mailbox) ? [{ address: own, ...PROVEN }] : []),
  ]
  for (const [i, { address, ...limited }] of to.entries()) {
    await deps.messages.send(trx, {
      template,
      to: address,
      ...limited,
      lang: row.lang,
      key: `${template}:${row.id}:${what}:${i}`,
      vars: { case: row.case_number ?? '', insurer, url: deps.config.siteUrl + localPath(row.lang, path), ...vars },
    })
  }
}
