/** An invoice as its buyer, or a payer with a private link, sees it. */
import { maskContact } from '../../../lib/people/contact.ts'
import { money } from '../../../lib/money/money.ts'
import type { Context } from '../../../server/http/call-handlers.ts'
import type { InvoiceView } from '../contract.ts'
import { nameOf } from './deliver-invoice.ts'
import { invoicedAmount, invoiceState, type DocumentStatus } from '../rules/invoice-ledger.ts'
import { allowed, allowedTo, changesLeft } from './invoice-permissions.ts'
import type { InvoiceSubject } from './sources/invoice-source-interface.ts'
import { openTitle, type InvoiceTitle } from './invoice-titles.ts'
import { documentsOf, invoiceOf, toLedger } from './load-invoice-documents.ts'
import { linkHolds } from './prepaid/prepaid-links.ts'
import type { InvoiceDocumentTable } from '../tables.ts'
import { channelOf } from './channel/tax-channel-registry.ts'

/** A document that is not given up. */
type ShownDocument = InvoiceDocumentTable & { status: Exclude<DocumentStatus, 'dropped'> }
const isShown = (row: InvoiceDocumentTable): row is ShownDocument => row.status !== 'dropped'

/** `link`: id of the calling payer's link; '' for the buyer. */
export async function viewInvoice(
  { deps, lang }: Pick<Context, 'deps' | 'lang'>,
  subject: InvoiceSubject,
  link = '',
): Promise<InvoiceView> {
  const invoice = await invoiceOf(deps.db, subject)
  const rows = invoice ? await documentsOf(deps.db, invoice.id) : []
  const documents = rows.filter(isShown)
  const ledger = documents.map(toLedger)
  const title = invoice && openTitle(deps, invoice.title)
  const known = link === '' || title?.link === link
  const sum = (amount: number) => money(amount, subject.currency)
  const linkIsOpen = title !== undefined && (await linkHolds(deps.db, title.link, deps.clock()))
  return {
    about: await nameOf(deps, deps.db, subject, lang),
    state: invoice ? invoiceState(ledger) : 'not_requested',
    ...allowedTo(link, title, linkIsOpen, allowed(subject, invoice, documents)),
    kept: subject.ready ? sum(subject.kept) : null,
    invoiced: documents.some((it) => it.status === 'issued') ? sum(invoicedAmount(ledger)) : null,
    failure: failureOf(documents),
    askedBy: title === undefined ? null : title.link === link ? 'caller' : title.link === '' ? 'buyer' : 'payer',
    policyholder: link === '' ? subject.policyholder : '',
    ...(known ? titleShown(title, link) : { title: null, email: '' }),
    ...(title || link !== '' ? {} : { email: subject.email }),
    changesLeft: changesLeft(invoice),
    version: invoice?.version ?? 1,
    sample: channelOf(deps).sandbox,
    documents: documents
      .map((row) => ({ row, title: openTitle(deps, row.title) }))
      .filter((it) => link === '' || it.title.link === link)
      .map(({ row, title: { name } }) => documentView(documents, row, name)),
  }
}

function failureOf(documents: readonly InvoiceDocumentTable[]): InvoiceView['failure'] {
  const failed = documents.find((it) => it.status === 'failed')
  return failed ? (failed.failure === 'tax_number' ? 'tax_number' : 'channel') : null
}

/** A payer's email is their own: the buyer sees it masked. */
function titleShown(title: InvoiceTitle | undefined, link: string): Pick<InvoiceView, 'title' | 'email'> {
  if (!title) return { title: null, email: '' }
  const { kind, name, taxNumber } = title
  const email = title.link === link ? title.email : maskContact(title.email)
  return { title: { kind, name, taxNumber, email }, email }
}

const documentView = (
  documents: readonly ShownDocument[],
  it: ShownDocument,
  title: string,
): InvoiceView['documents'][number] => ({
  id: it.id,
  kind: it.kind,
  reason: it.reason,
  status: it.status,
  number: it.number,
  reverses: documents.find((other) => other.id === it.reverses)?.number ?? null,
  amount: money(it.amount_minor, it.currency),
  title,
  issuedAt: it.issued_at === null ? null : it.issued_at,
  ready: it.pdf_file !== null && it.data_file !== null,
})
