/** Refunds in a batch: those that the provider cannot make, and whose payer has given an account. */
import type { Trx } from '../../../server/db/database.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import { transition } from '../../../server/transition.ts'
import {
  moveAccount,
  openRefundAccount,
  refundMachine,
  settleRefund,
  type RefundTable,
} from '../../cashier/server/door.ts'
import { unsafeColumns } from '../rules/transfer-account.ts'
import type { DueTransfer, LeftOut, TransferRef, TransferSource } from './transfer-source.ts'

export const refundTransfers: TransferSource = {
  kind: 'refund',
  collect: async (deps, trx, { by, why, limit }) => {
    const rows = await trx
      .selectFrom('refunds')
      .innerJoin('refund_accounts', 'refund_accounts.id', 'refunds.id')
      .selectAll('refunds')
      .select(['refund_accounts.account', 'refund_accounts.name_unsure'])
      .where('refund_accounts.status', '=', 'given')
      .where('refunds.status', '=', 'approved')
      .where('refunds.way', '=', 'bank')
      .orderBy('refunds.id')
      .limit(limit)
      .execute()
    const due: DueTransfer[] = []
    const left: LeftOut[] = []
    for (const row of rows) {
      if (row.account === null) continue
      const account = openRefundAccount(deps, row.account)
      const unsafe = unsafeColumns(account)
      if (unsafe.length > 0)
        left.push({ what: `refund ${row.id}`, why: `its account holds what no file carries: ${unsafe.join(', ')}` })
      else {
        await moveAccount(deps, trx, row.id, 'in_batch', { by, why })
        due.push({
          payment: paymentOf(row),
          purpose: row.payable_id,
          amount: row.amount_minor,
          currency: row.currency,
          account,
          nameUnsure: row.name_unsure === 1,
        })
      }
    }
    return { due, left }
  },
  send: async (deps, trx, payments, { by, why, batch }) => {
    for (const payment of payments) {
      const row = await refundOf(trx, payment)
      await transition(trx, {
        machine: refundMachine,
        id: row.id,
        from: 'approved',
        to: 'submitted',
        by,
        at: deps.clock(),
        why,
        set: { submitted_at: deps.clock(), gateway_ref: batch },
      })
    }
  },
  giveBack: async (deps, trx, payments, { by, why }) => {
    for (const payment of payments) {
      const row = await refundOf(trx, payment)
      await moveAccount(deps, trx, row.id, 'given', { by, why })
      if (row.status === 'submitted')
        await transition(trx, {
          machine: refundMachine,
          id: row.id,
          to: 'approved',
          by,
          at: deps.clock(),
          why,
          set: { submitted_at: null, gateway_ref: null },
        })
    }
  },
  paid: async (deps, trx, payment, { by, why, reference, paidAt }) => {
    const row = await refundOf(trx, payment)
    await moveAccount(deps, trx, row.id, 'paid', { by, why })
    await trx.updateTable('refunds').set({ gateway_ref: reference }).where('id', '=', row.id).execute()
    await settleRefund(trx, deps, row, 'succeeded', by, paidAt)
  },
  returned: async (deps, trx, payment, { by, why, reason }) => {
    const row = await refundOf(trx, payment)
    await settleRefund(trx, deps, row, 'failed', by)
    await moveAccount(deps, trx, row.id, 'asked', { by, why, reason })
  },
}

/** A refund that was returned and goes to another account is another payment. */
const paymentOf = ({ id, attempt }: Pick<RefundTable, 'id' | 'attempt'>): string => `${id}.${attempt}`

/** The refund in the attempt that a line pays. */
async function refundOf(trx: Trx, { payment }: TransferRef): Promise<RefundTable> {
  const [id = ''] = payment.split('.')
  const row = await trx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || row.way !== 'bank' || paymentOf(row) !== payment)
    throw new Refusal('not_in_batch', { fields: { payment } })
  return row
}
