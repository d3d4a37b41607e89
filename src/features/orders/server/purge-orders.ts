/**
 * Deletion as the privacy policy promises (§7): an application without a policy is deleted when its buyer asks, and
 * after a year at most.
 */
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { Recurring } from '../../../server/jobs/outbox.ts'
import { PURGED, purgeEvents } from '../../../server/personal-data/purge-events.ts'
import { forgetPayers, hasMovedMoney } from '../../cashier/server/door.ts'
import { answersSchema, type OrderStatus } from '../contract.ts'
import { ANSWERS, answersOf } from './draft/load-open-order.ts'
import { planPayableRef } from './payable-refs.ts'
import type { OrderTable } from '../tables.ts'

const DAY = 86_400_000
/** A discarded draft is kept for a day, so that a repeated call still finds it. */
const DISCARDED_MS = DAY
const UNFINISHED_MS = LIMITS.unfinishedDays * DAY
/** Orders that brought no contract and will bring none. */
const UNFINISHED: readonly OrderStatus[] = ['created', 'under_review', 'declined', 'cancelled', 'expired', 'refunded']
const BATCH = 200

export const purgeOrders: Recurring = { kind: 'orders.purge', lane: 'sweeps', every: DAY, run: purgeDueOrders }

async function purgeDueOrders(deps: Deps): Promise<void> {
  await purgeUnchanged(deps, ['discarded'], DISCARDED_MS)
  await purgeUnchanged(deps, UNFINISHED, UNFINISHED_MS)
}

/** Those that have been in one of these statuses for so long, ms. */
async function purgeUnchanged(deps: Deps, statuses: readonly OrderStatus[], since: number): Promise<void> {
  for (;;) {
    const now = deps.clock()
    const due = await deps.db
      .selectFrom('orders')
      .select('id')
      .where('erased_at', 'is', null)
      .where('status', 'in', [...statuses])
      .where('updated_at', '<=', now - since)
      .limit(BATCH)
      .execute()
    for (const { id } of due) await deps.write((trx) => purgeOrder(deps, trx, id, now))
    if (due.length < BATCH) return
  }
}

async function purgeOrder(deps: Deps, trx: Trx, id: string, now: number): Promise<void> {
  await lockFor(trx, `order:${id}`)
  const row = await trx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
  if (row && isDue(row, now)) await deleteOrder(deps, trx, id, { at: now, why: 'no contract' })
}

/**
 * Deletes the order of a policy whose retention is over, with its sales record and events, in the caller's transaction.
 * Where the books need the row, all personal data is removed from it.
 */
export const purgeOrderOfPolicy = (deps: Deps, trx: Trx, id: string, now: number): Promise<void> =>
  deleteOrder(deps, trx, id, { at: now, why: 'retention' })

/** The same, for another reason (`why`): also of an order that brought no contract. */
export async function deleteOrder(deps: Deps, trx: Trx, id: string, words: { at: number; why: string }): Promise<void> {
  await lockFor(trx, `order:${id}`)
  const row = await trx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || row.erased_at !== null) return
  const consents = await trx.selectFrom('consents').select('id').where('order_id', '=', id).execute()
  await purgeEvents(
    trx,
    'consent',
    consents.map((it) => it.id),
    words,
  )
  await purgeEvents(trx, 'order', [id], words)
  await deleteRecord(deps, trx, row, await isInBooks(trx, row), words.at)
}

/** Has money of its own moved, or did a school pay for it in a group payment? */
const isInBooks = async (trx: Trx, { id, group_payment: group }: OrderTable): Promise<boolean> =>
  group !== null || (await hasMovedMoney(trx, planPayableRef(id)))

/** Deletes the sales record, the consents and who paid; where the books refer to the order it stays without its people. */
async function deleteRecord(deps: Deps, trx: Trx, row: OrderTable, kept: boolean, now: number): Promise<void> {
  const { id } = row
  await trx.deleteFrom('sales_log').where('order_id', '=', id).execute()
  await trx.deleteFrom('sales_heads').where('order_id', '=', id).execute()
  await trx.deleteFrom('consents').where('order_id', '=', id).execute()
  await forgetPayers(trx, [id])
  if (!kept) return void (await trx.deleteFrom('orders').where('id', '=', id).execute())
  const { trip } = answersOf(deps, row)
  await trx
    .updateTable('orders')
    .set({
      answers: deps.seal.seal(ANSWERS, answersSchema.parse({ trip })),
      holder: null,
      user_id: null,
      buyer_mobile_mac: null,
      buyer_email_mac: null,
      insured_name: null,
      link_mac: null,
      partner_link: null,
      prefill: null,
      campaign: null,
      insured_id_mac: null,
      review: null,
      create_key: `${PURGED}:${id}`,
      erased_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** Read again inside the transaction: somebody may have continued the draft in the meantime. */
const isDue = (row: OrderTable, now: number): boolean =>
  row.erased_at === null &&
  row.updated_at <=
    now -
      (row.status === 'discarded'
        ? DISCARDED_MS
        : UNFINISHED.some((it) => it === row.status)
          ? UNFINISHED_MS
          : Infinity)
