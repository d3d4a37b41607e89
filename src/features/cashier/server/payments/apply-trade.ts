/** Books a provider's statements about a payment: one place for notifications, queries and closes, in any order. */
import { type Money, money } from '../../../../lib/money/money.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { tryTransition, writeEvent } from '../../../../server/transition.ts'
import { REFUSED, type Failure, type Refused } from '../../contract.ts'
import { NO_ACTION } from './pay-action.ts'
import type { Trade } from '../providers/provider-interface.ts'
import { kindOf } from './payability.ts'
import { openRefund } from '../refunds/open-and-settle-refund.ts'
import { decide, type Decision } from './effect-of-provider-statement.ts'
import { paymentMachine } from '../payment-states.ts'
import type { PaymentTable } from '../../tables.ts'

const ATTEMPTS = 3

export const paymentAmount = (row: PaymentTable): Money => money(row.amount_minor, row.currency)

/**
 * Applies a provider's statement. `by` is `gateway:<name>` or `system`; `endedBy` is the payer who wanted the payment
 * ended. Returns the payment as it is afterwards, or `undefined` for one that we never made. Must be called in a write
 * transaction, and never calls a provider itself.
 */
export async function applyTrade(
  trx: Trx,
  deps: Deps,
  trade: Trade,
  by: string,
  endedBy?: string,
): Promise<PaymentTable | undefined> {
  for (let i = 0; i < ATTEMPTS; i++) {
    const row = await trx.selectFrom('payments').selectAll().where('id', '=', trade.paymentId).executeTakeFirst()
    if (!row) return undefined
    // A gateway's statement about a payment that was made at another gateway is ignored.
    if (by.startsWith('gateway:') && by !== `gateway:${row.provider}`) {
      deps.log.error({ payment: row.id }, 'a provider spoke of another one’s payment')
      return row
    }
    const decision = decide({ status: row.status, amount: paymentAmount(row), failure: row.failure }, trade)
    if (decision.act === 'none') return row
    const done = await applyDecision(trx, deps, row, decision, { by, endedBy })
    if (done) return done
  }
  throw new Error('payment changes faster than it can be booked')
}

interface Actors {
  by: string
  endedBy?: string | undefined
}

async function applyDecision(
  trx: Trx,
  deps: Deps,
  row: PaymentTable,
  decision: Exclude<Decision, { act: 'none' }>,
  { by, endedBy }: Actors,
): Promise<PaymentTable | null> {
  const at = deps.clock()
  const base = { machine: paymentMachine, id: row.id, version: row.version, by, at } as const
  switch (decision.act) {
    case 'start':
      return tryTransition(trx, {
        ...base,
        to: 'started',
        set: { gateway_ref: decision.ref, started_at: at, failure: decision.refused },
      })
    case 'note':
      return noteRefusal(trx, row, decision.refused, by, at)
    case 'fail': {
      // For trades that expired or were refused before, some gateways say only that they are closed.
      const failure =
        decision.failure !== 'cancelled'
          ? decision.failure
          : row.expires_at <= at
            ? 'expired'
            : (row.failure ?? 'cancelled')
      return failPayment(trx, deps, row, failure, { by, endedBy, ref: decision.ref })
    }
    case 'hold': {
      const { paid, ref } = decision
      deps.log.error({ payment: row.id }, 'another sum than asked for was paid')
      return tryTransition(trx, {
        ...base,
        to: 'error',
        why: 'amount',
        set: { ...receivedColumns(paid), gateway_ref: ref, settled_at: at, ...NO_ACTION, failure: null },
        data: { paid: paid.amount, currency: paid.currency },
      })
    }
    case 'succeed': {
      const set = {
        ...receivedColumns(decision.paid),
        gateway_ref: decision.ref,
        settled_at: at,
        ...NO_ACTION,
        failure: null,
      }
      const paid = await tryTransition(trx, { ...base, to: 'succeeded', set })
      if (paid) await creditPayable(trx, deps, paid, decision.at)
      return paid
    }
  }
}

/** Records how the payer's last try ended: the payment stays open, so its status and version do not change. */
async function noteRefusal(
  trx: Trx,
  row: PaymentTable,
  refused: Refused | null,
  by: string,
  at: number,
): Promise<PaymentTable | null> {
  const noted = await trx
    .updateTable('payments')
    .set({ failure: refused })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .returningAll()
    .executeTakeFirst()
  if (noted && refused)
    await writeEvent(trx, {
      entity: paymentMachine.entity,
      entity_id: row.id,
      at,
      by,
      from_status: row.status,
      to_status: row.status,
      why: refused,
    })
  return noted ?? null
}

const receivedColumns = (paid: Money) => ({ paid_minor: paid.amount, paid_currency: paid.currency })

/**
 * Credits the money to its payable, which accepts it once; money that the payable does not accept is refunded
 * automatically (design §5).
 */
async function creditPayable(trx: Trx, deps: Deps, payment: PaymentTable, paidAt: number): Promise<void> {
  const at = deps.clock()
  // If a provider states no time, or a future one, our own time is used.
  const boughtAt = paidAt > 0 && paidAt < at ? paidAt : at
  const { payable_kind: kind, payable_id: id } = payment
  const credited = await trx
    .selectFrom('payments')
    .select('id')
    .where('payable_kind', '=', kind)
    .where('payable_id', '=', id)
    .where('credited_at', 'is not', null)
    .executeTakeFirst()
  const outcome = credited
    ? 'already'
    : await kindOf(deps, { kind }).paid(deps, trx, { id, paymentId: payment.id, at, boughtAt })
  if (outcome === 'paid')
    return void (await trx.updateTable('payments').set({ credited_at: at }).where('id', '=', payment.id).execute())
  await openRefund(trx, deps, payment, { reason: RETURNED_AS[outcome], by: 'system' })
}

const RETURNED_AS = { already: 'duplicate', dead: 'late', repriced: 'wrong_amount' } as const

/**
 * Failures that the payer did not cause and may not have seen; whoever cancels knows, and an expiry has a message of
 * its own.
 */
const NOTIFIED_FAILURES: readonly Failure[] = REFUSED

/**
 * Ends an open payment without money. Who ended it is told to the others who had begun it, and counts only if nothing
 * else has ended it.
 */
export async function failPayment(
  trx: Trx,
  deps: Deps,
  row: PaymentTable,
  failure: Failure,
  { by, endedBy, ref = null }: Actors & { ref?: string | null },
): Promise<PaymentTable | null> {
  const at = deps.clock()
  const failed = await tryTransition(trx, {
    machine: paymentMachine,
    id: row.id,
    version: row.version,
    to: 'failed',
    by,
    at,
    why: failure,
    set: {
      failure,
      settled_at: at,
      ...NO_ACTION,
      ...(ref === null ? {} : { gateway_ref: ref }),
      ...(failure === 'cancelled' && endedBy !== undefined ? { ended_by: endedBy } : {}),
    },
  })
  if (failed && NOTIFIED_FAILURES.includes(failure)) {
    await kindOf(deps, { kind: row.payable_kind }).closed?.(deps, trx, {
      id: row.payable_id,
      amount: paymentAmount(row),
      method: row.method,
    })
  }
  return failed
}
