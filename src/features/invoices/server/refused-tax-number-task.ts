/** Lists an invoice whose tax number was refused, for whoever gave the number; a payer sees theirs on the link's page. */
import { invoicePath } from '../contract.ts'
import { openTitle } from './invoice-titles.ts'
import { payablesOfUser } from '../../cashier/server/door.ts'
import type { WaitingPart } from '../../../server/personal-data/waiting-tasks.ts'

export const waitingInvoices: WaitingPart = async (deps, userId) => {
  const rows = await deps.db
    .selectFrom('invoices')
    .innerJoin('invoice_documents', 'invoice_documents.invoice_id', 'invoices.id')
    .select(['invoices.id', 'invoices.payable_kind', 'invoices.payable_id', 'invoices.title'])
    .where('invoice_documents.status', '=', 'failed')
    .where('invoice_documents.failure', '=', 'tax_number')
    .where('invoice_documents.kind', '=', 'blue')
    .where('invoices.payable_id', 'in', payablesOfUser(deps.db, userId))
    .execute()
  return rows
    .filter(({ title }) => openTitle(deps, title).link === '')
    .map(({ id, payable_kind: kind, payable_id: payable }) => ({
      kind: 'invoice',
      id,
      number: null,
      amount: null,
      until: null,
      path: invoicePath({ kind, id: payable }),
    }))
}
