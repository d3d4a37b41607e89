/** The calls of the session feature. */
import { SESSION_NONE } from '../../../lib/errors.ts'
import { agentOf } from '../../../lib/user-agent.ts'
import { preparedQuery } from '../../../server/db/prepared-query.ts'
import { holderOfCaller } from '../../../server/http/device-access.ts'
import { Denial, handle, Refusal, type Context, type Route } from '../../../server/http/call-handlers.ts'
import { linkedVisits } from './linked-visits.ts'
import { askIfNeeded, takeQuestion } from './contacts/account-question.ts'
import { lastAgreedLang } from './agreements.ts'
import { personOf } from './contacts/contacts.ts'
import { consumeCode, issueCode, type CodeCheck, type CodeRequester } from './login-codes.ts'
import {
  DEMO_CLOSING_EMAIL,
  acceptAccount,
  DEMO_EMAIL,
  exchange,
  login,
  logout,
  logoutOthers,
  lookAtLink,
  me,
  rejectAccount,
  sandbox,
  sendCode,
} from '../contract.ts'
import { completeLogin, sessionFor } from './login.ts'
import { rejectContact } from './contacts/reject-contact.ts'
import { hashToken, revokeOtherSessions, revokeSession, userView } from './sessions.ts'
import { signedOutElsewhere } from './hooks.ts'

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

  handle(login, async ({ destination, code, pageDay }, ctx) => {
    const { deps } = ctx
    const result = await deps.write(async (trx) => {
      const checked = await consumeCode(deps, trx, codeRequesterOf(ctx, destination), code)
      if (!checked.ok) return checked
      const { user, contact } = await personOf(deps, trx, destination)
      const question = await askIfNeeded(deps, trx, contact, deviceIn(ctx))
      if (question) return { ok: true as const, question }
      const reply = await completeLogin(deps, trx, { ...browserIn(ctx), user, contact, pageDay, codeAt: deps.clock() })
      return { ok: true as const, reply }
    })
    if (!result.ok) throw codeRefusal(result)
    if (result.question) throw new Refusal<typeof login>('accept_account', { ...result.question })
    return result.reply
  }),

  handle(acceptAccount, async ({ question, pageDay }, ctx) => {
    const { deps } = ctx
    const reply = await deps.write(async (trx) => {
      const asked = await takeQuestion(deps, trx, { question, device: deviceIn(ctx), answer: 'yes' })
      if (!asked) return undefined
      const { contact, askedAt } = asked
      const user = await trx.selectFrom('users').selectAll().where('id', '=', contact.user_id).executeTakeFirstOrThrow()
      return completeLogin(deps, trx, { ...browserIn(ctx), user, contact, pageDay, codeAt: askedAt })
    })
    if (!reply) throw new Refusal('question_over')
    return reply
  }),

  handle(rejectAccount, async ({ question }, ctx) => {
    const { deps } = ctx
    const done = await deps.write(async (trx) => {
      const asked = await takeQuestion(deps, trx, { question, device: deviceIn(ctx), answer: 'no' })
      if (!asked) return false
      const lang = await lastAgreedLang(trx, asked.contact.user_id)
      return rejectContact(deps, trx, asked.contact, lang)
    })
    if (!done) throw new Refusal('question_over')
    return {}
  }),

  handle(lookAtLink, async (link, { deps, lang }) => {
    const [visits] = linkedVisits.all(deps)
    if (visits?.recognises(link))
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
    const [visits] = linkedVisits.all(deps)
    if (visits?.recognises(link))
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
      const started = await sessionFor(deps, trx, user, {
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
      for (const hook of signedOutElsewhere.all(deps)) await hook(deps, trx, { userId: caller.userId })
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
  device: deviceIn({ caller, ip }),
})

const deviceIn = ({ caller, ip }: Pick<Context, 'caller' | 'ip'>): string =>
  (caller.kind === 'anonymous' ? undefined : (caller.device ?? caller.holder)) ?? ip

const browserIn = ({ caller, lang, userAgent }: Context) => ({
  holder: holderOfCaller(caller),
  session: caller.kind === 'user' ? caller.sessionId : undefined,
  lang,
  agent: agentOf(userAgent),
})

/** The refusal of a wrong code: `code_wrong` carries `triesLeft`, `backoff` carries `retryAfter` seconds. */
export function codeRefusal({ ok: _, reason, ...extra }: Extract<CodeCheck, { ok: false }>): Refusal {
  return new Refusal(reason, { ...extra, ...(reason === 'backoff' ? {} : { fields: { code: reason } }) })
}
