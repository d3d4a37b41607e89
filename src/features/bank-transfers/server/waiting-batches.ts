/**
 * Batches that need an operator: to be released, to be sent, or without a complete result from the bank. And the
 * deletion of accounts afterwards.
 */
import { sql } from 'kysely'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { dayOf } from '../../../lib/days/dates.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { TRANSFER } from '../../cashier/server/door.ts'
import { OPEN_LINES } from './batch-states.ts'
import type { BatchLineTable, BatchTable } from '../tables.ts'

const DAY = 86_400_000
type Store = Pick<Deps, 'db' | 'clock'>

/** Unfinished batches, oldest first. */
export const openBatches = ({ db }: Pick<Deps, 'db'>): Promise<BatchTable[]> =>
  db
    .selectFrom('bank_batches')
    .selectAll()
    .where('status', 'in', ['draft', 'released', 'sent'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const openLines = ({ db }: Pick<Deps, 'db'>, batches: readonly BatchTable[]): Promise<BatchLineTable[]> =>
  db
    .selectFrom('bank_batch_lines')
    .selectAll()
    .where('batch_id', 'in', batches.length === 0 ? [''] : batches.map((it) => it.id))
    .where('status', 'in', [...OPEN_LINES])
    .orderBy('batch_id')
    .orderBy('position')
    .execute()

/** It waits longer than a release, the bank or a result may take: since it was collected, or since its file was written. */
export const isOverdue = ({ created_at, sent_at }: BatchTable, now: number): boolean =>
  (sent_at ?? created_at) <= now - LIMITS.bankAnswerDays * DAY

/** For `health show`. */
export async function batchFigures(deps: Store): Promise<Record<string, number>> {
  const batches = await openBatches(deps)
  const late = batches.filter((it) => isOverdue(it, deps.clock()))
  const { n: transfers } = await deps.db
    .selectFrom('incoming_transfers')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('status', 'in', ['waiting', 'proposed', 'to_return'])
    .executeTakeFirstOrThrow()
  return {
    bankBatchesOpen: batches.length,
    bankLinesOverdue: (await openLines(deps, late)).length,
    transfersUndecided: Number(transfers),
  }
}

/**
 * Deletes what transfers say about their senders: a while after all of one was sent back; and of one that paid a list,
 * a while after the last cover on it has ended, when nothing of it can go back any more.
 */
async function deleteSenders(deps: Deps): Promise<void> {
  const before = deps.clock() - LIMITS.bankAccountDays * DAY
  const ofTransfer = sql.ref<string>('incoming_transfers.payment_id')
  await deps.write((trx) => {
    const covered = trx
      .selectFrom('payments')
      .where('payments.id', '=', ofTransfer)
      .innerJoin('group_payment_orders', 'group_payment_orders.group_id', 'payments.payable_id')
      .innerJoin('orders', 'orders.id', 'group_payment_orders.order_id')
      .select('payments.id')
      .where('payments.provider', '=', TRANSFER)
      .where('orders.end', '>=', dayOf(before))
    const undecided = trx
      .selectFrom('refunds')
      .select('refunds.id')
      .where('refunds.payment_id', '=', ofTransfer)
      .where('refunds.status', 'in', ['requested', 'under_review'])
    return trx
      .updateTable('incoming_transfers')
      .set({ account: null, note: null })
      .where('account', 'is not', null)
      .where('status', 'in', ['booked', 'returned'])
      .where('updated_at', '<=', before)
      .where((eb) =>
        eb.or([
          eb('proposal', '=', 'return'),
          eb.and([eb('payment_id', 'is not', null), eb.not(eb.exists(covered)), eb.not(eb.exists(undecided))]),
        ]),
      )
      .execute()
  })
}

/** Deletes the accounts of finished batches: the claim or refund records what was paid. */
async function deleteLineAccounts(deps: Deps): Promise<void> {
  const before = deps.clock() - LIMITS.bankAccountDays * DAY
  await deps.write((trx) =>
    trx
      .updateTable('bank_batch_lines')
      .set({ account: null })
      .where('account', 'is not', null)
      .where(
        'batch_id',
        'in',
        trx
          .selectFrom('bank_batches')
          .select('id')
          .where('status', 'in', ['settled', 'cancelled'])
          .where('updated_at', '<=', before),
      )
      .execute(),
  )
}

/** Deletes accounts that no money can go to any more. */
export async function deleteAccounts(deps: Deps): Promise<void> {
  await deleteLineAccounts(deps)
  await deleteSenders(deps)
}
