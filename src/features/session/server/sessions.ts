/** Sessions: the server's record of a login (hash only): 120 minutes sliding, 12 hours absolute (design §2 "Token"). */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { maskContact } from '../../../lib/people/contact.ts'
import type { Agent } from '../../../lib/user-agent.ts'
import { type Caller, type MakeResolver, type Resolution, deviceOf, HEADERS } from '../../../server/http/caller.ts'
import type { Trx } from '../../../server/db/database.ts'
import { preparedQuery } from '../../../server/db/prepared-query.ts'
import { StoreOnlyReads } from '../../../server/db/store-unavailable.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { newId } from '../../../server/new-id.ts'
import { textSchema } from '../../../server/keys/seal.ts'

import type { User } from '../contract.ts'
import { personOf } from './contacts/contacts.ts'
import { SESSION_MAX_MS, sessionState } from './when-a-session-ends.ts'
import type { SessionTable, UserTable } from '../tables.ts'

const newSecret = (): string => randomBytes(32).toString('base64url')
export const hashToken = (text: string): string => hash('sha256', text)

/** A read renews the session, but writing that each time would be too expensive: once a minute is enough. */
const TOUCH_MS = 60_000

/** The person of a verified destination; a first login creates one. */
export const findOrCreateUser = async (deps: Deps, trx: Trx, destination: string): Promise<UserTable> =>
  (await personOf(deps, trx, destination)).user

/** How a person can be reached: what a login by code has proven. */
export async function verifiedContacts(
  deps: Pick<Deps, 'seal'>,
  db: Trx | Deps['db'],
  userId: string,
): Promise<{ email: string | null; mobile: string | null }> {
  const user = await db.selectFrom('users').select(['email', 'mobile']).where('id', '=', userId).executeTakeFirst()
  const open = (sealed: string | null | undefined): string | null =>
    sealed ? deps.seal.open('users.contact', textSchema, sealed) : null
  return { email: open(user?.email), mobile: open(user?.mobile) }
}

/** The person's own data as shown to them: contacts are masked. */
export function userView(deps: Deps, row: Pick<UserTable, 'id' | 'name' | 'mobile' | 'email'>): User {
  const open = (sealed: string | null) =>
    sealed === null ? null : maskContact(deps.seal.openCached('users.contact', textSchema, sealed))
  const mobile = open(row.mobile)
  const email = open(row.email)
  const name = row.name === null ? null : deps.seal.openCached('users.name', textSchema, row.name)
  return { id: row.id, name: name ?? mobile ?? email ?? '', mobile, email }
}

export interface NewSession {
  id: string
  token: string
  csrf: { name: string; token: string }
}

/** Starts a session. The token leaves the server here and is not stored. `scope` limits it to one thing of the person. */
export async function createSession(
  deps: Deps,
  trx: Trx,
  userId: string,
  { coId = null, scope = null, agent }: { coId?: string | null; scope?: string | null; agent?: Agent } = {},
): Promise<NewSession> {
  const now = deps.clock()
  const made: NewSession = {
    id: newId(),
    token: newSecret(),
    csrf: { name: `c${randomBytes(6).toString('hex')}`, token: newSecret() },
  }
  await trx
    .insertInto('sessions')
    .values({
      id: made.id,
      user_id: userId,
      token_hash: hashToken(made.token),
      csrf_name: made.csrf.name,
      csrf_hash: hashToken(made.csrf.token),
      co_id: coId,
      created_at: now,
      last_seen_at: now,
      ends_at: now + SESSION_MAX_MS,
      revoked_at: null,
      revoked_why: null,
      scope,
      agent: agent ? deps.seal.seal('sessions.agent', agent) : null,
      confirmed_at: null,
      confirmed_contact: null,
    })
    .execute()
  return made
}

/** Ends the session of a token; false when no live one has it. */
export async function revokeSession(deps: Deps, trx: Trx, token: string): Promise<boolean> {
  const row = await trx
    .updateTable('sessions')
    .set({ revoked_at: deps.clock(), revoked_why: 'logout' })
    .where('token_hash', '=', hashToken(token))
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the session in whose browser somebody signs in: its token is overwritten there, and nobody would end it. */
export async function endReplacedSession(deps: Deps, trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ revoked_at: deps.clock(), revoked_why: 'logout' })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

/**
 * Ends every other session of the person: those devices are told that they were signed out elsewhere (30002). Also ends
 * unused codes, because whoever had a session could have kept one, and the yes of logins that wait for an answer. A no
 * stays possible: whoever holds the account cannot silence somebody who does not belong to it.
 */
export async function revokeOtherSessions(deps: Deps, trx: Trx, userId: string, keep: string): Promise<void> {
  const now = deps.clock()
  await trx
    .updateTable('exchange_codes')
    .set({ expires_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  await trx.updateTable('account_questions').set({ yes_over: 1 }).where('user_id', '=', userId).execute()
  await trx
    .updateTable('sessions')
    .set({ revoked_at: now, revoked_why: 'elsewhere' })
    .where('user_id', '=', userId)
    .where('id', '!=', keep)
    .where('revoked_at', 'is', null)
    .execute()
}

const sessionOf = preparedQuery<{ hash: string }>()((db, value) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'csrf_name', 'csrf_hash', 'last_seen_at', 'ends_at', 'revoked_why', 'scope'])
    .where('token_hash', '=', value('hash')),
)

/** Identifies the caller, from the headers of spec §7. */
export const resolveCaller: MakeResolver = (deps) => async (headers) => {
  const device = deviceOf(headers)
  const nobody: Caller = device ? { kind: 'holder', ...device } : { kind: 'anonymous' }
  const token = headers[HEADERS.token]
  if (typeof token !== 'string' || !token) return { caller: nobody }
  const [session] = await sessionOf(deps.db, { hash: hashToken(token) })
  if (!session) return { caller: nobody, session: 5000 }
  const state = sessionState(deps.clock(), {
    lastSeenAt: session.last_seen_at,
    endsAt: session.ends_at,
    revoked: session.revoked_why,
  })
  if (state !== 'alive') return { caller: nobody, session: state }
  await renewSession(deps, session)
  const caller: Caller = {
    kind: 'user',
    userId: session.user_id,
    sessionId: session.id,
    ...(session.scope === null ? {} : { scope: session.scope }),
    ...device,
  }
  const found: Resolution = { caller, endsIn: session.ends_at - deps.clock() }
  return csrfMatches(session, headers[HEADERS.csrfName], headers[HEADERS.csrfToken])
    ? found
    : { ...found, csrf: 'mismatch' }
}

async function renewSession(deps: Deps, session: Pick<SessionTable, 'id' | 'last_seen_at'>): Promise<void> {
  const now = deps.clock()
  if (now - session.last_seen_at < TOUCH_MS) return
  await deps
    .write((trx) =>
      trx
        .updateTable('sessions')
        .set({ last_seen_at: now })
        .where('id', '=', session.id)
        .where('revoked_at', 'is', null)
        .execute(),
    )
    .catch((error: unknown) => {
      // What a person reads meanwhile is not refused for this.
      if (!(error instanceof StoreOnlyReads)) throw error
    })
}

function csrfMatches(session: Pick<SessionTable, 'csrf_name' | 'csrf_hash'>, name: unknown, token: unknown): boolean {
  if (typeof name !== 'string' || typeof token !== 'string' || name !== session.csrf_name) return false
  return timingSafeEqual(Buffer.from(hashToken(token)), Buffer.from(session.csrf_hash))
}
