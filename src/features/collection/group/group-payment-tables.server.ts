/** Group payments: lists of students whom a school pays for at once. Names and answers are stored with the applications. */
import type { Kysely } from 'kysely'
import type { Lang } from '../../../lib/locale.ts'
import type { Currency } from '../../../lib/money.ts'
import { BIGINT, INTEGER, TEXT, withState, type Stateful } from '../../../server/db/column-types.ts'
import type { Migrations } from '../../../server/db/migration-type.ts'
import type { LeavingReason, ListedState } from './group-payment-states.server.ts'

export interface GroupPaymentTables {
  group_payments: GroupPaymentTable
  group_payment_orders: GroupPaymentOrderTable
}

/** `id` is the number that its payer sees. */
export interface GroupPaymentTable extends Stateful {
  campaign_id: string
  currency: Currency
  lang: Lang
  /** Mailbox of the payer at the school, sealed; `null` where an operator hands the link over. */
  contact: string | null
  /** No money is accepted after this, ms. */
  pay_until: number
  created_at: number
  closed_at: number | null
  paid_at: number | null
  payment_id: string | null
}

export interface GroupPaymentOrderTable {
  group_id: string
  order_id: string
  /** Place on the list, from 1. */
  position: number
  /** The premium that was agreed to in the application. */
  amount_minor: number
  /** Ages to which its price applies; `null` where the price does not depend on the age. */
  ages_from: number | null
  ages_to: number | null
  state: ListedState
  /** Why it left. */
  reason: LeavingReason | null
  updated_at: number
  /** Number of failures to credit it, or to refund its part, since the last success; `null` for none. */
  failures: number | null
  /** Error of the last failure, without personal data. */
  last_error: string | null
  /** Not tried again before, ms. */
  retry_at: number | null
}

export const groupPaymentMigrations: Migrations = {
  collection_010_group_payments: {
    up: async (db: Kysely<never>) => {
      await withState(db.schema.createTable('group_payments'))
        .addColumn('campaign_id', TEXT, (c) => c.notNull())
        .addColumn('currency', TEXT, (c) => c.notNull())
        .addColumn('lang', TEXT, (c) => c.notNull())
        .addColumn('contact', TEXT)
        .addColumn('pay_until', BIGINT, (c) => c.notNull())
        .addColumn('created_at', BIGINT, (c) => c.notNull())
        .addColumn('closed_at', BIGINT)
        .addColumn('paid_at', BIGINT)
        .addColumn('payment_id', TEXT)
        .execute()
      await db.schema
        .createIndex('group_payments_campaign')
        .on('group_payments')
        .columns(['campaign_id', 'status'])
        .execute()
      await db.schema.createIndex('group_payments_status').on('group_payments').column('status').execute()
      await db.schema
        .createTable('group_payment_orders')
        .addColumn('group_id', TEXT, (c) => c.notNull())
        .addColumn('order_id', TEXT, (c) => c.notNull())
        .addColumn('position', INTEGER, (c) => c.notNull())
        .addColumn('amount_minor', BIGINT, (c) => c.notNull())
        .addColumn('ages_from', INTEGER)
        .addColumn('ages_to', INTEGER)
        .addColumn('state', TEXT, (c) => c.notNull())
        .addColumn('reason', TEXT)
        .addColumn('updated_at', BIGINT, (c) => c.notNull())
        .addPrimaryKeyConstraint('group_payment_orders_pk', ['group_id', 'order_id'])
        .execute()
      await db.schema
        .createIndex('group_payment_orders_state')
        .on('group_payment_orders')
        .columns(['group_id', 'state', 'position', 'amount_minor'])
        .execute()
      await db.schema.createIndex('group_payment_orders_order').on('group_payment_orders').column('order_id').execute()
    },
  },
  collection_011_group_failures: {
    up: async (db: Kysely<never>) => {
      await db.schema.alterTable('group_payment_orders').addColumn('failures', INTEGER).execute()
      await db.schema.alterTable('group_payment_orders').addColumn('last_error', TEXT).execute()
      await db.schema.alterTable('group_payment_orders').addColumn('retry_at', BIGINT).execute()
      await db.schema.createIndex('group_payment_orders_retry').on('group_payment_orders').column('retry_at').execute()
    },
  },
}
