/** Sends a link to a draft to an address that the buyer names: logging in with that address attaches the draft (see `attachOrders`). */
import { maskContact } from '../../lib/contact.ts'
import { localPath } from '../../lib/locale.ts'
import { Refusal, type Context } from '../../server/call-handlers.ts'
import type { Trx } from '../../server/db/database.ts'
import { lockFor } from '../../server/db/transaction-lock.ts'
import { contactMac, orderForCaller } from './order-access.server.ts'
import { planNames } from './catalogue.server.ts'
import { hasProven } from './contact-ownership.server.ts'
import { orderPath } from './contract.ts'
import { answersOf } from './load-open-order.server.ts'
import { recordAct } from './sales-log.server.ts'
import { waitBeforeLetter } from './anonymous-limits.server.ts'
import type { OrderTable } from './tables.server.ts'

export async function sendDraftLink(ctx: Context, id: string, to: string): Promise<string> {
  const { deps, lang } = ctx
  await orderForCaller(ctx, id)
  await deps.write(async (trx) => {
    await lockFor(trx, `order:${id}`)
    const row = await trx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    if (row.status !== 'created') throw new Refusal('not_editable', { state: row.status, version: row.version })
    const at = await waitBeforeLetter(deps, trx, to, { ip: ctx.ip })
    if (at === undefined) throw new Refusal('letters_many')
    // Keeps the draft's version, so that answers being typed are saved as before.
    if (await givesAccess(ctx, trx, row)) await trx.updateTable('orders').set({ link_mac: contactMac(deps, to) }).where('id', '=', id).execute()
    await recordAct(deps, trx, id, { kind: 'link_sent', data: { to: maskContact(to) } })
    await deps.messages.send(trx, {
      template: 'order_link', to, lang, key: `order_link:${id}:${deps.clock()}`, at,
      vars: { plan: planNames(answersOf(deps, row), lang).plan, to: maskContact(to), url: deps.config.siteUrl + localPath(lang, orderPath(id)) },
    })
  })
  return maskContact(to)
}

/**
 * Whether the address may take the draft over. Not where its owner has resumed it by an earlier link, who keeps it; nor where the owner sends it, who
 * would keep a draft of which the first device corrects the address.
 */
async function givesAccess({ caller }: Context, trx: Trx, { user_id: owner, link_mac }: OrderTable): Promise<boolean> {
  if (owner === null) return true
  return !(caller.kind === 'user' && caller.userId === owner) && !(await hasProven(trx, owner, [link_mac]))
}
