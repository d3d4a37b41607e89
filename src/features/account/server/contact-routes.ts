/** The calls of "Contact information". The session feature makes the changes. */
import { handle, Refusal, type Route, type UserContext } from '../../../server/http/call-handlers.ts'
import { clearUndeliverable } from '../../../server/messages/bounces/undeliverable-mailboxes.ts'
import {
  changesOf,
  putContact,
  removeContact,
  undoChange,
  type Act,
  isConfirmed,
  recordConfirmation,
  destinationOf,
  lockContactsOf,
  contactsInUse,
  consumeCode,
  issueCode,
  type CodeRequester,
  type SendResult,
  codeRefusal,
  codeRequesterOf,
  type ContactTable,
} from '../../session/server/door.ts'
import {
  changeContact,
  confirmContact,
  confirmReach,
  contactInformation,
  dropContact,
  lookAtUndo,
  sendConfirmation,
  sendContactCode,
  sendReachCode,
  undoByLink,
  undoContactChange,
} from '../contact-calls.ts'
import { destinationMac } from '../../../server/keys/destination-mac.ts'
import { changeOfLink, contactInformationOf, contactsNow, undoLinkOf } from './contact-information.ts'

export const contactRoutes: readonly Route[] = [
  handle(contactInformation, (_, ctx) => contactInformationOf(ctx)),

  handle(sendConfirmation, async ({ channel }, ctx) => {
    const contact = await ownContact(ctx, channel)
    return codeSent(
      await issueCode(ctx.deps, { ...requester(ctx, destinationOf(ctx.deps, contact), 'confirm'), lang: ctx.lang }),
    )
  }),

  handle(confirmContact, async ({ channel, code }, ctx) => {
    const { deps, caller } = ctx
    const contact = await ownContact(ctx, channel)
    const checked = await deps.write(async (trx) => {
      const given = await consumeCode(deps, trx, requester(ctx, destinationOf(deps, contact), 'confirm'), code)
      if (given.ok) await recordConfirmation(trx, caller.sessionId, { contactId: contact.id, at: deps.clock() })
      return given
    })
    if (!checked.ok) throw codeRefusal(checked)
    return contactInformationOf(ctx)
  }),

  handle(sendReachCode, async (_, ctx) => {
    const contact = await ownContact(ctx, 'email')
    return codeSent(
      await issueCode(ctx.deps, { ...requester(ctx, destinationOf(ctx.deps, contact), 'reach'), lang: ctx.lang }),
    )
  }),

  handle(confirmReach, async ({ code }, ctx) => {
    const { deps, caller } = ctx
    const contact = await ownContact(ctx, 'email')
    const checked = await deps.write(async (trx) => {
      const given = await consumeCode(deps, trx, requester(ctx, destinationOf(deps, contact), 'reach'), code)
      if (given.ok) await clearUndeliverable(deps, trx, contact.mac, { by: `user:${caller.userId}`, why: 'code given' })
      return given
    })
    if (!checked.ok) throw codeRefusal(checked)
    return contactInformationOf(ctx)
  }),

  handle(sendContactCode, async ({ destination }, ctx) => {
    const { deps, caller } = ctx
    await requireConfirmed(ctx)
    const mac = destinationMac(deps, destination)
    if ((await contactsInUse(deps.db, caller.userId)).some((it) => it.mac === mac))
      throw new Refusal('invalid', { fields: { destination: 'unchanged' } })
    return codeSent(await issueCode(deps, { ...requester(ctx, destination, 'contact'), lang: ctx.lang }))
  }),

  handle(changeContact, async ({ destination, code }, ctx) => {
    const { deps, caller } = ctx
    const mac = destinationMac(deps, destination)
    // A wrong code costs a try, and a correct code is used up, whatever the reply: the transaction commits in both
    // cases.
    const result = await deps.write(async (trx) => {
      await lockContactsOf(trx, caller.userId)
      // Sent twice, or again because the first reply was lost: already done.
      if ((await contactsInUse(trx, caller.userId)).some((it) => it.mac === mac)) return undefined
      if (!(await isConfirmed(deps, trx, caller))) return new Refusal('confirm_first')
      const given = await consumeCode(deps, trx, requester(ctx, destination, 'contact'), code)
      if (!given.ok) return codeRefusal(given)
      const done = await putContact(deps, trx, caller.userId, destination, actOf(ctx))
      return done.ok
        ? undefined
        : new Refusal(done.reason, done.reason === 'taken' ? { fields: { destination: 'taken' } } : {})
    })
    if (result) throw result
    return contactInformationOf(ctx)
  }),

  handle(dropContact, async ({ channel }, ctx) => {
    const { deps, caller } = ctx
    // An undo of somebody else's may withdraw the contact that confirmed this, and end the session, at this moment.
    await deps.write(async (trx) => {
      await lockContactsOf(trx, caller.userId)
      if (!(await isConfirmed(deps, trx, caller))) throw new Refusal('confirm_first')
      const done = await removeContact(deps, trx, caller.userId, channel, actOf(ctx))
      if (!done.ok) throw new Refusal(done.reason)
    })
    return contactInformationOf(ctx)
  }),

  handle(undoContactChange, async ({ id }, ctx) => {
    const { deps, caller } = ctx
    const change = (await changesOf(deps.db, caller.userId)).find((it) => it.id === id)
    if (!change) throw new Refusal('not_found')
    if (!(await deps.write((trx) => undoChange(deps, trx, change, { ...actOf(ctx), keepSession: caller.sessionId }))))
      throw new Refusal('undo_over')
    return contactInformationOf(ctx)
  }),

  handle(lookAtUndo, ({ code }, { deps }) => undoLinkOf(deps, code)),

  handle(undoByLink, async ({ code }, { deps, lang }) => {
    const change = await changeOfLink(deps, code)
    const by = `user:${change.user_id}`
    const undone = await deps.write((trx) => undoChange(deps, trx, change, { by, why: 'link', lang }))
    // Pressed twice, or another link of the same change: already done.
    if (!undone && (await undoLinkOf(deps, code)).state !== 'undone') throw new Refusal('undo_over')
    return { contacts: await contactsNow(deps, change.user_id) }
  }),
]

const requester = (ctx: UserContext, destination: string, purpose: 'confirm' | 'contact' | 'reach'): CodeRequester => ({
  ...codeRequesterOf(ctx, destination),
  purpose,
  account: ctx.caller.userId,
})

const actOf = ({ caller, lang }: UserContext): Act => ({ by: `user:${caller.userId}`, lang })

async function requireConfirmed({ deps, caller }: UserContext): Promise<void> {
  if (!(await isConfirmed(deps, deps.db, caller))) throw new Refusal('confirm_first')
}

async function ownContact({ deps, caller }: UserContext, channel: ContactTable['channel']): Promise<ContactTable> {
  const contact = (await contactsInUse(deps.db, caller.userId)).find((it) => it.channel === channel)
  if (!contact) throw new Refusal('no_contact')
  return contact
}

function codeSent(sent: SendResult): { resendAfter: number } {
  if (!sent.ok) throw new Refusal(sent.reason, { retryAfter: sent.retryAfter })
  return { resendAfter: sent.resendAfter }
}
