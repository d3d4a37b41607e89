/** Sends a link to a draft to an address that the buyer names: logging in with that address attaches the draft (see `attachOrders`). */
import { maskContact } from '../../lib/contact.ts'
import { localPath } from '../../lib/locale.ts'
import { Refusal, type Context } from '../../server/call-handlers.ts'
import { contactMac, orderForCaller } from './access.server.ts'
import { planNames } from './catalogue.server.ts'
import { hasProven } from './contact-ownership.server.ts'
import { orderPath } from './contract.ts'
import { answersOf } from './opened-order.server.ts'
import { recordAct } from './sales-log.server.ts'
import { waitBeforeLetter } from './anonymous-limits.server.ts'

export async function sendDraftLink(ctx: Context, id: string, to: string): Promise<string> {
  const { deps, lang } = ctx
  const row = await orderForCaller(ctx, id)
  if (row.status !== 'created') throw new Refusal('not_editable', { state: row.status, version: row.version })
  await deps.write(async (trx) => {
    const at = await waitBeforeLetter(deps, trx, to, { ip: ctx.ip })
    if (at === undefined) throw new Refusal('letters_many')
    // Keeps the draft's version, so that answers being typed are saved as before. Who resumed it by an earlier link keeps it.
    const resumed = row.user_id !== null && (await hasProven(trx, row.user_id, [row.link_mac]))
    if (!resumed) await trx.updateTable('orders').set({ link_mac: contactMac(deps, to) }).where('id', '=', id).where('status', '=', 'created').execute()
    await recordAct(deps, trx, id, { kind: 'link_sent', data: { to: maskContact(to) } })
    await deps.messages.send(trx, {
      template: 'order_link', to, lang, key: `order_link:${id}:${deps.clock()}`, at,
      vars: { plan: planNames(answersOf(deps, row), lang).plan, to: maskContact(to), url: deps.config.siteUrl + localPath(lang, orderPath(id)) },
    })
  })
  return maskContact(to)
}
