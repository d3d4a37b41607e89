/** The calls of the session feature. */
import type { Deps } from '../../server/deps.ts'
import type { Trx } from '../../server/db/database.ts'
import { handle, Refusal, type Route } from '../../server/route.ts'
import { recordAgreement } from './agreements.server.ts'
import { consumeCode, issueCode } from './codes.server.ts'
import { DEMO_EMAIL, exchange, login, logout, logoutOthers, me, sandbox, sendCode } from './contract.ts'
import { hashOf, openSession, revokeOthers, revokeSession, userOf, userView } from './sessions.server.ts'
import type { UserTable } from './tables.server.ts'

export const sessionRoutes: readonly Route[] = [
  handle(sendCode, async ({ destination }, { deps, lang, ip }) => {
    const sent = await issueCode(deps, { destination, lang, ip })
    if (!sent.ok) throw new Refusal(sent.reason, { retryAfter: sent.retryAfter })
    return { resendAfter: sent.resendAfter }
  }),

  handle(login, async ({ destination, code }, { deps, caller, lang }) => {
    const holder = caller.kind === 'anonymous' ? undefined : caller.holder
    const result = await deps.write(async (trx) => {
      const checked = await consumeCode(deps, trx, destination, code)
      if (!checked.ok) return checked
      const user = await userOf(deps, trx, destination)
      await recordAgreement(deps, trx, user.id, lang)
      for (const hook of deps.onLogin) await hook(deps, trx, { userId: user.id, destination, holder })
      return { ok: true as const, reply: (await replyOf(deps, trx, user)).reply }
    })
    if (result.ok) return result.reply
    const { reason, ...extra } = result
    throw new Refusal(reason, { ...extra, ...(reason === 'backoff' ? {} : { fields: { code: reason } }) })
  }),

  handle(exchange, async ({ code }, { deps }) => {
    const now = deps.clock()
    const reply = await deps.write(async (trx) => {
      const held = await trx.updateTable('exchange_codes').set({ used_at: now })
        .where('code_hash', '=', hashOf(code)).where('used_at', 'is', null).where('expires_at', '>', now)
        .returningAll().executeTakeFirst()
      if (!held) return undefined
      const user = await trx.selectFrom('users').selectAll().where('id', '=', held.user_id).executeTakeFirstOrThrow()
      const { id, reply } = await replyOf(deps, trx, user, { coId: held.co_id, scope: held.scope })
      await trx.updateTable('exchange_codes').set({ session_id: id }).where('code_hash', '=', held.code_hash).execute()
      return reply
    })
    if (!reply) throw new Refusal('link_used')
    return reply
  }),

  handle(sandbox, async (_, { deps }) => {
    if (deps.config.mode !== 'sandbox') throw new Refusal('not_found')
    return { demo: DEMO_EMAIL }
  }),

  handle(me, async (_, { deps, caller }) => {
    const user = await deps.db.selectFrom('users').selectAll().where('id', '=', caller.userId).executeTakeFirstOrThrow()
    const session = await deps.db.selectFrom('sessions').select('ends_at').where('id', '=', caller.sessionId).executeTakeFirstOrThrow()
    return { user: userView(deps, user), endsAt: session.ends_at }
  }),

  handle(logoutOthers, async (_, { deps, caller }) => {
    await deps.write((trx) => revokeOthers(deps, trx, caller.userId, caller.sessionId))
    return {}
  }),

  handle(logout, async ({ token }, { deps }) => {
    if (!(await deps.write((trx) => revokeSession(deps, trx, token)))) throw new Refusal('not_found')
    return {}
  }),
]

async function replyOf(deps: Deps, trx: Trx, user: UserTable, of: { coId?: string | null; scope?: string | null } = {}) {
  const { id, token, csrf } = await openSession(deps, trx, user.id, of)
  return { id, reply: { token, csrf, user: userView(deps, user), ...(of.coId ? { coId: of.coId } : {}) } }
}
