/**
 * Batches for the bank. Whose money it is follows from the claim or the refund; here is the account, sealed, while it
 * is needed.
 */
import { sql } from 'kysely'
import { BIGINT, INTEGER, JSON_TEXT, TEXT, withState, type Stateful } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'
import type { Currency } from '../../lib/money.ts'
import type { BatchStatus, LineStatus } from './batch-states.server.ts'

export interface BankTransferTables {
  bank_batches: BatchTable
  bank_batch_lines: BatchLineTable
}

export interface BatchTable extends Stateful {
  status: BatchStatus
  /** The number that people and the bank use; never reused. */
  number: string
  created_at: number
  /** `operator:<id>` of who collected it, and of another who released it. */
  created_by: string
  released_at: number | null
  released_by: string | null
  /** When its file was first written, and by whom. */
  sent_at: number | null
  sent_by: string | null
  /** JSON `Totals`: number of lines and sum of each currency, as collected. */
  totals: string
  /** SHA-256 of the released file: no other is ever written. */
  file_sha256: string | null
}

export interface BatchLineTable extends Stateful {
  status: LineStatus
  batch_id: string
  /** In the file, from 1. */
  position: number
  /** `claim` · `refund` */
  source: string
  /** A payment of a claim; or `<refund>.<try>`. The database allows each in only one line that was not cancelled. */
  payment: string
  /** Text on the payee's statement: number of the claim, or of the order. */
  purpose: string
  amount_minor: number
  currency: Currency
  /** Sealed `TransferAccount`; `null` again once it is not needed. */
  account: string | null
  /** The last characters of its number. */
  account_tail: string
  /** 1: the name on it does not clearly match the payee's, so an operator checks it. */
  name_unsure: number
  /** From the bank: its reference and day, or the reason of the return. */
  reference: string | null
  bank_day: string | null
  reason: string | null
}

export const bankTransferMigrations: Migrations = {
  bank_001_batches: {
    up: async (db) => {
      await withState(db.schema.createTable('bank_batches'))
        .addColumn('number', TEXT, (c) => c.notNull().unique())
        .addColumn('created_at', BIGINT, (c) => c.notNull())
        .addColumn('created_by', TEXT, (c) => c.notNull())
        .addColumn('released_at', BIGINT)
        .addColumn('released_by', TEXT)
        .addColumn('sent_at', BIGINT)
        .addColumn('sent_by', TEXT)
        .addColumn('totals', JSON_TEXT, (c) => c.notNull())
        .addColumn('file_sha256', TEXT)
        // Enforces two different operators, whatever the code above does.
        .addCheckConstraint('bank_batches_two_people', sql`released_by is null or released_by <> created_by`)
        .execute()
      await withState(db.schema.createTable('bank_batch_lines'))
        .addColumn('batch_id', TEXT, (c) => c.notNull().references('bank_batches.id'))
        .addColumn('position', INTEGER, (c) => c.notNull())
        .addColumn('source', TEXT, (c) => c.notNull())
        .addColumn('payment', TEXT, (c) => c.notNull())
        .addColumn('purpose', TEXT, (c) => c.notNull())
        .addColumn('amount_minor', BIGINT, (c) => c.notNull())
        .addColumn('currency', TEXT, (c) => c.notNull())
        .addColumn('account', TEXT)
        .addColumn('account_tail', TEXT, (c) => c.notNull())
        .addColumn('name_unsure', INTEGER, (c) => c.notNull())
        .addColumn('reference', TEXT)
        .addColumn('bank_day', TEXT)
        .addColumn('reason', TEXT)
        .addUniqueConstraint('bank_batch_lines_position', ['batch_id', 'position'])
        .addCheckConstraint('bank_batch_lines_positive', sql`amount_minor > 0`)
        .execute()
      // Nothing is paid twice: a payment that was paid or returned, or is in progress, has its line and gets no other.
      await sql`create unique index bank_batch_lines_once on bank_batch_lines (source, payment) where status <> 'cancelled'`.execute(
        db,
      )
      await sql`create index bank_batch_lines_open on bank_batch_lines (batch_id) where status in ('queued', 'released', 'unknown')`.execute(
        db,
      )
    },
  },
}
