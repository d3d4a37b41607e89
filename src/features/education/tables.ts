/**
 * Orders of kind `education`: tuition that is paid through us and passed on to a school. Their data about people is
 * sealed.
 */
import { contactInFacts } from '../../server/keys/hashed-texts.ts'
import { bigint, defineTable, integer, stateful, text, type RowOf, type RowsOf } from '../../server/db/define-table.ts'
import type { Lang } from '../../lib/locale.ts'
import type { Currency } from '../../lib/money/money.ts'
import type { ReturnReason, TuitionStatus } from './contract.ts'

const educationOrders = defineTable('education_orders', {
  columns: {
    ...stateful<TuitionStatus>(),
    /** Slug of `content/schools`. */
    school: text(),
    /** The device that sent it without a login; `null` once it belongs to a person. */
    holder: text().orNull(),
    user_id: text().orNull(),
    lang: text<Lang>(),
    /** Sealed `TuitionFacts`. */
    facts: text().sealed('education_orders.facts'),
    /** Keyed hash of the contact: anyone who proves the contact by a login sees the order. */
    contact_mac: text(),
    /** The owner and the browser's key: sending the same payment again creates no second order. */
    submission_key: text().once(),
    consent_version: text(),
    /** Of the consent's words with the school's name; `null` before version 2.0. */
    consent_sha256: text().orNull(),
    fee_minor: bigint(),
    fee_currency: text<Currency>(),
    /** CNY, minor units. */
    amount_minor: bigint(),
    /** The rate as published; `null` if the fee is in CNY. */
    rate: text().orNull(),
    rate_per: integer().orNull(),
    rate_day: text().orNull(),
    rate_source_en: text().orNull(),
    rate_source_cn: text().orNull(),
    submitted_at: bigint(),
    pay_until: bigint(),
    paid_at: bigint().orNull(),
    sent_at: bigint().orNull(),
    confirmed_at: bigint().orNull(),
    /** The school's booking number. */
    school_reference: text().orNull(),
    returned_at: bigint().orNull(),
    reason: text<ReturnReason>().orNull(),
    /** The order with which the invoice was sent: this one, or the one that it repeats. */
    invoice_order: text(),
    invoice_receipt: text(),
    /** The stored file once it was checked, or the reason why there is none. */
    invoice_file: text().orNull(),
    invoice_failed: text().orNull(),
  },
  indexes: {
    education_orders_contact_mac: ['contact_mac', 'submitted_at'],
    education_orders_holder: ['holder', 'submitted_at'],
    education_orders_invoice_order: ['invoice_order', 'submitted_at'],
    education_orders_invoice_receipt: ['invoice_receipt', 'submitted_at'],
    education_orders_status: ['status', 'submitted_at'],
    education_orders_user_id: ['user_id', 'submitted_at'],
    education_orders_files: { on: ['updated_at'], where: 'invoice_file is not null' },
    education_orders_unpaid: { on: ['updated_at'], where: 'paid_at is null' },
    education_orders_updated: ['updated_at'],
  },
  copy: { file: 'orders', by: 'user_id', of: 'users' },
  afterClosing: { kept: 'E-Commerce Law art. 31: three years' },
  growth: { limits: ['tuitionDay', 'anonymousFileBytesDay', 'accountFileBytesDay'] },
  hashes: { columns: ['contact_mac'], texts: contactInFacts('education_orders.facts', 'contact') },
})
export type EducationOrderTable = RowOf<typeof educationOrders>

export const educationTables = { education_orders: educationOrders }

declare module '../../server/db/database-rows.ts' {
  interface Database extends RowsOf<typeof educationTables> {}
}
