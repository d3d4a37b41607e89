/** Whether the session's person gave a code a moment ago: changes of the account require it (decision 0061). */
import type { Caller } from '../../../../server/http/caller.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { contactsInUse } from './held-contacts.ts'
import { CONFIRM_MS } from './undo-contact-change.ts'

type User = Pick<Extract<Caller, { kind: 'user' }>, 'userId' | 'sessionId'>

/**
 * True while a code is valid that was sent to a contact in use. A contact that is being given up can sign in, but does
 * not count here: its holder could keep the account with it.
 */
export async function isConfirmed(deps: Deps, db: Trx | Deps['db'], { userId, sessionId }: User): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select(['confirmed_at', 'confirmed_contact'])
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!row || Number(row.confirmed_at) <= deps.clock() - CONFIRM_MS) return false
  return (await contactsInUse(db, userId)).some(({ id }) => id === row.confirmed_contact)
}

/** `at`: when the code was entered. */
export async function recordConfirmation(
  trx: Trx,
  sessionId: string,
  { contactId, at }: { contactId: string; at: number },
): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ confirmed_at: at, confirmed_contact: contactId })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
}
