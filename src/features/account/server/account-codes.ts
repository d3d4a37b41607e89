/**
 * Codes by which a signed-in person proves themselves again, sent to a contact with which they sign in. Each serves one
 * purpose only.
 */
import { maskContact, type Channel } from '../../../lib/people/contact.ts'
import { Refusal, type UserContext } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import {
  destinationOf,
  contactsInUse,
  consumeCode,
  issueCode,
  type CodePurpose,
  codeRefusal,
  codeRequesterOf,
} from '../../session/server/door.ts'

interface AccountCode {
  purpose: Exclude<CodePurpose, 'login'>
  channel: Channel
}

/** Contacts with which the person signs in, without those being given up; email first. */
async function openedContacts(
  deps: Pick<Deps, 'seal'>,
  db: Deps['db'] | Trx,
  userId: string,
): Promise<{ channel: Channel; destination: string }[]> {
  return (await contactsInUse(db, userId))
    .map((contact) => ({ channel: contact.channel, destination: destinationOf(deps, contact) }))
    .reverse()
}

/** Masked, email first. */
export const accountContacts = async (deps: Deps, userId: string): Promise<{ channel: Channel; masked: string }[]> =>
  (await openedContacts(deps, deps.db, userId)).map(({ channel, destination }) => ({
    channel,
    masked: maskContact(destination),
  }))

/** Where messages about the account itself are sent. */
export const mainContact = async (
  deps: Pick<Deps, 'seal'>,
  db: Deps['db'] | Trx,
  userId: string,
): Promise<string | undefined> => (await openedContacts(deps, db, userId))[0]?.destination

async function requesterOf(ctx: UserContext, { purpose, channel }: AccountCode) {
  const contact = (await openedContacts(ctx.deps, ctx.deps.db, ctx.caller.userId)).find((it) => it.channel === channel)
  if (!contact) throw new Refusal('no_contact')
  return { ...codeRequesterOf(ctx, contact.destination), purpose }
}

export async function sendCodeTo(ctx: UserContext, of: AccountCode): Promise<{ resendAfter: number }> {
  const sent = await issueCode(ctx.deps, { ...(await requesterOf(ctx, of)), lang: ctx.lang })
  if (!sent.ok) throw new Refusal(sent.reason, { retryAfter: sent.retryAfter })
  return { resendAfter: sent.resendAfter }
}

/** Uses up a code and runs what it allows, in one transaction. A wrong one is counted and refused. */
export async function checkAccountCode<T>(
  ctx: UserContext,
  { code, ...of }: AccountCode & { code: string },
  allowed: (trx: Trx) => Promise<T>,
): Promise<T> {
  const requester = await requesterOf(ctx, of)
  const result = await ctx.deps.write(async (trx) => {
    const checked = await consumeCode(ctx.deps, trx, requester, code)
    return checked.ok ? { ok: true as const, value: await allowed(trx) } : checked
  })
  if (result.ok) return result.value
  throw codeRefusal(result)
}
