/** Tables of payments. They contain no personal data. */
import { sql, type Kysely } from 'kysely'
import { BIGINT, INTEGER, JSON_TEXT, TEXT, withState, type Stateful } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'
import { linkMigrations } from './payment-link-migrations.server.ts'
import { payableMigrations } from './payable-migrations.server.ts'
import { providerMigrations } from './provider-migrations.server.ts'

/** The payable: a kind that a feature registered, and the feature's id of it. */
export interface PayableColumns {
  payable_kind: string
  payable_id: string
}

export interface PaymentTable extends Stateful, PayableColumns {
  provider: string
  method: string
  amount_minor: number
  currency: string
  /** The sum that was really taken; null until money came. */
  paid_minor: number | null
  paid_currency: string | null
  /** Part of `paid_minor` that refunds have reserved; changed by conditional updates only. */
  refund_minor: number
  gateway_ref: string | null
  /** The payer's next action, one of three: an address to open · the text of a QR code · parameters of a call in the page (JSON). */
  pay_url: string | null
  pay_qr: string | null
  pay_in_page: string | null
  /** Invalid after this; `null` where it is valid as long as the payment. */
  pay_action_until: number | null
  failure: string | null
  return_url: string
  lang: string
  /** The browser in which it was begun: `wechat` for WeChat's own, and so on; what is opened there works nowhere else. */
  browser: string
  created_at: number
  started_at: number | null
  settled_at: number | null
  /** When the payable accepted the money; `null` for money that was not wanted, which is refunded. At most one per payable. */
  credited_at: number | null
  /** When the provider was last queried. */
  checked_at: number | null
  /** The provider accepts no money after this. */
  expires_at: number
  /** The payment link through which it was begun. */
  link_id: string | null
}

/** Keys of payment requests. Two keys may lead to one payment, because a payable has one open payment at a time. */
export interface PaymentKeyTable {
  /** `holder:…` or `user:…` */
  requester: string
  key: string
  /** SHA-256 of the request's body. */
  request_hash: string
  payment_id: string
  at: number
}

export interface PaymentNotificationTable {
  id: string
  provider: string
  /** The provider's id of the event: the same event is stored once. */
  event_id: string
  payload: string
  verified_at: number
}

export interface PaymentNonceTable {
  /** `<provider>:<nonce>` */
  nonce: string
  at: number
}

export interface RefundTable extends Stateful, PayableColumns {
  payment_id: string
  amount_minor: number
  currency: string
  reason: string
  why: string | null
  gateway_ref: string | null
  created_at: number
  submitted_at: number | null
  settled_at: number | null
  /** 1, and one more for each repetition after a failure: a provider accepts each number once. */
  attempt: number
  /** Refunded the way it was paid, by an operator in another way, or by a batch file to an account that its payer gave. */
  way: 'provider' | 'by_hand' | 'bank'
  /** The request it is part of: money from several payments is refunded in as many parts. Its own id if it is the only one. */
  request_id: string
  /** `system`, `user:…`, `operator:…` */
  requested_by: string
  /** Subject: `payable:<kind>.<id>` for money that was not wanted, else as the requester names it (`policy:<id>`). */
  subject: string
  /** The calculation of the request's whole sum: JSON of `RefundLine[]`. */
  lines: string
  /** Who approved or refused it: an operator, or the rule itself. */
  reviewed_by: string | null
}

export interface PaymentCodeTable extends PayableColumns {
  /** SHA-256 of the code; only the address contains the code. */
  code_hash: string
  created_at: number
  /** A device may open it until then. */
  expires_at: number
  /** The device (SHA-256 of its secret) that opened it first and may use it. */
  holder: string | null
}

/** Payment links by which somebody else is asked to pay. `open` or `ended`. */
export interface PaymentLinkTable extends Stateful, PayableColumns {
  /** SHA-256 of the address's token, which cannot be guessed. */
  token_hash: string
  /** The token itself, sealed: it is shown again to whoever made the link. */
  token: string
  /** `buyer`, or `operator:…` */
  made_by: string
  /** `collection` for an address `/h5/pay/collection/{id}`; `null` for `/cashier/{id}`. */
  type: string | null
  lang: string
  created_at: number
  /** No payment is accepted through it after this. */
  expires_at: number
  /** How long afterwards it shows the outcome, ms; `null` for the default time. */
  shown_for: number | null
}

export interface CashierTables {
  payments: PaymentTable
  payment_notifications: PaymentNotificationTable
  payment_keys: PaymentKeyTable
  payment_nonces: PaymentNonceTable
  payment_codes: PaymentCodeTable
  payment_links: PaymentLinkTable
  refunds: RefundTable
}

export const cashierMigrations: Migrations = {
  cashier_001_payments: { up: payments },
  cashier_002_notifications: { up: notifications },
  cashier_003_refunds: { up: refunds },
  cashier_020_refund_attempts: { up: attempts },
  cashier_004_codes: { up: codes },
  cashier_030_refund_requests: { up: refundRequests },
  ...payableMigrations,
  ...linkMigrations,
  ...providerMigrations,
}

async function payments(db: Kysely<never>): Promise<void> {
  await withState(db.schema.createTable('payments'))
    .addColumn('order_id', TEXT, (c) => c.notNull())
    .addColumn('provider', TEXT, (c) => c.notNull())
    .addColumn('method', TEXT, (c) => c.notNull())
    .addColumn('amount_minor', BIGINT, (c) => c.notNull())
    .addColumn('currency', TEXT, (c) => c.notNull())
    .addColumn('paid_minor', BIGINT)
    .addColumn('paid_currency', TEXT)
    .addColumn('refund_minor', BIGINT, (c) => c.notNull().defaultTo(0))
    .addColumn('gateway_ref', TEXT)
    .addColumn('pay_url', TEXT)
    .addColumn('failure', TEXT)
    .addColumn('return_url', TEXT, (c) => c.notNull())
    .addColumn('lang', TEXT, (c) => c.notNull())
    .addColumn('created_at', BIGINT, (c) => c.notNull())
    .addColumn('started_at', BIGINT)
    .addColumn('settled_at', BIGINT)
    .addColumn('checked_at', BIGINT)
    .addColumn('expires_at', BIGINT, (c) => c.notNull())
    .addCheckConstraint('payments_refund_within', sql`refund_minor >= 0 and refund_minor <= coalesce(paid_minor, 0)`)
    .execute()
  await db.schema.createIndex('payments_order').on('payments').columns(['order_id', 'created_at']).execute()
  // One open payment per order: if two were open, both could be paid.
  await sql`create unique index payments_open on payments (order_id) where status in ('created', 'started')`.execute(db)
  await sql`create index payments_unsettled on payments (checked_at) where status in ('created', 'started')`.execute(db)
  await db.schema.createTable('payment_keys')
    .addColumn('requester', TEXT, (c) => c.notNull())
    .addColumn('key', TEXT, (c) => c.notNull())
    .addColumn('request_hash', TEXT, (c) => c.notNull())
    .addColumn('payment_id', TEXT, (c) => c.notNull())
    .addColumn('at', BIGINT, (c) => c.notNull())
    .addPrimaryKeyConstraint('payment_keys_pk', ['requester', 'key'])
    .execute()
}

async function notifications(db: Kysely<never>): Promise<void> {
  await db.schema.createTable('payment_notifications')
    .addColumn('id', TEXT, (c) => c.primaryKey())
    .addColumn('provider', TEXT, (c) => c.notNull())
    .addColumn('event_id', TEXT, (c) => c.notNull())
    .addColumn('payload', JSON_TEXT, (c) => c.notNull())
    .addColumn('verified_at', BIGINT, (c) => c.notNull())
    .addUniqueConstraint('payment_notifications_event', ['provider', 'event_id'])
    .execute()
  await db.schema.createTable('payment_nonces')
    .addColumn('nonce', TEXT, (c) => c.primaryKey())
    .addColumn('at', BIGINT, (c) => c.notNull())
    .execute()
}

async function refunds(db: Kysely<never>): Promise<void> {
  await withState(db.schema.createTable('refunds'))
    .addColumn('payment_id', TEXT, (c) => c.notNull())
    .addColumn('order_id', TEXT, (c) => c.notNull())
    .addColumn('amount_minor', BIGINT, (c) => c.notNull())
    .addColumn('currency', TEXT, (c) => c.notNull())
    .addColumn('reason', TEXT, (c) => c.notNull())
    .addColumn('why', TEXT)
    .addColumn('gateway_ref', TEXT)
    .addColumn('created_at', BIGINT, (c) => c.notNull())
    .addColumn('submitted_at', BIGINT)
    .addColumn('settled_at', BIGINT)
    .addCheckConstraint('refunds_positive', sql`amount_minor > 0`)
    .execute()
  await db.schema.createIndex('refunds_payment').on('refunds').column('payment_id').execute()
  await db.schema.createIndex('refunds_order').on('refunds').column('order_id').execute()
  await sql`create index refunds_unsettled on refunds (updated_at) where status in ('approved', 'submitted')`.execute(db)
}

async function attempts(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('refunds').addColumn('attempt', INTEGER, (c) => c.notNull().defaultTo(1)).execute()
  await db.schema.alterTable('refunds').addColumn('way', TEXT, (c) => c.notNull().defaultTo('provider')).execute()
  await sql`create index refunds_failed on refunds (updated_at) where status = 'failed'`.execute(db)
}

async function refundRequests(db: Kysely<never>): Promise<void> {
  for (const column of ['request_id', 'requested_by', 'subject']) {
    await db.schema.alterTable('refunds').addColumn(column, TEXT, (c) => c.notNull().defaultTo('')).execute()
  }
  await db.schema.alterTable('refunds').addColumn('lines', JSON_TEXT, (c) => c.notNull().defaultTo('[]')).execute()
  await db.schema.alterTable('refunds').addColumn('reviewed_by', TEXT).execute()
  await sql`update refunds set request_id = id, requested_by = case when reason = 'operator' then 'operator' else 'system' end, subject = 'order:' || order_id`.execute(db)
  await db.schema.createIndex('refunds_request').on('refunds').column('request_id').execute()
  await db.schema.createIndex('refunds_subject').on('refunds').column('subject').execute()
  await sql`create index refunds_under_review on refunds (created_at) where status in ('requested', 'under_review')`.execute(db)
}

async function codes(db: Kysely<never>): Promise<void> {
  await db.schema.createTable('payment_codes')
    .addColumn('code_hash', TEXT, (c) => c.primaryKey())
    .addColumn('order_id', TEXT, (c) => c.notNull())
    .addColumn('created_at', BIGINT, (c) => c.notNull())
    .addColumn('expires_at', BIGINT, (c) => c.notNull())
    .addColumn('holder', TEXT)
    .execute()
  await db.schema.createIndex('payment_codes_order').on('payment_codes').column('order_id').execute()
}

