/** Invoices and their documents. Titles name people and organisations, so they are sealed. */
import {
  bigint,
  defineTable,
  integer,
  payableColumns,
  stateful,
  text,
  type RowOf,
  type RowsOf,
} from '../../server/db/define-table.ts'
import type { Lang } from '../../lib/locale.ts'
import type { Currency } from '../../lib/money/money.ts'
import type { DocumentKind, DocumentReason, DocumentStatus } from './rules/invoice-ledger.ts'

/** One for each payable, however often it is reversed and issued again. */
const invoices = defineTable('invoices', {
  columns: {
    id: text().key(),
    ...payableColumns(),
    lang: text<Lang>(),
    /** The wanted `InvoiceTitle`, sealed. */
    title: text().sealed('invoices.title'),
    /** Number of the wanted title; a document has the number of its own. */
    title_number: integer(),
    version: integer(),
    created_at: bigint(),
    updated_at: bigint(),
  },
  unique: { invoices_payable: ['payable_id', 'payable_kind'] },
  indexes: {
    invoices_updated: ['updated_at'],
  },
  copy: { file: 'invoices', by: 'id', of: 'invoices' },
  afterClosing: { kept: 'rules on tax collection art. 29' },
  growth: { each: 'payments', most: 'one' },
})
export type InvoiceTable = RowOf<typeof invoices>

const invoiceDocuments = defineTable('invoice_documents', {
  columns: {
    ...stateful<DocumentStatus>(),
    invoice_id: text(),
    seq: integer(),
    kind: text<DocumentKind>(),
    reason: text<DocumentReason>(),
    reverses: text().orNull(),
    title: text().sealed('invoices.title'),
    title_number: integer(),
    amount_minor: bigint(),
    currency: text<Currency>(),
    /** Basis points and minor units, as the channel stated them. */
    rate: integer().orNull(),
    tax_minor: bigint().orNull(),
    channel: text(),
    attempt: integer(),
    number: text().once().orNull(),
    issued_at: bigint().orNull(),
    failure: text().orNull(),
    pdf_file: text().orNull(),
    data_file: text().orNull(),
    created_at: bigint(),
  },
  unique: { invoice_documents_seq: ['invoice_id', 'seq'] },
  checks: { invoice_documents_amount: 'amount_minor >= 0' },
  indexes: {
    invoice_documents_open: { on: ['invoice_id'], unique: true, where: "status in ('requested', 'issuing', 'failed')" },
    invoice_documents_unsettled: { on: ['updated_at'], where: "status in ('requested', 'issuing', 'failed')" },
  },
  copy: { file: 'invoices', by: 'invoice_id', of: 'invoices' },
  afterClosing: { kept: 'with the invoice' },
  growth: { each: 'invoices', most: 'two for each of three titles' },
})
export type InvoiceDocumentTable = RowOf<typeof invoiceDocuments>

/** Accepted events of channels: the same one twice takes effect once. */
const invoiceNotices = defineTable('invoice_notices', {
  columns: {
    /** `<channel>:<event>` */
    id: text().key(),
    at: bigint(),
  },
  indexes: {
    invoice_notices_at: ['at'],
  },
  copy: { not: 'nothing about a person' },
  afterClosing: 'gone',
  growth: { only: 'a partner or provider who signs' },
})

/** A private link by which a payer without a login requests the invoice of what was paid. */
const prepaidLinks = defineTable('prepaid_links', {
  columns: {
    ...stateful<'open' | 'ended'>(),
    ...payableColumns(),
    token_hash: text().once(),
    /** Sealed: its maker is shown the same link again, and mails contain it. */
    token: text().sealed('prepaid_links.token'),
    /** `buyer`, or `operator:…` */
    made_by: text(),
    lang: text<Lang>(),
    created_at: bigint(),
    expires_at: bigint(),
  },
  indexes: {
    prepaid_links_expires: ['expires_at'],
    prepaid_links_payable: ['payable_id', 'payable_kind'],
    prepaid_links_ended: { on: ['updated_at'], where: "status = 'ended'" },
  },
  copy: { not: 'links by which a payer asks for an invoice; the invoice is in the copy' },
  afterClosing: 'gone',
  growth: { only: 'operators' },
})
export type PrepaidLinkTable = RowOf<typeof prepaidLinks>

/** Books of the sandbox's tax channel; empty in production. */
const sandboxInvoices = defineTable('sandbox_invoices', {
  columns: {
    ref: text().key(),
    number: text().once().orNull(),
    state: text(),
    failure: text().orNull(),
    tax_minor: bigint(),
    issued_at: bigint().orNull(),
    sequence: integer().once(),
  },
  copy: { not: 'books of the sandbox; empty in production' },
  afterClosing: 'gone',
  growth: { only: 'the sandbox; empty in production' },
})
export type SandboxInvoiceTable = RowOf<typeof sandboxInvoices>

export const invoiceTables = {
  invoices,
  invoice_documents: invoiceDocuments,
  invoice_notices: invoiceNotices,
  prepaid_links: prepaidLinks,
  sandbox_invoices: sandboxInvoices,
}

declare module '../../server/db/database-rows.ts' {
  interface Database extends RowsOf<typeof invoiceTables> {}
}
