/** What other features do when a person logs in, ends other sessions or gives up a contact. */
import type { Trx } from '../../../server/db/database.ts'
import { defineHook } from '../../../server/define-hook.ts'
import type { Deps } from '../../../server/dependencies.ts'

/**
 * A destination (mobile or email) was proven by a code: hand over what belongs to it, in the login's own transaction.
 * What was bought with it up to `countsFrom` (an instant, ms) belongs to an earlier owner of that destination.
 */
export type OnLogin = (
  deps: Deps,
  trx: Trx,
  login: { userId: string; destination: string; holder: string | undefined; countsFrom: number },
) => Promise<void>

export const loggedIn = defineHook<OnLogin>('login')

/**
 * A person gives up a destination: what it opened until `until` (an instant, ms) stays the person's, in the same
 * transaction. May run twice.
 */
export type OnContactEnded = (
  deps: Deps,
  trx: Trx,
  contact: { userId: string; mac: string; countsFrom: number; until: number },
) => Promise<void>

export const contactEnded = defineHook<OnContactEnded>('end of a contact')

/** A person ended all their other sessions: what other devices open without a session ends too, in the same transaction. */
export type OnSignOutElsewhere = (deps: Deps, trx: Trx, person: { userId: string }) => Promise<void>

export const signedOutElsewhere = defineHook<OnSignOutElsewhere>('sign-out elsewhere')
