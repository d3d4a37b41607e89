/** Where a person is signed in, and signing one of these devices out (issue "Personal centre"). */
import { agentSchema, type Agent } from '../../../lib/user-agent.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { SESSION_MS } from './when-a-session-ends.ts'

export interface SignedInDevice extends Agent {
  id: string
  signedInAt: number
  lastUsedAt: number
  /** It can access one claim and nothing else. */
  claimOnly: boolean
}

/** Live sessions of a person, the one used last first. */
export async function signedInDevices(deps: Deps, userId: string): Promise<SignedInDevice[]> {
  const now = deps.clock()
  const rows = await deps.db
    .selectFrom('sessions')
    .select(['id', 'agent', 'created_at', 'last_seen_at', 'scope'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .where('last_seen_at', '>', now - SESSION_MS)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    signedInAt: row.created_at,
    lastUsedAt: row.last_seen_at,
    claimOnly: row.scope !== null,
    ...(row.agent === null
      ? { browser: 'other' as const, system: 'other' as const }
      : deps.seal.open('sessions.agent', agentSchema, row.agent)),
  }))
}

/**
 * Ends one session of the person, whose device is told that it was signed out elsewhere (30002), and unused codes,
 * because that device could have kept one. False when they have no such session.
 */
export async function revokeSessionById(deps: Deps, trx: Trx, userId: string, id: string): Promise<boolean> {
  const now = deps.clock()
  const found = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!found) return false
  await trx
    .updateTable('sessions')
    .set({ revoked_at: now, revoked_why: 'elsewhere' })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
  await trx
    .updateTable('exchange_codes')
    .set({ expires_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  return true
}
