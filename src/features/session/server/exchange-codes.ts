/**
 * Single-use codes that another device exchanges for a session (`session/exchange`): partners' links, and phones that
 * continue a claim.
 */
import { randomBytes } from 'node:crypto'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { hashToken } from './sessions.ts'

export interface NewExchangeCode {
  userId: string
  /** `claim:<id>`: all that the new session may access. */
  scope: string
  /** Milliseconds. */
  livesFor: number
}

/** Creates a code. Unused earlier codes of the same person and scope become invalid. */
export async function createExchangeCode(
  deps: Deps,
  trx: Trx,
  { userId, scope, livesFor }: NewExchangeCode,
): Promise<{ code: string; expiresAt: number }> {
  const now = deps.clock()
  await trx
    .updateTable('exchange_codes')
    .set({ expires_at: now })
    .where('user_id', '=', userId)
    .where('scope', '=', scope)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  const code = randomBytes(18).toString('base64url')
  const expiresAt = now + livesFor
  await trx
    .insertInto('exchange_codes')
    .values({
      code_hash: hashToken(code),
      user_id: userId,
      co_id: null,
      expires_at: expiresAt,
      used_at: null,
      scope,
      session_id: null,
      opened_at: null,
    })
    .execute()
  return { code, expiresAt }
}

export interface ExchangeCodeState {
  /** `opening`: exchanged, but the other device has not shown anything yet. */
  status: 'waiting' | 'opening' | 'used' | 'expired' | 'ended'
  usedAt: number | null
}

const findExchangeCode = (deps: Deps, code: string, scope: string) =>
  deps.db
    .selectFrom('exchange_codes')
    .selectAll()
    .where('code_hash', '=', hashToken(code))
    .where('scope', '=', scope)
    .executeTakeFirst()

/** Was the code used, and is that session still alive? `undefined` for a code that was never made for this scope. */
export async function exchangeCodeState(
  deps: Deps,
  code: string,
  scope: string,
): Promise<ExchangeCodeState | undefined> {
  const offer = await findExchangeCode(deps, code, scope)
  if (!offer) return undefined
  if (offer.used_at === null) return { status: offer.expires_at > deps.clock() ? 'waiting' : 'expired', usedAt: null }
  const session =
    offer.session_id === null
      ? undefined
      : await deps.db.selectFrom('sessions').select('revoked_at').where('id', '=', offer.session_id).executeTakeFirst()
  if (!session || session.revoked_at !== null) return { status: 'ended', usedAt: offer.used_at }
  return { status: offer.opened_at === null ? 'opening' : 'used', usedAt: offer.used_at }
}

/** Notes that the device which used a code has opened what it is for. */
export async function noteOpened(deps: Deps, session: string): Promise<void> {
  await deps.write((trx) =>
    trx
      .updateTable('exchange_codes')
      .set({ opened_at: deps.clock() })
      .where('session_id', '=', session)
      .where('opened_at', 'is', null)
      .execute(),
  )
}

/** Ends the session made with a code, and the code itself. */
export async function endExchangeCode(deps: Deps, trx: Trx, code: string, scope: string): Promise<void> {
  const now = deps.clock()
  const offer = await trx
    .updateTable('exchange_codes')
    .set({ expires_at: now })
    .where('code_hash', '=', hashToken(code))
    .where('scope', '=', scope)
    .returning('session_id')
    .executeTakeFirst()
  if (!offer?.session_id) return
  await trx
    .updateTable('sessions')
    .set({ revoked_at: now, revoked_why: 'elsewhere' })
    .where('id', '=', offer.session_id)
    .where('revoked_at', 'is', null)
    .execute()
}
