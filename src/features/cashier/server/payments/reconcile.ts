/**
 * Settles what no notification told us: open payments, refunds in progress, payables that closed or cannot be
 * delivered.
 */
import { z } from 'zod'
import { sql, type SqlBool } from 'kysely'
import type { Trx } from '../../../../server/db/database.ts'
import { defineJob } from '../../../../server/jobs/define-job.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { withLogIds } from '../../../../server/logs/log-context.ts'
import { handleJob, type Job, type Recurring } from '../../../../server/jobs/outbox.ts'
import { payables, type PayableKind, type PayableRef } from '../payable.ts'
import { closeJob, openPayments } from './payable-payments.ts'
import { deleteExpiredPaymentCodes } from '../links/payment-qr-codes.ts'
import { deleteOldPaymentLinks } from '../links/payment-links.ts'
import { deleteOldNonces } from '../providers/provider-notifications.ts'
import { kindOf } from './payability.ts'
import { refreshPayment, closeAtProvider } from './payments.ts'
import { openRefund, refundJob } from '../refunds/open-and-settle-refund.ts'
import { processRefund } from '../refunds/refund-at-provider.ts'
import { QUERY_INTERVALS } from './query-interval.ts'
import { OPEN_STATES } from '../payment-states.ts'
import { RETURNED_UNDELIVERED } from '../refunds/split-refund.ts'
import type { PaymentTable } from '../../tables.ts'

const RECONCILE_INTERVAL = 30_000
const BATCH = 200
/** A refund in progress at the bank is queried once in this time, ms. */
const REFUND_QUERY_INTERVAL = 60_000

async function reconcile(deps: Deps): Promise<{ payments: number; refunds: number }> {
  const payments = await duePayments(deps)
  for (const row of payments) await logFailure(deps, { payment: row.id }, () => reconcilePayment(deps, row))
  const refunds = await deps.db
    .selectFrom('refunds')
    .select(['id', 'payment_id'])
    .where('status', 'in', ['approved', 'submitted'])
    .where('way', '=', 'provider')
    .where('updated_at', '<=', deps.clock() - REFUND_QUERY_INTERVAL)
    .limit(BATCH)
    .execute()
  for (const { id, payment_id: payment } of refunds)
    await logFailure(deps, { payment, refund: id }, () => processRefund(deps, id))
  for (const kind of payables.all(deps)) await logFailure(deps, {}, () => refundUndeliverable(deps, kind))
  return { payments: payments.length, refunds: refunds.length }
}

/**
 * Open payments that are due to be queried, expired ones first. The database selects them, so that a run reads one
 * batch however many are open: `queryInterval` as an SQL condition.
 */
async function duePayments(deps: Deps): Promise<PaymentTable[]> {
  const now = deps.clock()
  const last = sql<number>`coalesce(checked_at, created_at)`
  return deps.db
    .selectFrom('payments')
    .selectAll()
    .where('status', 'in', OPEN_STATES)
    .where((eb) =>
      eb.or([
        sql<SqlBool>`(expires_at <= ${now} and ${last} < expires_at)`,
        sql<SqlBool>`${last} <= ${now - QUERY_INTERVALS.most}`,
        sql<SqlBool>`(${last} <= ${now - QUERY_INTERVALS.least} and (${now} - ${last}) * ${QUERY_INTERVALS.share} >= ${now} - created_at)`,
      ]),
    )
    .orderBy('expires_at')
    .orderBy('id')
    .limit(BATCH)
    .execute()
}

async function reconcilePayment(deps: Deps, row: PaymentTable): Promise<void> {
  const state = await kindOf(deps, { kind: row.payable_kind }).find(deps, deps.db, row.payable_id, deps.clock())
  if (state?.standing === 'cancelled' || state?.standing === 'declined' || state?.standing === 'expired')
    await closeAtProvider(deps, row)
  else await refreshPayment(deps, row, 0)
}

/** A failure must not prevent the others from being queried. `ids`: what this is about, for all its lines. */
async function logFailure(deps: Deps, ids: Readonly<Record<string, string>>, act: () => Promise<void>): Promise<void> {
  try {
    await withLogIds(ids, act)
  } catch (error) {
    deps.log.warn({ ids, err: error }, 'reconciling stumbled')
  }
}

/** Opens the refund of each payable that was paid and can never be delivered, once. */
async function refundUndeliverable(deps: Deps, { kind, undeliverable }: PayableKind): Promise<void> {
  for (const id of (await undeliverable?.(deps.db, BATCH)) ?? [])
    await logFailure(deps, { [kind]: id }, () =>
      deps.write(async (trx) => {
        const given = await trx
          .selectFrom('refunds')
          .select('id')
          .where('payable_kind', '=', kind)
          .where('payable_id', '=', id)
          .where('reason', 'in', RETURNED_UNDELIVERED)
          .where('status', '!=', 'rejected')
          .executeTakeFirst()
        if (given) return
        for (const payment of await succeededPayments(trx, { kind, id }))
          await openRefund(trx, deps, payment, { reason: 'issue_failed', by: 'system' })
      }),
    )
}

const succeededPayments = (trx: Trx, { kind, id }: PayableRef): Promise<PaymentTable[]> =>
  trx
    .selectFrom('payments')
    .selectAll()
    .where('payable_kind', '=', kind)
    .where('payable_id', '=', id)
    .where('status', '=', 'succeeded')
    .execute()

async function closePaymentsOf(deps: Deps, payable: PayableRef): Promise<void> {
  for (const row of await openPayments(deps, payable)) await closeAtProvider(deps, row)
}

export const jobs: readonly Job[] = [
  handleJob(closeJob, closePaymentsOf),
  handleJob(refundJob, (deps, { refundId }) => processRefund(deps, refundId)),
]

export const reconcileJob = defineJob('payment.reconcile', 'reconciling', z.object({}))

export const recurring: readonly Recurring[] = [
  {
    ...reconcileJob,
    every: RECONCILE_INTERVAL,
    run: async (deps) => void (await reconcile(deps)),
  },
  {
    kind: 'payment.sweep',
    lane: 'sweeps',
    every: 3_600_000,
    run: async (deps) => {
      await deleteOldNonces(deps)
      await deleteExpiredPaymentCodes(deps)
      await deleteOldPaymentLinks(deps)
    },
  },
]
