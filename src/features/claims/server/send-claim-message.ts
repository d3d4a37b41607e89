/**
 * Messages about a claim: to its mailbox and to the login that sent it. They contain nothing about the illness, the
 * sums or the people.
 */
import { isEmail, mailboxOf, normaliseEmail } from '../../../lib/people/contact.ts'
import { localPath } from '../../../lib/locale.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { defineMessages, withMore, type Message, type MoreVars } from '../../../server/messages/define-message.ts'
import { policyNames } from '../../policies/server/door.ts'
import { verifiedContacts } from '../../session/server/door.ts'
import { answersOf } from './answer-columns.ts'
import { progressPath } from '../rules/claim-paths.ts'
import type { ClaimTable } from '../tables.ts'

/** Values of every message about a case. `insurer`: the name of the insurer, who decides and pays. */
export const caseVars = ['case', 'insurer', 'url'] as const
export type CaseVar = (typeof caseVars)[number]

export const draftMessages = defineMessages({
  /** The claim was sent. */
  claim_sent: { kind: 'claims', limit: 'typed', vars: [...caseVars, 'days'] },
  /** A draft that will be deleted. */
  claim_lapses: { kind: 'claims', limit: 'own', vars: ['day', 'url'] },
})

const PROVEN = { limit: 'service' } as const

/**
 * Queues a message about a case in the transaction that causes it: to the claim mailbox, and by text message or mail to
 * the login. `what` distinguishes two messages of one name (`request:<id>`); the same one is sent once.
 */
export async function sendClaimMessage<V extends string>(
  deps: Deps,
  trx: Trx,
  row: ClaimTable,
  message: Message<V>,
  { what = '', path = progressPath(row.id), vars: more }: { what?: string; path?: string; vars: MoreVars<V, CaseVar> },
): Promise<void> {
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
  const url = deps.config.siteUrl + localPath(row.lang, path)
  const vars = withMore<CaseVar, V>({ case: row.case_number ?? '', insurer, url }, more)
  for (const [i, { address, ...limited }] of to.entries()) {
    await deps.messages.send(trx, message, {
      to: address,
      ...limited,
      lang: row.lang,
      key: `${message.name}:${row.id}:${what}:${i}`,
      vars,
    })
  }
}
