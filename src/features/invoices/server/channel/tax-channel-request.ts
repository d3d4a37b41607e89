/** The message to the tax channel by which one document of an invoice is requested. */
import { money } from '../../../../lib/money/money.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import type { InvoiceRequest } from './tax-channel-interface.ts'
import { remainingOf } from '../../rules/invoice-ledger.ts'
import type { InvoiceSubject } from '../sources/invoice-source-interface.ts'
import { sourceOf } from '../sources/invoice-sources.ts'
import { documentsOf, toLedger } from '../load-invoice-documents.ts'
import type { InvoiceDocumentTable, InvoiceTable } from '../../tables.ts'
import { openTitle } from '../invoice-titles.ts'

/** The channel's reference of an attempt at a document. */
export const channelRef = ({ id, attempt }: Pick<InvoiceDocumentTable, 'id' | 'attempt'>): string => `${id}.${attempt}`

/** The request to the channel, with the data as of now. */
export async function requestFor(deps: Deps, row: InvoiceDocumentTable): Promise<InvoiceRequest> {
  const invoice = await deps.db
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', row.invoice_id)
    .executeTakeFirstOrThrow()
  const subject = await sourceOf(invoice.payable_kind).read(deps, deps.db, invoice.payable_id)
  const rows = await documentsOf(deps.db, row.invoice_id)
  return requestOf(deps, invoice, subject, row, rows)
}

function requestOf(
  deps: Deps,
  invoice: InvoiceTable,
  subject: InvoiceSubject,
  row: InvoiceDocumentTable,
  rows: readonly InvoiceDocumentTable[],
): InvoiceRequest {
  const { currency } = row
  const reversed = rows.find((it) => it.id === row.reverses)
  const earlier = rows.filter((it) => it.seq < row.seq).map(toLedger)
  const before = earlier.find((it) => it.id === row.reverses)
  return {
    ref: channelRef(row),
    kind: row.kind,
    amount: money(row.amount_minor, currency),
    title: openTitle(deps, row.title),
    seller: subject.seller,
    item: subject.item,
    remark: subject.remark,
    lang: invoice.lang,
    reverses:
      reversed && before
        ? {
            number: reversed.number ?? '',
            before: money(remainingOf(before, earlier), currency),
            rate: reversed.rate ?? 0,
          }
        : null,
  }
}
