/** The files of an issued document, for anyone who may have them. */
import { Refusal, type FileReply } from '../../../server/http/call-handlers.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { InvoiceTable } from '../tables.ts'

/** `mayHave` checks the document's unsealed title. Refuses `not_found` for everything else. */
export async function fileOfInvoice(
  deps: Deps,
  invoice: InvoiceTable | undefined,
  document: string,
  format: 'pdf' | 'xml',
  mayHave: (sealedTitle: string) => boolean = () => true,
): Promise<FileReply> {
  const row =
    invoice &&
    (await deps.db
      .selectFrom('invoice_documents')
      .selectAll()
      .where('id', '=', document)
      .where('invoice_id', '=', invoice.id)
      .executeTakeFirst())
  const id = row && mayHave(row.title) ? (format === 'pdf' ? row.pdf_file : row.data_file) : null
  const found = id ? await deps.files.get(id) : null
  if (!found) throw new Refusal('not_found')
  return { mime: found.file.mime, body: found.stream, downloadAs: found.file.name, size: found.file.size }
}
