/** Tables of payments. They contain no personal data. */
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
import type { WalletBrowser } from './rules/methods-by-browser.ts'
import type { PaymentMethod } from './rules/payment-methods.ts'
import type { Failure, PaymentState, RefundReason, RefundState } from './rules/payment-schemas.ts'

const payments = defineTable('payments', {
  columns: {
    ...stateful<PaymentState>(),
    ...payableColumns(text().else('plan')),
    provider: text(),
    method: text<PaymentMethod>(),
    amount_minor: bigint(),
    currency: text<Currency>(),
    /** The sum that was really taken; null until money came. */
    paid_minor: bigint().orNull(),
    paid_currency: text<Currency>().orNull(),
    /** Part of `paid_minor` that refunds have reserved; changed by conditional updates only. */
    refund_minor: bigint().else(0),
    gateway_ref: text().orNull(),
    /**
     * The payer's next action, one of three: an address to open · the text of a QR code · parameters of a call in the
     * page (JSON).
     */
    pay_url: text().orNull(),
    pay_qr: text().orNull(),
    pay_in_page: text().orNull(),
    /** Invalid after this; `null` where it is valid as long as the payment. */
    pay_action_until: bigint().orNull(),
    failure: text<Failure>().orNull(),
    return_url: text(),
    lang: text<Lang>(),
    /** The browser in which it was begun: `wechat` for WeChat's own, and so on; what is opened there works nowhere else. */
    browser: text<WalletBrowser>().else('other'),
    created_at: bigint(),
    started_at: bigint().orNull(),
    settled_at: bigint().orNull(),
    /**
     * When the payable accepted the money; `null` for money that was not wanted, which is refunded. At most one per
     * payable.
     */
    credited_at: bigint().orNull(),
    /** When the provider was last queried. */
    checked_at: bigint().orNull(),
    /** The provider accepts no money after this. */
    expires_at: bigint(),
    /** The payment link through which it was begun. */
    link_id: text().orNull(),
    /**
     * The requester who gave it up: themselves, or another payer who wants to pay instead. `null` where it ended
     * otherwise.
     */
    ended_by: text().orNull(),
  },
  checks: { payments_refund_within: 'refund_minor >= 0 and refund_minor <= coalesce(paid_minor, 0)' },
  indexes: {
    payments_credited: { on: ['payable_kind', 'payable_id'], unique: true, where: 'credited_at is not null' },
    payments_ended_by: { on: ['ended_by'], where: 'ended_by is not null' },
    payments_error: { on: ['id'], where: "status = 'error'" },
    payments_open: { on: ['payable_kind', 'payable_id'], unique: true, where: "status in ('created', 'started')" },
    payments_payable: ['payable_id', 'payable_kind'],
    payments_unsettled: { on: ['checked_at'], where: "status in ('created', 'started')" },
  },
  copy: { file: 'payments', by: 'payable_id', of: 'payables' },
  afterClosing: { kept: 'the books, which name nobody' },
  growth: { limits: ['paymentsDay'] },
})
export type PaymentTable = RowOf<typeof payments>

/** Keys of payment requests. Two keys may lead to one payment, because a payable has one open payment at a time. */
const paymentKeys = defineTable('payment_keys', {
  columns: {
    /** `holder:…` or `user:…` */
    requester: text(),
    key: text(),
    /** SHA-256 of the request's body. */
    request_hash: text(),
    payment_id: text(),
    at: bigint(),
  },
  key: { name: 'payment_keys_pk', on: ['requester', 'key'] },
  indexes: {
    payment_keys_payment: ['payment_id'],
  },
  copy: { not: 'numbers by which a browser’s request for a payment is known' },
  afterClosing: 'gone',
  growth: { limits: ['paymentRequestsDay'] },
})

const paymentNotifications = defineTable('payment_notifications', {
  columns: {
    id: text().key(),
    provider: text(),
    /** The provider's id of the event: the same event is stored once. */
    event_id: text(),
    payload: text(),
    verified_at: bigint(),
  },
  unique: { payment_notifications_event: ['provider', 'event_id'] },
  copy: { not: 'the provider’s own words about payments, which are in the copy' },
  afterClosing: { kept: 'the books, which name nobody' },
  growth: { only: 'a partner or provider who signs' },
})

const paymentNonces = defineTable('payment_nonces', {
  columns: {
    /** `<provider>:<nonce>` */
    nonce: text().key(),
    at: bigint(),
  },
  indexes: {
    payment_nonces_at: ['at'],
  },
  copy: { not: 'nothing about a person' },
  afterClosing: 'gone',
  growth: { only: 'a partner or provider who signs' },
})

const refunds = defineTable('refunds', {
  columns: {
    ...stateful<RefundState>(),
    ...payableColumns(text().else('plan')),
    payment_id: text(),
    amount_minor: bigint(),
    currency: text<Currency>(),
    reason: text<RefundReason>(),
    why: text().orNull(),
    gateway_ref: text().orNull(),
    created_at: bigint(),
    submitted_at: bigint().orNull(),
    settled_at: bigint().orNull(),
    /** 1, and one more for each repetition after a failure: a provider accepts each number once. */
    attempt: integer().else(1),
    /**
     * Refunded the way it was paid, by an operator in another way, or by a batch file to an account that its payer
     * gave.
     */
    way: text<'provider' | 'by_hand' | 'bank'>().else('provider'),
    /**
     * The request it is part of: money from several payments is refunded in as many parts. Its own id if it is the only
     * one.
     */
    request_id: text().else(''),
    /** `system`, `user:…`, `operator:…` */
    requested_by: text().else(''),
    /** Subject: `payable:<kind>.<id>` for money that was not wanted, else as the requester names it (`policy:<id>`). */
    subject: text().else(''),
    /** The calculation of the request's whole sum: JSON of `RefundLine[]`. */
    lines: text().else('[]'),
    /** Who approved or refused it: an operator, or the rule itself. */
    reviewed_by: text().orNull(),
  },
  checks: { refunds_positive: 'amount_minor > 0' },
  indexes: {
    refunds_failed: { on: ['updated_at'], where: "status = 'failed'" },
    refunds_payable: ['payable_id', 'payable_kind'],
    refunds_payment: ['payment_id'],
    refunds_request: ['request_id'],
    refunds_subject: ['subject'],
    refunds_under_review: { on: ['created_at'], where: "status in ('requested', 'under_review')" },
    refunds_unsettled: { on: ['updated_at'], where: "status in ('approved', 'submitted')" },
  },
  copy: { file: 'payments', by: 'payable_id', of: 'payables' },
  afterClosing: { kept: 'the books, which name nobody' },
  growth: { each: 'payments', most: 'parts of its money' },
})
export type RefundTable = RowOf<typeof refunds>

const paymentCodes = defineTable('payment_codes', {
  columns: {
    ...payableColumns(text().else('plan')),
    /** SHA-256 of the code; only the address contains the code. */
    code_hash: text().key(),
    created_at: bigint(),
    /** A device may open it until then. */
    expires_at: bigint(),
    /** The device (SHA-256 of its secret) that opened it first and may use it. */
    holder: text().orNull(),
  },
  indexes: {
    payment_codes_payable: ['payable_id', 'payable_kind'],
    payment_codes_created: ['created_at'],
  },
  copy: { not: 'hashes of payment links' },
  afterClosing: 'gone',
  growth: { limits: ['paymentCodesDay'] },
})

/** Payment links by which somebody else is asked to pay. */
const paymentLinks = defineTable('payment_links', {
  columns: {
    ...stateful<'open' | 'ended'>(),
    ...payableColumns(),
    /** SHA-256 of the address's token, which cannot be guessed. */
    token_hash: text().once(),
    /** The token itself, sealed: it is shown again to whoever made the link. */
    token: text().sealed('payment_links.token'),
    /** `buyer`, or `operator:…` */
    made_by: text(),
    /** `collection` for an address `/h5/pay/collection/{id}`; `null` for `/cashier/{id}`. */
    type: text().orNull(),
    lang: text<Lang>(),
    created_at: bigint(),
    /** No payment is accepted through it after this. */
    expires_at: bigint(),
    /** How long afterwards it shows the outcome, ms; `null` for the default time. */
    shown_for: bigint().orNull(),
  },
  indexes: {
    payment_links_expires: ['expires_at'],
    payment_links_payable: ['payable_id', 'payable_kind'],
  },
  copy: { not: 'links by which somebody else pays; what was paid is in the copy' },
  afterClosing: 'gone',
  growth: { limits: ['paymentLinksDay'] },
})
export type PaymentLinkTable = RowOf<typeof paymentLinks>

/** `in_batch`: a file for the bank contains it, so it can no longer be changed. */
export type RefundAccountStatus = 'asked' | 'given' | 'in_batch' | 'paid'

/**
 * The account to which a payer wants a refund that the provider cannot make: requested by an operator, given once,
 * sealed.
 */
const refundAccounts = defineTable('refund_accounts', {
  columns: {
    ...stateful<RefundAccountStatus>(),
    ...payableColumns(),
    asked_at: bigint(),
    given_at: bigint().orNull(),
    /** Sealed `RefundAccount`; `null` before it is given, and again once it is not needed. */
    account: text().orNull().sealed('refund_accounts.account'),
    /** The last characters of its number. */
    account_tail: text().orNull(),
    /** 1: the name does not clearly match the payer's, so an operator checks it. */
    name_unsure: integer().else(0),
    /** Why the bank returned the money: a code of `BANK_REASONS`. */
    reason: text().orNull(),
  },
  indexes: {
    refund_accounts_payable: ['payable_id'],
    refund_accounts_status: ['status', 'updated_at'],
    refund_accounts_given: { on: ['id'], where: 'account is not null' },
  },
  copy: { file: 'payments', by: 'payable_id', of: 'payables' },
  afterClosing: 'gone',
  growth: { each: 'refunds', most: 'one' },
})
export type RefundAccountTable = RowOf<typeof refundAccounts>

export const cashierTables = {
  payments,
  payment_notifications: paymentNotifications,
  payment_keys: paymentKeys,
  payment_nonces: paymentNonces,
  payment_codes: paymentCodes,
  payment_links: paymentLinks,
  refunds,
  refund_accounts: refundAccounts,
}

declare module '../../server/db/database-rows.ts' {
  interface Database extends RowsOf<typeof cashierTables> {}
}
