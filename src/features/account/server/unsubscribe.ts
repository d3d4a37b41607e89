/**
 * Switches messages off by a mail's link. A mailbox with which somebody signs in uses that person's choice, which
 * `/personal/mine` shows; any other one has a row of its own, until its owner signs in with it.
 */
import type { FastifyInstance } from 'fastify'
import { maskContact } from '../../../lib/people/contact.ts'
import { localPath } from '../../../lib/locale.ts'
import type { ChosenKind } from '../../../lib/people/message-preferences.ts'
import { handle, Refusal, type Route } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { openUnsubscribeLink, type UnsubscribeLink } from '../../../server/messages/unsubscribe/unsubscribe-links.ts'
import { liveContact, type OnLogin } from '../../session/server/door.ts'
import { destinationMac } from '../../../server/keys/destination-mac.ts'
import { lookAtUnsubscribe, setUnsubscribe, type UnsubscribeState } from '../unsubscribe-calls.ts'

export async function isUnsubscribed(deps: Deps, mailbox: string, kind: ChosenKind): Promise<boolean> {
  const row = await deps.db
    .selectFrom('unsubscribed_mailboxes')
    .select('at')
    .where('mac', '=', destinationMac(deps, mailbox))
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row !== undefined
}

/** Repeating it changes nothing. */
async function switchKind(deps: Deps, { to, kind }: UnsubscribeLink, off: boolean): Promise<void> {
  await deps.write(async (trx) => {
    const contact = await liveContact(deps, trx, to)
    const mac = destinationMac(deps, to)
    if (contact && off) await choose(trx, contact.user_id, kind)
    if (contact && !off)
      await trx
        .deleteFrom('message_ways')
        .where('user_id', '=', contact.user_id)
        .where('kind', '=', kind)
        .where('way', '=', 'none')
        .execute()
    if (!off || contact)
      await trx.deleteFrom('unsubscribed_mailboxes').where('mac', '=', mac).where('kind', '=', kind).execute()
    else
      await trx
        .insertInto('unsubscribed_mailboxes')
        .values({ mac, kind, destination: deps.seal.seal('unsubscribed_mailboxes.destination', to), at: deps.clock() })
        .onConflict((c) => c.columns(['mac', 'kind']).doNothing())
        .execute()
  })
}

const choose = (trx: Trx, userId: string, kind: ChosenKind): Promise<unknown> =>
  trx
    .insertInto('message_ways')
    .values({ user_id: userId, kind, way: 'none' })
    .onConflict((c) => c.columns(['user_id', 'kind']).doUpdateSet({ way: 'none' }))
    .execute()

/** What was switched off for a mailbox becomes its owner's choice, unless they made one. */
export const takeOverUnsubscribed: OnLogin = async (deps, trx, { userId, destination }) => {
  const rows = await trx
    .deleteFrom('unsubscribed_mailboxes')
    .where('mac', '=', destinationMac(deps, destination))
    .returning('kind')
    .execute()
  for (const { kind } of rows) {
    await trx
      .insertInto('message_ways')
      .values({ user_id: userId, kind, way: 'none' })
      .onConflict((c) => c.columns(['user_id', 'kind']).doNothing())
      .execute()
  }
}

async function stateOf(deps: Deps, { to, kind }: UnsubscribeLink): Promise<UnsubscribeState> {
  const contact = await liveContact(deps, deps.db, to)
  const chosen =
    contact &&
    (await deps.db
      .selectFrom('message_ways')
      .select('way')
      .where('user_id', '=', contact.user_id)
      .where('kind', '=', kind)
      .executeTakeFirst())
  return { kind, mailbox: maskContact(to), off: chosen?.way === 'none' || (await isUnsubscribed(deps, to, kind)) }
}

function requireLink(deps: Deps, code: string): UnsubscribeLink {
  const link = openUnsubscribeLink(deps, code)
  if (!link) throw new Refusal<typeof setUnsubscribe>('link_unknown')
  return link
}

export const unsubscribeRoutes: readonly Route[] = [
  handle(lookAtUnsubscribe, ({ code }, { deps }) => stateOf(deps, requireLink(deps, code))),
  handle(setUnsubscribe, async ({ code, off }, { deps }) => {
    const link = requireLink(deps, code)
    await switchKind(deps, link, off)
    return stateOf(deps, link)
  }),
]

interface CodeInAddress {
  code?: unknown
}
/** A code that is given twice arrives as a list, and is none. */
const codeIn = ({ code }: CodeInAddress): string => (typeof code === 'string' ? code : '')

/**
 * The address to which a mail program posts when its own button is pressed (RFC 8058). In a browser it redirects to the
 * page.
 */
export function registerOneClick(app: FastifyInstance, deps: Deps): void {
  app.post<{ Querystring: CodeInAddress }>('/notify/unsubscribe', { bodyLimit: 4 * 1024 }, async (request, reply) => {
    const link = openUnsubscribeLink(deps, codeIn(request.query))
    if (!link) return reply.code(404).send()
    await switchKind(deps, link, true)
    return reply.code(200).header('cache-control', 'no-store').send()
  })
  app.get<{ Querystring: CodeInAddress }>('/notify/unsubscribe', async (request, reply) => {
    const code = codeIn(request.query)
    const lang = openUnsubscribeLink(deps, code)?.lang ?? 'en'
    return reply
      .header('cache-control', 'no-store')
      .redirect(`${deps.config.siteUrl}${localPath(lang, '/unsubscribe')}?code=${encodeURIComponent(code)}`, 303)
  })
}
