/**
 * Sends a link to a draft to an address that the buyer names: whoever has proven that address opens the draft from it
 * (see `attachOpened`).
 */
import { maskContact } from '../../../../lib/people/contact.ts'
import { localPath } from '../../../../lib/locale.ts'
import { Refusal, type Context } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import { actorOf, contactMac, orderForCaller } from '../access/order-access.ts'
import { planNames } from './catalogue.ts'
import { hadWhenMade } from '../../../session/server/door.ts'
import { orderPath } from '../../contract.ts'
import { answersOf } from './load-open-order.ts'
import { recordAct, requireRecordSpace } from '../sales-record/write-sales-log.ts'
import { setOwner } from '../access/set-order-owner.ts'
import type { OrderTable } from '../../tables.ts'
import { orderMessages } from '../order-messages.ts'

export async function sendDraftLink(ctx: Context, id: string, to: string): Promise<string> {
  const { deps, lang } = ctx
  await orderForCaller(ctx, id)
  await deps.write(async (trx) => {
    await lockFor(trx, `order:${id}`)
    const row = await trx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    if (row.status !== 'created') throw new Refusal('not_editable', { state: row.status, version: row.version })
    await requireRecordSpace(trx, id)
    await giveAccess(ctx, trx, row, contactMac(deps, to))
    await recordAct(deps, trx, id, { kind: 'link_sent', data: { to: maskContact(to) } })
    const sent = await deps.messages.send(trx, orderMessages.order_link, {
      to,
      lang,
      key: `order_link:${id}:${deps.clock()}`,
      cause: { ip: ctx.ip },
      vars: {
        plan: planNames(answersOf(deps, row), lang).plan,
        to: maskContact(to),
        url: deps.config.siteUrl + localPath(lang, orderPath(id)),
      },
    })
    if (!sent.queued) throw new Refusal('letters_many')
  })
  return maskContact(to)
}

/**
 * The address may open the draft instead of an earlier one, which may have been mistyped: who came by that loses the
 * draft, unless an address that the order names is theirs too. Nothing changes where the owner sends the link: they
 * would keep a draft of which the first device corrects the address.
 */
async function giveAccess({ caller, deps }: Context, trx: Trx, row: OrderTable, link: string | null): Promise<void> {
  const { user_id: owner } = row
  if (owner !== null && caller.kind === 'user' && caller.userId === owner) return
  // Keeps the draft's version, so that answers being typed are saved as before.
  await trx.updateTable('orders').set({ link_mac: link }).where('id', '=', row.id).execute()
  if (
    owner === null ||
    row.owned_by !== 'link' ||
    (await hadWhenMade(trx, owner, { macs: [link, row.buyer_email_mac, row.buyer_mobile_mac], at: row.created_at }))
  )
    return
  await setOwner(trx, row, {
    owner: null,
    ownedBy: null,
    occasion: 'link sent elsewhere',
    by: actorOf(caller),
    at: deps.clock(),
  })
}
