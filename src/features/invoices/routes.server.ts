/** The calls about invoices. */
import { handle, handleFile, Refusal, type Route, type UserContext } from '../../server/call-handlers.ts'
import type { FileReply } from '../../server/call-handlers.ts'
import type { PayableRef } from '../../server/payable.ts'
import { getInvoice, invoiceFile, requestInvoice, retitleInvoice } from './contract.ts'
import { changeTitle, invoiceOf, requestInvoiceFor, viewInvoice } from './invoices.server.ts'
import { sourceOf } from './sources.server.ts'

const subjectOf = (ctx: UserContext, { kind, id }: PayableRef) => sourceOf(kind).ofCaller(ctx, id)

async function fileOf(ctx: UserContext, payable: PayableRef, document: string, format: 'pdf' | 'xml'): Promise<FileReply> {
  await subjectOf(ctx, payable)
  const { deps } = ctx
  const invoice = await invoiceOf(deps.db, payable)
  const row = invoice && await deps.db.selectFrom('invoice_documents').selectAll().where('id', '=', document).where('invoice_id', '=', invoice.id).executeTakeFirst()
  const id = format === 'pdf' ? row?.pdf_file : row?.data_file
  const found = id ? await deps.files.get(id) : null
  if (!found) throw new Refusal('not_found')
  return { mime: found.file.mime, body: found.stream, downloadAs: found.file.name, size: found.file.size }
}

export const invoiceRoutes: readonly Route[] = [
  handle(getInvoice, async (payable, ctx) => viewInvoice(ctx, await subjectOf(ctx, payable))),
  handle(requestInvoice, async ({ kind, id, ...typed }, ctx) => viewInvoice(ctx, await requestInvoiceFor(ctx, { kind, id }, typed))),
  handle(retitleInvoice, async ({ kind, id, version, unused, ...typed }, ctx) => viewInvoice(ctx, await changeTitle(ctx, { kind, id }, typed, { version, unused }))),
  handleFile(invoiceFile, ({ kind, id, document, format }, ctx) => fileOf(ctx, { kind, id }, document, format)),
]
