/** A page of the caller's orders. As many queries for one order as for fifty; answers are opened of drafts only. */
import type { Output, Parsed } from '../../lib/contract.ts'
import { preparedQuery } from '../../server/db/prepared-query.ts'
import { deviceAccessSince, holderOfCaller } from '../../server/device-access.ts'
import type { Context } from '../../server/call-handlers.ts'
import { ownedBy, callerOwns } from './access.server.ts'
import type { listOrders } from './contract.ts'
import { openDrafts } from './opened-order.server.ts'
import { LISTED_COLUMNS, orderRow } from './order-view.server.ts'

type Wanted = {
  user: string | null
  holder: string | null
  /** Instants of `deviceAccessSince`. */
  unowned: number
  owned: number
  /** When the last order of the page before was made. */
  at: number | null
  id: string
  limit: number
}

const pageOf = preparedQuery<Wanted>()((db, value) => {
  const at = value('at')
  const all = db.selectFrom('orders').select(LISTED_COLUMNS).where('status', '!=', 'discarded')
    .where(ownedBy({ user: value('user'), holder: value('holder'), unowned: value('unowned'), owned: value('owned') }))
  const page = at === null ? all : all.where((eb) => eb.or([
    eb('created_at', '<', at), eb.and([eb('created_at', '=', at), eb('id', '<', value('id'))]),
  ]))
  return page.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(value('limit'))
})
const lastOf = preparedQuery<{ id: string }>()((db, value) => db.selectFrom('orders').selectAll().where('id', '=', value('id')))
const rowsOf = preparedQuery<{ ids: readonly string[] }>()((db, value) => db.selectFrom('orders').selectAll().where('id', 'in', value('ids')))

export async function orderList(ctx: Context, { before, limit }: Parsed<typeof listOrders>): Promise<Output<typeof listOrders>> {
  const { deps, caller } = ctx
  const [last] = before === undefined ? [] : await lastOf(deps.db, { id: before })
  const from = last && callerOwns(ctx, last) ? last : undefined
  const rows = await pageOf(deps.db, {
    user: caller.kind === 'user' ? caller.userId : null, holder: holderOfCaller(caller) ?? null, ...deviceAccessSince(deps.clock()),
    at: from ? Number(from.created_at) : null, id: from?.id ?? '', limit: limit + 1,
  })
  const shown = rows.slice(0, limit)
  const ids = shown.filter((row) => row.status === 'created').map((row) => row.id)
  const drafts = ids.length === 0 ? [] : await openDrafts(deps, await rowsOf(deps.db, { ids }))
  return { orders: shown.map((row) => orderRow(deps, row, drafts.find((it) => it.row.id === row.id))), more: rows.length > limit }
}
