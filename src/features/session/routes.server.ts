/** The calls of the session feature. */
import type { Deps } from '../../server/dependencies.ts'
import { SESSION_NONE } from '../../lib/errors.ts'
import { agentOf, type Agent } from '../../lib/user-agent.ts'
import type { Trx } from '../../server/db/database.ts'
import { preparedQuery } from '../../server/db/prepared-query.ts'
import { holderOfCaller } from '../../server/device-access.ts'
import { Denial, handle, Refusal, type Context, type Route } from '../../server/call-handlers.ts'
import { linkedVisitsOf } from '../../server/linked-visits.ts'
import { recordAgreement } from './agreements.server.ts'
import { recordConfirmation } from './contact-confirmation.server.ts'
import { personOf } from './contacts.server.ts'
import { consumeCode, issueCode, type CodeCheck, type CodeRequester } from './login-codes.server.ts'
import {
  DEMO_CLOSING_EMAIL,
  DEMO_EMAIL,
  exchange,
  login,
  logout,
  logoutOthers,
  lookAtLink,
  me,
  sandbox,
  sendCode,
} from './contract.ts'
import { hashToken, createSession, revokeOtherSessions, revokeSession, userView } from './sessions.server.ts'
import type { UserTable } from './tables.server.ts'

const userOfSession = preparedQuery<{ session: string }>()((db, value) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.name', 'users.mobile', 'users.email', 'sessions.ends_at'])
    .where('sessions.id', '=', value('session')),
)

export const sessionRoutes: readonly Route[] = [
  handle(sendCode, async ({ destination }, ctx) => {
    const { deps, lang } = ctx
    const sent = await issueCode(deps, { ...codeRequesterOf(ctx, destination), lang })
    if (!sent.ok) throw new Refusal(sent.reason, { retryAfter: sent.retryAfter })
    return { resendAfter: sent.resendAfter }
  }),

  handle(login, async ({ destination, code }, ctx) => {
    const { deps, caller, lang } = ctx
    const holder = holderOfCaller(caller)
    const result = await deps.write(async (trx) => {
      const checked = await consumeCode(deps, trx, codeRequesterOf(ctx, destination), code)
      if (!checked.ok) return checked
      const { user, countsFrom, contactId } = await personOf(deps, trx, destination)
      await recordAgreement(deps, trx, user.id, lang)
      for (const hook of deps.onLogin) await hook(deps, trx, { userId: user.id, destination, holder, countsFrom })
      const { id, reply } = await loginReply(deps, trx, user, { agent: agentOf(ctx.userAgent) })
      await recordConfirmation(deps, trx, id, contactId)
      return { ok: true as const, reply }
    })
    if (!result.ok) throw codeRefusal(result)
    return result.reply
  }),

  handle(lookAtLink, async (link, { deps, lang }) => {
    const visits = linkedVisitsOf(deps)
    if (visits?.recognises(link.code))
      return { name: (await visits.look(deps, link)).partner[lang], claim: false, partner: true }
    const { code, page } = link
    const held = await deps.db
      .selectFrom('exchange_codes')
      .selectAll()
      .where('code_hash', '=', hashToken(code))
      .where('used_at', 'is', null)
      .where('expires_at', '>', deps.clock())
      .executeTakeFirst()
    if (!held || !allowedOnPage(held.scope, page)) throw new Refusal('link_used')
    const user = await deps.db.selectFrom('users').selectAll().where('id', '=', held.user_id).executeTakeFirstOrThrow()
    return { name: userView(deps, user).name, claim: held.scope !== null, partner: false }
  }),

  handle(exchange, async (link, { deps, lang, userAgent }) => {
    const visits = linkedVisitsOf(deps)
    if (visits?.recognises(link.code))
      return deps.write((trx) => visits.exchange(deps, trx, link, { lang, agent: agentOf(userAgent) }))
    const { code, page } = link
    const now = deps.clock()
    const reply = await deps.write(async (trx) => {
      const offered = await trx
        .selectFrom('exchange_codes')
        .select('scope')
        .where('code_hash', '=', hashToken(code))
        .executeTakeFirst()
      if (!offered || !allowedOnPage(offered.scope, page)) return undefined
      const held = await trx
        .updateTable('exchange_codes')
        .set({ used_at: now })
        .where('code_hash', '=', hashToken(code))
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst()
      if (!held) return undefined
      const user = await trx.selectFrom('users').selectAll().where('id', '=', held.user_id).executeTakeFirstOrThrow()
      const started = await loginReply(deps, trx, user, {
        coId: held.co_id,
        scope: held.scope,
        agent: agentOf(userAgent),
      })
      await trx
        .updateTable('exchange_codes')
        .set({ session_id: started.id })
        .where('code_hash', '=', held.code_hash)
        .execute()
      return started.reply
    })
    if (!reply) throw new Refusal('link_used')
    return reply
  }),

  handle(sandbox, async (_, { deps }) => {
    if (deps.config.mode !== 'sandbox') throw new Refusal('not_found')
    return { demo: DEMO_EMAIL, closing: DEMO_CLOSING_EMAIL }
  }),

  handle(me, async (_, { deps, caller }) => {
    const [row] = await userOfSession(deps.db, { session: caller.sessionId })
    // Cannot be missing: this session identified the caller a moment ago.
    if (!row) throw new Denial(SESSION_NONE)
    return { user: userView(deps, row), endsAt: row.ends_at }
  }),

  handle(logoutOthers, async (_, { deps, caller }) => {
    await deps.write(async (trx) => {
      await revokeOtherSessions(deps, trx, caller.userId, caller.sessionId)
      for (const hook of deps.onSignOutElsewhere) await hook(deps, trx, { userId: caller.userId })
    })
    return {}
  }),

  handle(logout, async ({ token }, { deps }) => {
    if (!(await deps.write((trx) => revokeSession(deps, trx, token)))) throw new Refusal('not_found')
    return {}
  }),
]

/**
 * A claim's code opens its claim only on the page where claims are continued, and on no other to which somebody could
 * be lured.
 */
const allowedOnPage = (scope: string | null, page: string | undefined): boolean =>
  scope === null || page === undefined || page === '/qrcode'

/** Who requests a code for a destination, or enters one. */
export const codeRequesterOf = ({ caller, ip }: Context, destination: string): CodeRequester => ({
  destination,
  ip,
  device: (caller.kind === 'anonymous' ? undefined : (caller.device ?? caller.holder)) ?? ip,
})

/** The refusal of a wrong code: `code_wrong` carries `triesLeft`, `backoff` carries `retryAfter` seconds. */
export function codeRefusal({ ok: _, reason, ...extra }: Extract<CodeCheck, { ok: false }>): Refusal {
  return new Refusal(reason, { ...extra, ...(reason === 'backoff' ? {} : { fields: { code: reason } }) })
}

async function loginReply(
  deps: Deps,
  trx: Trx,
  user: UserTable,
  of: { coId?: string | null; scope?: string | null; agent: Agent },
) {
  const { id, token, csrf } = await createSession(deps, trx, user.id, of)
  return { id, reply: { token, csrf, user: userView(deps, user), ...(of.coId ? { coId: of.coId } : {}) } }
}
