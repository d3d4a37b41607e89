/** The sandbox gateway's own books. The merchant's side never reads them, but asks over HTTP. */
import type { Kysely } from 'kysely'
import type { Lang } from '../../../lib/locale.ts'
import type { Currency } from '../../../lib/money.ts'
import { BIGINT, INTEGER, JSON_TEXT, TEXT } from '../../../server/db/column-types.ts'
import type { Migrations } from '../../../server/db/migration-type.ts'
import type { PaymentMethod } from '../payment-methods.ts'
import type { RefundReply, TradeState } from './protocol.server.ts'

export interface GatewayTradeTable {
  ref: string
  /** The merchant's id of the payment. */
  merchant_ref: string
  /** Secret token in the pay page's address. */
  token: string
  method: PaymentMethod
  amount_minor: number
  currency: Currency
  subject: string
  lang: Lang
  status: TradeState
  /** How the person chose to have the outcome notified. */
  delivery: string | null
  return_url: string
  notify_path: string
  created_at: number
  /** When the bank confirms a trade that is `processing`. */
  settles_at: number | null
  paid_at: number | null
  expires_at: number
}

export interface GatewayRefundTable {
  ref: string
  merchant_ref: string
  trade_ref: string
  amount_minor: number
  status: RefundReply['state']
  created_at: number
}

export interface GatewayDeliveryTable {
  id: string
  /** The same event may be delivered more than once. */
  event_id: string
  trade_ref: string
  body: string
  due_at: number
  attempts: number
  last_status: number | null
  delivered_at: number | null
}

interface GatewayFaultTable {
  name: string
  /** Number of calls that still fail, or 1 for a switch that is on. */
  left: number
}

export interface GatewayTables {
  gateway_trades: GatewayTradeTable
  gateway_refunds: GatewayRefundTable
  gateway_deliveries: GatewayDeliveryTable
  gateway_faults: GatewayFaultTable
}

export const gatewayMigrations: Migrations = { cashier_100_gateway: { up } }

async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('gateway_trades')
    .addColumn('ref', TEXT, (c) => c.primaryKey())
    .addColumn('merchant_ref', TEXT, (c) => c.notNull().unique())
    .addColumn('token', TEXT, (c) => c.notNull().unique())
    .addColumn('method', TEXT, (c) => c.notNull())
    .addColumn('amount_minor', BIGINT, (c) => c.notNull())
    .addColumn('currency', TEXT, (c) => c.notNull())
    .addColumn('subject', TEXT, (c) => c.notNull())
    .addColumn('lang', TEXT, (c) => c.notNull())
    .addColumn('status', TEXT, (c) => c.notNull())
    .addColumn('delivery', TEXT)
    .addColumn('return_url', TEXT, (c) => c.notNull())
    .addColumn('notify_path', TEXT, (c) => c.notNull())
    .addColumn('created_at', BIGINT, (c) => c.notNull())
    .addColumn('settles_at', BIGINT)
    .addColumn('paid_at', BIGINT)
    .addColumn('expires_at', BIGINT, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('gateway_refunds')
    .addColumn('ref', TEXT, (c) => c.primaryKey())
    .addColumn('merchant_ref', TEXT, (c) => c.notNull().unique())
    .addColumn('trade_ref', TEXT, (c) => c.notNull())
    .addColumn('amount_minor', BIGINT, (c) => c.notNull())
    .addColumn('status', TEXT, (c) => c.notNull())
    .addColumn('created_at', BIGINT, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('gateway_refunds_trade').on('gateway_refunds').column('trade_ref').execute()
  await db.schema
    .createTable('gateway_deliveries')
    .addColumn('id', TEXT, (c) => c.primaryKey())
    .addColumn('event_id', TEXT, (c) => c.notNull())
    .addColumn('trade_ref', TEXT, (c) => c.notNull())
    .addColumn('body', JSON_TEXT, (c) => c.notNull())
    .addColumn('due_at', BIGINT, (c) => c.notNull())
    .addColumn('attempts', INTEGER, (c) => c.notNull().defaultTo(0))
    .addColumn('last_status', INTEGER)
    .addColumn('delivered_at', BIGINT)
    .execute()
  await db.schema.createIndex('gateway_deliveries_trade').on('gateway_deliveries').column('trade_ref').execute()
  await db.schema
    .createTable('gateway_faults')
    .addColumn('name', TEXT, (c) => c.primaryKey())
    .addColumn('left', INTEGER, (c) => c.notNull())
    .execute()
}
