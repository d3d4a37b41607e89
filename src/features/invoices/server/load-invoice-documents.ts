/** Reads the invoice of a payable, and its documents: as rows, and in the form of the ledger. */
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { PayableRef } from '../../cashier/server/door.ts'
import type { LedgerDocument } from '../rules/invoice-ledger.ts'
import type { InvoiceDocumentTable, InvoiceTable } from '../tables.ts'

export const invoiceOf = (db: Deps['db'] | Trx, { kind, id }: PayableRef): Promise<InvoiceTable | undefined> =>
  db.selectFrom('invoices').selectAll().where('payable_id', '=', id).where('payable_kind', '=', kind).executeTakeFirst()

/** In their order. */
export const documentsOf = (db: Deps['db'] | Trx, invoiceId: string): Promise<InvoiceDocumentTable[]> =>
  db.selectFrom('invoice_documents').selectAll().where('invoice_id', '=', invoiceId).orderBy('seq').execute()

export const toLedger = (row: InvoiceDocumentTable): LedgerDocument => ({
  id: row.id,
  kind: row.kind,
  reason: row.reason,
  status: row.status,
  reverses: row.reverses,
  titleNumber: row.title_number,
  amount: row.amount_minor,
})
