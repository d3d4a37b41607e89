/**
 * Deletes tuition payments after their retention (privacy policy): soon if nobody paid, after the years required by law
 * if money moved.
 */
import { addMonths, dayOf, startOfCover, type Day } from '../../../lib/days/dates.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { dropFilesOf } from '../../../server/files/drop-owned-files.ts'
import { purgeEvents } from '../../../server/personal-data/purge-events.ts'
import { invoiceOwner } from './submit-tuition.ts'
import { DAY_MS } from './when-tuition-is-due.ts'
import { tuitionMachine, WITH_MONEY } from './tuition-states.ts'

const AT_ONCE = 100

/** The last day on which a paid one is kept, counted from its last change. */
export const keptUntil = (changedAt: number): Day => addMonths(dayOf(changedAt), 12 * LIMITS.tuitionYears)

export async function purgeTuition(deps: Deps): Promise<void> {
  const now = deps.clock()
  const ended = startOfCover(addMonths(dayOf(now), -12 * LIMITS.tuitionYears))
  const rows = await deps.db
    .selectFrom('education_orders')
    .select('id')
    .where('status', 'not in', [...WITH_MONEY, 'awaiting_payment'])
    .where((eb) =>
      eb.or([
        eb.and([eb('paid_at', 'is', null), eb('updated_at', '<', now - LIMITS.tuitionUnpaidDays * DAY_MS)]),
        eb('updated_at', '<', ended),
      ]),
    )
    .limit(AT_ONCE)
    .execute()
  if (rows.length > 0)
    await deps.write((trx) =>
      deleteTuition(
        deps,
        trx,
        rows.map(({ id }) => id),
        'retention',
      ),
    )
  await dropInvoices(deps, now - LIMITS.tuitionInvoiceDays * DAY_MS)
}

/** The school's invoice is not needed once the school has the money, or the payer was refunded. */
async function dropInvoices(deps: Deps, before: number): Promise<void> {
  const rows = await deps.db
    .selectFrom('education_orders')
    .select(['id', 'invoice_order'])
    .where('status', 'in', ['confirmed', 'returned'])
    .where('invoice_file', 'is not', null)
    .where('updated_at', '<', before)
    .limit(AT_ONCE)
    .execute()
  if (rows.length === 0) return
  await deps.write(async (trx) => {
    await trx
      .updateTable('education_orders')
      .set({ invoice_file: null })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
    await dropUnused(
      deps,
      trx,
      rows.map((it) => it.invoice_order),
    )
  })
}

export async function deleteTuition(
  deps: Pick<Deps, 'clock' | 'outbox'>,
  trx: Trx,
  ids: readonly string[],
  why: string,
): Promise<void> {
  if (ids.length === 0) return
  const gone = await trx.deleteFrom('education_orders').where('id', 'in', ids).returning('invoice_order').execute()
  await dropUnused(
    deps,
    trx,
    gone.map((it) => it.invoice_order),
  )
  await purgeEvents(trx, tuitionMachine.entity, ids, { at: deps.clock(), why })
}

/** A repeated order uses the invoice of the first: it is deleted with the last of them. */
async function dropUnused(deps: Pick<Deps, 'outbox'>, trx: Trx, orders: readonly string[]): Promise<void> {
  const used = await trx
    .selectFrom('education_orders')
    .select('invoice_order')
    .where('invoice_order', 'in', [...orders])
    .where((eb) => eb.or([eb('invoice_file', 'is not', null), eb('status', 'not in', ['confirmed', 'returned'])]))
    .execute()
  const unused = [...new Set(orders)].filter((id) => !used.some((it) => it.invoice_order === id))
  await dropFilesOf(deps, trx, unused.map(invoiceOwner))
}
