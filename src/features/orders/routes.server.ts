/** The calls of ordering. */
import { handle, type Context, type Route } from '../../server/route.ts'
import { dayOf } from '../../lib/dates.ts'
import { owns, orderForCaller } from './access.server.ts'
import { priceOf, soldPlan } from './catalogue.server.ts'
import { cancel, reopen } from './close.server.ts'
import { send, settle, view } from './consent.server.ts'
import * as calls from './contract.ts'
import { createDraft, saveDraft } from './draft.server.ts'
import { answersOf, openOrder, textFor } from './order.server.ts'
import { insuredDraft } from './people.ts'
import { confirmPage } from './read.server.ts'
import { ALGORITHM } from './sales-chain.server.ts'
import { readRecord } from './sales-log.server.ts'
import { submit } from './submit.server.ts'
import type { OrderTable } from './tables.server.ts'
import { rowView, viewOf } from './view.server.ts'

export const orderRoutes: readonly Route[] = [
  handle(calls.createOrder, async ({ trip, key }, ctx) => viewOf(ctx, await createDraft(ctx, trip, key))),

  handle(calls.getOrder, async ({ id }, ctx) => viewOf(ctx, await orderForCaller(ctx, id))),

  handle(calls.saveOrder, async ({ id, version, ...groups }, ctx) => {
    await orderForCaller(ctx, id)
    return viewOf(ctx, await saveDraft(ctx, id, version, given(groups)))
  }),

  handle(calls.quoteOrder, async ({ id, trip, birthDate }, ctx) => {
    const answers = answersOf(ctx.deps, await orderForCaller(ctx, id))
    const wanted = trip ?? answers.trip
    soldPlan(wanted.plan)
    return priceOf(wanted, birthDate ?? insuredDraft(answers.people).birthDate, dayOf(ctx.deps.clock()))
  }),

  handle(calls.orderText, async ({ id, page }, ctx) => {
    const opened = await openOrder(ctx.deps, ctx.deps.db, await orderForCaller(ctx, id))
    return textFor(ctx.deps, opened, page, ctx.lang)
  }),

  handle(calls.readPage, async (input, ctx) => viewOf(ctx, await confirmPage(ctx, input))),
  handle(calls.sendConsent, async (input, ctx) => viewOf(ctx, await send(ctx, input))),
  handle(calls.viewConsent, ({ code }, ctx) => view(ctx, code)),
  handle(calls.agreeConsent, (input, ctx) => settle(ctx, input)),
  handle(calls.submitOrder, async (input, ctx) => viewOf(ctx, await submit(ctx, input))),
  handle(calls.reopenOrder, async (input, ctx) => viewOf(ctx, await reopen(ctx, input))),
  handle(calls.cancelOrder, async (input, ctx) => viewOf(ctx, await cancel(ctx, input))),
  handle(calls.listOrders, ({ before, limit }, ctx) => list(ctx, before, limit)),

  handle(calls.salesLog, async ({ id }, ctx) => {
    await orderForCaller(ctx, id)
    const { entries, verdict } = await readRecord(ctx.deps, id)
    return {
      order: id, algorithm: ALGORITHM, intact: verdict.intact,
      entries: entries.map(({ order: _, ...entry }) => entry),
    }
  }),
]

/** Leaves out groups that were not sent: `exactOptionalPropertyTypes` or not, `undefined` must not overwrite. */
const given = <T extends object>(groups: T): T =>
  Object.fromEntries(Object.entries(groups).filter(([, value]) => value !== undefined)) as T

async function list({ deps, caller }: Context, before: string | undefined, limit: number) {
  const last = before === undefined ? undefined : await deps.db.selectFrom('orders').selectAll().where('id', '=', before).executeTakeFirst()
  const from = last && owns(caller, last) ? last : undefined
  const rows: OrderTable[] = await deps.db.selectFrom('orders').selectAll().where('status', '!=', 'discarded')
    .where((eb) => eb.or([
      ...(caller.kind === 'user' ? [eb('user_id', '=', caller.userId)] : []),
      ...(caller.kind !== 'anonymous' && caller.holder !== undefined ? [eb('holder', '=', caller.holder)] : []),
    ]))
    .$if(from !== undefined, (query) => query.where((eb) => eb.or([
      eb('created_at', '<', from?.created_at ?? 0),
      eb.and([eb('created_at', '=', from?.created_at ?? 0), eb('id', '<', from?.id ?? '')]),
    ])))
    .orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit + 1).execute()
  const orders = await Promise.all(rows.slice(0, limit).map((row) => rowView(deps, row)))
  return { orders, more: rows.length > limit }
}
