/**
 * What happens after a school's invoice was checked. Without a usable one nothing is passed on: an unpaid order closes,
 * and a paid one is refunded.
 */
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { IncomingKind } from '../../../server/intake/check-worker.ts'
import { tryTransition } from '../../../server/transition.ts'
import { closePayments } from '../../cashier/server/door.ts'
import { educationRef } from './education-payable.ts'
import { returnByInvoice } from './handle-tuition.ts'
import { educationMessages, notifyPayer } from './tuition-messages.ts'
import { TUITION_INVOICE } from './submit-tuition.ts'
import { tuitionMachine } from './tuition-states.ts'

/** Every order with this invoice: a repeated order uses that of the first. */
const ordersWith = (trx: Trx, receipt: string) =>
  trx.selectFrom('education_orders').selectAll().where('invoice_receipt', '=', receipt).orderBy('id').execute()

export const tuitionInvoices: IncomingKind = {
  kind: TUITION_INVOICE,
  checked: async (_deps, trx, receipt, { file }) => {
    const rows = await ordersWith(trx, receipt)
    if (rows.length === 0) return false
    await trx
      .updateTable('education_orders')
      .set({ invoice_file: file.id })
      .where('invoice_receipt', '=', receipt)
      .execute()
    return true
  },
  failed: async (deps, trx, receipt, code) => {
    for (const row of await ordersWith(trx, receipt)) {
      await trx.updateTable('education_orders').set({ invoice_failed: code }).where('id', '=', row.id).execute()
      if (row.status === 'paid') await returnByInvoice(deps, trx, row.id, code)
      else if (row.status === 'awaiting_payment') await closeUnpaid(deps, trx, row.id, code)
    }
  },
}

async function closeUnpaid(deps: Deps, trx: Trx, id: string, why: string): Promise<void> {
  const done = await tryTransition(trx, {
    machine: tuitionMachine,
    id,
    to: 'cancelled',
    by: 'system',
    at: deps.clock(),
    why,
    set: { reason: 'invoice_unreadable' },
  })
  if (!done) return
  await closePayments(deps, trx, educationRef(id))
  await notifyPayer(deps, trx, done, educationMessages.education_unreadable)
}
