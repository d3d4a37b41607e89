/** Group payments: lists of students whom a school pays for at once. Names and answers are stored with the applications. */
import {
  bigint,
  defineTable,
  integer,
  stateful,
  text,
  type RowOf,
  type RowsOf,
} from '../../../../server/db/define-table.ts'
import type { Lang } from '../../../../lib/locale.ts'
import type { Currency } from '../../../../lib/money/money.ts'
import type { LeavingReason, ListedState } from './group-payment-states.ts'

/** `id` is the number that its payer sees. */
const groupPayments = defineTable('group_payments', {
  columns: {
    ...stateful<string>(),
    campaign_id: text(),
    currency: text<Currency>(),
    lang: text<Lang>(),
    /** Mailbox of the payer at the school, sealed; `null` where an operator hands the link over. */
    contact: text().orNull().sealed('group_payments.contact'),
    /** No money is accepted after this, ms. */
    pay_until: bigint(),
    created_at: bigint(),
    closed_at: bigint().orNull(),
    paid_at: bigint().orNull(),
    payment_id: text().orNull(),
  },
  indexes: {
    group_payments_campaign: ['campaign_id', 'status'],
    group_payments_status: ['status'],
  },
  copy: { not: 'a school’s payment for many students; its contact is the school’s' },
  afterClosing: { kept: 'the books: what a school paid for whom, by numbers of orders' },
  growth: { only: 'operators' },
})
export type GroupPaymentTable = RowOf<typeof groupPayments>

const groupPaymentOrders = defineTable('group_payment_orders', {
  columns: {
    group_id: text(),
    order_id: text(),
    /** Place on the list, from 1. */
    position: integer(),
    /** The premium that was agreed to in the application. */
    amount_minor: bigint(),
    /** Ages to which its price applies; `null` where the price does not depend on the age. */
    ages_from: integer().orNull(),
    ages_to: integer().orNull(),
    state: text<ListedState>(),
    /** Why it left. */
    reason: text<LeavingReason>().orNull(),
    updated_at: bigint(),
    /** Number of failures to credit it, or to refund its part, since the last success; `null` for none. */
    failures: integer().orNull(),
    /** Error of the last failure, without personal data. */
    last_error: text().orNull(),
    /** Not tried again before, ms. */
    retry_at: bigint().orNull(),
  },
  key: { name: 'group_payment_orders_pk', on: ['group_id', 'order_id'] },
  indexes: {
    group_payment_orders_order: ['order_id'],
    group_payment_orders_retry: ['retry_at'],
    group_payment_orders_state: ['group_id', 'state', 'position', 'amount_minor'],
  },
  copy: { not: 'which applications a school paid for together, as each application in the copy says' },
  afterClosing: { kept: 'the books: what a school paid for whom, by numbers of orders' },
  growth: { limits: ['campaignPlaces'] },
})
export type GroupPaymentOrderTable = RowOf<typeof groupPaymentOrders>

export const groupPaymentTables = { group_payments: groupPayments, group_payment_orders: groupPaymentOrders }

declare module '../../../../server/db/database-rows.ts' {
  interface Database extends RowsOf<typeof groupPaymentTables> {}
}
