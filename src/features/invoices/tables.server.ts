/** Invoices and their documents. Titles name people and organisations, so they are sealed. */
import { sql, type Kysely } from 'kysely'
import type { Lang } from '../../lib/locale.ts'
import type { Currency } from '../../lib/money.ts'
import { BIGINT, INTEGER, TEXT, withState, type Stateful } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'
import type { DocumentKind, DocumentReason, DocumentStatus } from './invoice-ledger.ts'

/** One for each payable, however often it is reversed and issued again. */
export interface InvoiceTable {
  id: string
  payable_kind: string
  payable_id: string
  lang: Lang
  /** The wanted `InvoiceTitle`, sealed. */
  title: string
  /** Number of the wanted title; a document has the number of its own. */
  title_number: number
  version: number
  created_at: number
  updated_at: number
}

export interface InvoiceDocumentTable extends Stateful {
  status: DocumentStatus
  invoice_id: string
  seq: number
  kind: DocumentKind
  reason: DocumentReason
  reverses: string | null
  title: string
  title_number: number
  amount_minor: number
  currency: Currency
  /** Basis points and minor units, as the channel stated them. */
  rate: number | null
  tax_minor: number | null
  channel: string
  attempt: number
  number: string | null
  issued_at: number | null
  failure: string | null
  pdf_file: string | null
  data_file: string | null
  created_at: number
}

/** Accepted events of channels: the same one twice takes effect once. */
interface InvoiceNoticeTable {
  /** `<channel>:<event>` */
  id: string
  at: number
}

/** A private link by which a payer without a login requests the invoice of what was paid. */
export interface PrepaidLinkTable extends Stateful {
  status: 'open' | 'ended'
  payable_kind: string
  payable_id: string
  token_hash: string
  /** Sealed: its maker is shown the same link again, and mails contain it. */
  token: string
  /** `buyer`, or `operator:…` */
  made_by: string
  lang: Lang
  created_at: number
  expires_at: number
}

/** Books of the sandbox's tax channel; empty in production. */
export interface SandboxInvoiceTable {
  ref: string
  number: string | null
  state: string
  failure: string | null
  tax_minor: number
  issued_at: number | null
  sequence: number
}

export interface InvoiceTables {
  invoices: InvoiceTable
  invoice_documents: InvoiceDocumentTable
  invoice_notices: InvoiceNoticeTable
  prepaid_links: PrepaidLinkTable
  sandbox_invoices: SandboxInvoiceTable
}

export const invoiceMigrations: Migrations = {
  invoices_002_prepaid_links: { up: prepaidLinks },
  invoices_001_invoices: { up: invoices },
}

async function prepaidLinks(db: Kysely<never>): Promise<void> {
  await withState(db.schema.createTable('prepaid_links'))
    .addColumn('payable_kind', TEXT, (c) => c.notNull())
    .addColumn('payable_id', TEXT, (c) => c.notNull())
    .addColumn('token_hash', TEXT, (c) => c.notNull().unique())
    .addColumn('token', TEXT, (c) => c.notNull())
    .addColumn('made_by', TEXT, (c) => c.notNull())
    .addColumn('lang', TEXT, (c) => c.notNull())
    .addColumn('created_at', BIGINT, (c) => c.notNull())
    .addColumn('expires_at', BIGINT, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('prepaid_links_payable')
    .on('prepaid_links')
    .columns(['payable_id', 'payable_kind'])
    .execute()
  await db.schema.createIndex('prepaid_links_expires').on('prepaid_links').column('expires_at').execute()
}

async function invoices(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('invoices')
    .addColumn('id', TEXT, (c) => c.primaryKey())
    .addColumn('payable_kind', TEXT, (c) => c.notNull())
    .addColumn('payable_id', TEXT, (c) => c.notNull())
    .addColumn('lang', TEXT, (c) => c.notNull())
    .addColumn('title', TEXT, (c) => c.notNull())
    .addColumn('title_number', INTEGER, (c) => c.notNull())
    .addColumn('version', INTEGER, (c) => c.notNull())
    .addColumn('created_at', BIGINT, (c) => c.notNull())
    .addColumn('updated_at', BIGINT, (c) => c.notNull())
    .addUniqueConstraint('invoices_payable', ['payable_id', 'payable_kind'])
    .execute()
  await withState(db.schema.createTable('invoice_documents'))
    .addColumn('invoice_id', TEXT, (c) => c.notNull())
    .addColumn('seq', INTEGER, (c) => c.notNull())
    .addColumn('kind', TEXT, (c) => c.notNull())
    .addColumn('reason', TEXT, (c) => c.notNull())
    .addColumn('reverses', TEXT)
    .addColumn('title', TEXT, (c) => c.notNull())
    .addColumn('title_number', INTEGER, (c) => c.notNull())
    .addColumn('amount_minor', BIGINT, (c) => c.notNull())
    .addColumn('currency', TEXT, (c) => c.notNull())
    .addColumn('rate', INTEGER)
    .addColumn('tax_minor', BIGINT)
    .addColumn('channel', TEXT, (c) => c.notNull())
    .addColumn('attempt', INTEGER, (c) => c.notNull())
    .addColumn('number', TEXT, (c) => c.unique())
    .addColumn('issued_at', BIGINT)
    .addColumn('failure', TEXT)
    .addColumn('pdf_file', TEXT)
    .addColumn('data_file', TEXT)
    .addColumn('created_at', BIGINT, (c) => c.notNull())
    .addUniqueConstraint('invoice_documents_seq', ['invoice_id', 'seq'])
    .addCheckConstraint('invoice_documents_amount', sql`amount_minor >= 0`)
    .execute()
  // One document in progress per invoice: two at once could reverse the same money.
  await sql`create unique index invoice_documents_open on invoice_documents (invoice_id) where status in ('requested', 'issuing', 'failed')`.execute(
    db,
  )
  await sql`create index invoice_documents_unsettled on invoice_documents (updated_at) where status in ('requested', 'issuing', 'failed')`.execute(
    db,
  )
  await db.schema
    .createTable('invoice_notices')
    .addColumn('id', TEXT, (c) => c.primaryKey())
    .addColumn('at', BIGINT, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('sandbox_invoices')
    .addColumn('ref', TEXT, (c) => c.primaryKey())
    .addColumn('number', TEXT, (c) => c.unique())
    .addColumn('state', TEXT, (c) => c.notNull())
    .addColumn('failure', TEXT)
    .addColumn('tax_minor', BIGINT, (c) => c.notNull())
    .addColumn('issued_at', BIGINT)
    .addColumn('sequence', INTEGER, (c) => c.notNull().unique())
    .execute()
}
