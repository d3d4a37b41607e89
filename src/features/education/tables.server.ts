/**
 * Orders of kind `education`: tuition that is paid through us and passed on to a school. Their data about people is
 * sealed.
 */
import type { Kysely } from 'kysely'
import type { Lang } from '../../lib/locale.ts'
import type { Currency } from '../../lib/money.ts'
import { BIGINT, INTEGER, TEXT, withState, type Stateful } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'
import type { ReturnReason, TuitionStatus } from './contract.ts'

export interface EducationTables {
  education_orders: EducationOrderTable
}

export interface EducationOrderTable extends Stateful {
  status: TuitionStatus
  /** Slug of `content/schools`. */
  school: string
  /** The device that sent it without a login; `null` once it belongs to a person. */
  holder: string | null
  user_id: string | null
  lang: Lang
  /** Sealed `TuitionFacts`. */
  facts: string
  /** Keyed hash of the contact: anyone who proves the contact by a login sees the order. */
  contact_mac: string
  /** The owner and the browser's key: sending the same payment again creates no second order. */
  submission_key: string
  consent_version: string
  /** Of the consent's words with the school's name; `null` before version 2.0. */
  consent_sha256: string | null
  fee_minor: number
  fee_currency: Currency
  /** CNY, minor units. */
  amount_minor: number
  /** The rate as published; `null` if the fee is in CNY. */
  rate: string | null
  rate_per: number | null
  rate_day: string | null
  rate_source_en: string | null
  rate_source_cn: string | null
  submitted_at: number
  pay_until: number
  paid_at: number | null
  sent_at: number | null
  confirmed_at: number | null
  /** The school's booking number. */
  school_reference: string | null
  returned_at: number | null
  reason: ReturnReason | null
  /** The order with which the invoice was sent: this one, or the one that it repeats. */
  invoice_order: string
  invoice_receipt: string
  /** The stored file once it was checked, or the reason why there is none. */
  invoice_file: string | null
  invoice_failed: string | null
}

export const educationMigrations: Migrations = {
  education_002_consent: {
    up: async (db: Kysely<never>) => {
      await db.schema.alterTable('education_orders').addColumn('consent_sha256', TEXT).execute()
    },
  },
  education_001_orders: {
    up: async (db: Kysely<never>) => {
      await withState(db.schema.createTable('education_orders'))
        .addColumn('school', TEXT, (c) => c.notNull())
        .addColumn('holder', TEXT)
        .addColumn('user_id', TEXT)
        .addColumn('lang', TEXT, (c) => c.notNull())
        .addColumn('facts', TEXT, (c) => c.notNull())
        .addColumn('contact_mac', TEXT, (c) => c.notNull())
        .addColumn('submission_key', TEXT, (c) => c.notNull().unique())
        .addColumn('consent_version', TEXT, (c) => c.notNull())
        .addColumn('fee_minor', BIGINT, (c) => c.notNull())
        .addColumn('fee_currency', TEXT, (c) => c.notNull())
        .addColumn('amount_minor', BIGINT, (c) => c.notNull())
        .addColumn('rate', TEXT)
        .addColumn('rate_per', INTEGER)
        .addColumn('rate_day', TEXT)
        .addColumn('rate_source_en', TEXT)
        .addColumn('rate_source_cn', TEXT)
        .addColumn('submitted_at', BIGINT, (c) => c.notNull())
        .addColumn('pay_until', BIGINT, (c) => c.notNull())
        .addColumn('paid_at', BIGINT)
        .addColumn('sent_at', BIGINT)
        .addColumn('confirmed_at', BIGINT)
        .addColumn('school_reference', TEXT)
        .addColumn('returned_at', BIGINT)
        .addColumn('reason', TEXT)
        .addColumn('invoice_order', TEXT, (c) => c.notNull())
        .addColumn('invoice_receipt', TEXT, (c) => c.notNull())
        .addColumn('invoice_file', TEXT)
        .addColumn('invoice_failed', TEXT)
        .execute()
      for (const column of [
        'holder',
        'user_id',
        'contact_mac',
        'status',
        'invoice_order',
        'invoice_receipt',
      ] as const) {
        await db.schema
          .createIndex(`education_orders_${column}`)
          .on('education_orders')
          .columns([column, 'submitted_at'])
          .execute()
      }
    },
  },
}
