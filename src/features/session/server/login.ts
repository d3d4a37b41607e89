/** What a login does once the person is known: by the code, or by the answer to the question that followed it. */
import type { Agent } from '../../../lib/user-agent.ts'
import type { Day } from '../../../lib/days/dates.ts'
import type { Lang } from '../../../lib/locale.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { recordAgreement } from './agreements.ts'
import { recordConfirmation } from './contacts/contact-confirmation.ts'
import { destinationOf } from './contacts/contact-messages.ts'
import { acceptContact } from './contacts/contacts.ts'
import { createSession, endReplacedSession, userView } from './sessions.ts'
import type { ContactTable, UserTable } from '../tables.ts'
import { loggedIn } from './hooks.ts'

export interface LoginBy {
  user: UserTable
  contact: ContactTable
  holder: string | undefined
  /** The session of this browser until now. */
  session: string | undefined
  lang: Lang
  /** The day that the page was built for, whose agreements it led to. */
  pageDay: Day | undefined
  agent: Agent
  /** When the code was entered. */
  codeAt: number
}

/** Starts the session. What was bought on the device becomes the person's only now. */
export async function completeLogin(deps: Deps, trx: Trx, by: LoginBy): Promise<SessionReply> {
  const { user, contact, holder, agent, codeAt } = by
  await recordAgreement(deps, trx, user.id, by)
  await acceptContact(deps, trx, contact)
  const login = {
    userId: user.id,
    destination: destinationOf(deps, contact),
    holder,
    countsFrom: contact.counts_from,
  }
  for (const hook of loggedIn.all(deps)) await hook(deps, trx, login)
  if (by.session !== undefined) await endReplacedSession(deps, trx, by.session)
  const { id, reply } = await sessionFor(deps, trx, user, { agent })
  await recordConfirmation(trx, id, { contactId: contact.id, at: codeAt })
  return reply
}

type SessionReply = Awaited<ReturnType<typeof sessionFor>>['reply']

/** A new session and what its browser is told. */
export async function sessionFor(
  deps: Deps,
  trx: Trx,
  user: UserTable,
  of: { coId?: string | null; scope?: string | null; agent: Agent },
) {
  const { id, token, csrf } = await createSession(deps, trx, user.id, of)
  return { id, reply: { token, csrf, user: userView(deps, user), ...(of.coId ? { coId: of.coId } : {}) } }
}
