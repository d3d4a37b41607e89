/**
 * Batches for the bank, and transfers that came in. Whose money it is follows from the claim or the refund; here is the
 * account, sealed, while it is needed.
 */
import { bigint, defineTable, integer, stateful, text, type RowOf, type RowsOf } from '../../server/db/define-table.ts'
import type { Currency } from '../../lib/money/money.ts'
import type { TransferProblem } from './rules/match-transfer.ts'
import type { BatchStatus, LineStatus } from './server/batch-states.ts'
import type { IncomingStatus } from './server/incoming-states.ts'

const bankBatches = defineTable('bank_batches', {
  columns: {
    ...stateful<BatchStatus>(),
    /** The number that people and the bank use; never reused. */
    number: text().once(),
    created_at: bigint(),
    /** `operator:<id>` of who collected it, and of another who released it. */
    created_by: text(),
    released_at: bigint().orNull(),
    released_by: text().orNull(),
    /** When its file was first written, and by whom. */
    sent_at: bigint().orNull(),
    sent_by: text().orNull(),
    /** JSON `Totals`: number of lines and sum of each currency, as collected. */
    totals: text(),
    /** SHA-256 of the released file: no other is ever written. */
    file_sha256: text().orNull(),
  },
  checks: { bank_batches_two_people: 'released_by is null or released_by <> created_by' },
  copy: { not: 'sums of files for the bank; what each of them paid is in the copy' },
  afterClosing: { kept: 'the bank’s books: an account for 30 days, then the end of its number' },
  growth: { only: 'operators' },
})
export type BatchTable = RowOf<typeof bankBatches>

const bankBatchLines = defineTable('bank_batch_lines', {
  columns: {
    ...stateful<LineStatus>(),
    batch_id: text().of('bank_batches'),
    /** In the file, from 1. */
    position: integer(),
    /** `claim` · `refund` */
    source: text(),
    /** A payment of a claim; or `<refund>.<try>`. The database allows each in only one line that was not cancelled. */
    payment: text(),
    /** Text on the payee's statement: number of the claim, or of the order. */
    purpose: text(),
    amount_minor: bigint(),
    currency: text<Currency>(),
    /** Sealed `TransferAccount`; `null` again once it is not needed. */
    account: text().orNull().sealed('bank_batch_lines.account'),
    /** The last characters of its number. */
    account_tail: text(),
    /** 1: the name on it does not clearly match the payee's, so an operator checks it. */
    name_unsure: integer(),
    /** From the bank: its reference and day, or the reason of the return. */
    reference: text().orNull(),
    bank_day: text().orNull(),
    reason: text().orNull(),
  },
  unique: { bank_batch_lines_position: ['batch_id', 'position'] },
  checks: { bank_batch_lines_positive: 'amount_minor > 0' },
  indexes: {
    bank_batch_lines_once: { on: ['source', 'payment'], unique: true, where: "status <> 'cancelled'" },
    bank_batch_lines_open: { on: ['batch_id'], where: "status in ('queued', 'released', 'unknown')" },
    bank_batch_lines_accounts: { on: ['batch_id'], where: 'account is not null' },
  },
  copy: { not: 'lines of files for the bank; the payments, refunds and accounts that they name are in the copy' },
  afterClosing: { kept: 'the bank’s books: an account for 30 days, then the end of its number' },
  growth: { only: 'operators' },
})
export type BatchLineTable = RowOf<typeof bankBatchLines>

/** Bank transfers that came in, as the bank's statements list them: each entry once. */
const incomingTransfers = defineTable('incoming_transfers', {
  columns: {
    ...stateful<IncomingStatus>(),
    /** The bank's own number of the entry. */
    entry: text().once(),
    day: text(),
    amount_minor: bigint(),
    currency: text<Currency>(),
    /** What the payer wrote; `null` again once it is not needed, as the account. */
    note: text().orNull().sealed('incoming_transfers.note'),
    /** Sealed `AccountToPay` that it came from. */
    account: text().orNull().sealed('incoming_transfers.account'),
    account_tail: text(),
    /** The payment that its reference names, or that somebody gave it to. */
    payment_id: text().orNull(),
    /** Why it could not be booked by itself. */
    problem: text<TransferProblem>().orNull(),
    return_minor: bigint().else(0),
    /** What one operator proposes and another confirms. */
    proposal: text<'book' | 'return'>().orNull(),
    proposed_by: text().orNull(),
    confirmed_by: text().orNull(),
    /** The bank's reference of the money that went back. */
    return_reference: text().orNull(),
    created_at: bigint(),
  },
  checks: {
    incoming_transfers_two_people: 'confirmed_by is null or confirmed_by <> proposed_by',
    incoming_transfers_confirmed:
      "status in ('waiting', 'proposed') or (proposed_by is not null and confirmed_by is not null)",
    incoming_transfers_return_within: 'return_minor >= 0 and return_minor <= amount_minor',
  },
  indexes: {
    incoming_transfers_payment: ['payment_id'],
    incoming_transfers_open: { on: ['created_at'], where: "status in ('waiting', 'proposed', 'to_return')" },
    incoming_transfers_accounts: { on: ['updated_at'], where: 'account is not null' },
  },
  copy: {
    not: 'transfers of schools as the bank lists them; the payments that they made are books, which name nobody',
  },
  afterClosing: {
    kept: 'the bank’s books: transfers of schools, not of people with an account; note and account while money may go back',
  },
  growth: { only: 'operators' },
})
export type IncomingTransferTable = RowOf<typeof incomingTransfers>

export const bankTransferTables = {
  bank_batches: bankBatches,
  bank_batch_lines: bankBatchLines,
  incoming_transfers: incomingTransfers,
}

declare module '../../server/db/database-rows.ts' {
  interface Database extends RowsOf<typeof bankTransferTables> {}
}
