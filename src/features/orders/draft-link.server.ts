/** The way back to a draft, sent to an address that the buyer names: signing in with it brings the draft along (see `attachOrders`). */
import { maskContact } from '../../lib/contact.ts'
import { localPath } from '../../lib/locale.ts'
import { Refusal, type Context } from '../../server/call-handlers.ts'
import { contactMac, orderForCaller } from './access.server.ts'
import { planNames } from './catalogue.server.ts'
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
    // Not a change of the draft: its version stays, so that what is being typed is saved as before.
    await trx.updateTable('orders').set({ link_mac: contactMac(deps, to) }).where('id', '=', id).where('status', '=', 'created').execute()
    await recordAct(deps, trx, id, { kind: 'link_sent', data: { to: maskContact(to) } })
    await deps.messages.send(trx, {
      template: 'order_link', to, lang, key: `order_link:${id}:${deps.clock()}`, at,
      vars: { plan: planNames(answersOf(deps, row), lang).plan, to: maskContact(to), url: deps.config.siteUrl + localPath(lang, orderPath(id)) },
    })
  })
  return maskContact(to)
}
