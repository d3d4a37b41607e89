/** The sandbox gateway's own books. The merchant's side never reads them, but asks over HTTP. */
import { bigint, defineTable, integer, text, type RowOf, type RowsOf } from '../../../../server/db/define-table.ts'
import type { Lang } from '../../../../lib/locale.ts'
import type { Currency } from '../../../../lib/money/money.ts'
import type { PaymentMethod } from '../../rules/payment-methods.ts'
import type { RefundReply, TradeState } from './protocol.ts'

const gatewayTrades = defineTable('gateway_trades', {
  columns: {
    ref: text().key(),
    /** The merchant's id of the payment. */
    merchant_ref: text().once(),
    /** Secret token in the pay page's address. */
    token: text().once(),
    method: text<PaymentMethod>(),
    amount_minor: bigint(),
    currency: text<Currency>(),
    subject: text(),
    lang: text<Lang>(),
    status: text<TradeState>(),
    /** How the person chose to have the outcome notified. */
    delivery: text().orNull(),
    return_url: text(),
    notify_path: text(),
    created_at: bigint(),
    /** When the bank confirms a trade that is `processing`. */
    settles_at: bigint().orNull(),
    paid_at: bigint().orNull(),
    expires_at: bigint(),
  },
  copy: { not: 'books of the sandbox; empty in production' },
  afterClosing: { kept: 'books of the sandbox; empty in production' },
  growth: { only: 'the sandbox; empty in production' },
})
export type GatewayTradeTable = RowOf<typeof gatewayTrades>

const gatewayRefunds = defineTable('gateway_refunds', {
  columns: {
    ref: text().key(),
    merchant_ref: text().once(),
    trade_ref: text(),
    amount_minor: bigint(),
    status: text<RefundReply['state']>(),
    created_at: bigint(),
  },
  indexes: {
    gateway_refunds_trade: ['trade_ref'],
  },
  copy: { not: 'books of the sandbox; empty in production' },
  afterClosing: { kept: 'books of the sandbox; empty in production' },
  growth: { only: 'the sandbox; empty in production' },
})
export type GatewayRefundTable = RowOf<typeof gatewayRefunds>

const gatewayDeliveries = defineTable('gateway_deliveries', {
  columns: {
    id: text().key(),
    /** The same event may be delivered more than once. */
    event_id: text(),
    trade_ref: text(),
    body: text(),
    due_at: bigint(),
    attempts: integer().else(0),
    last_status: integer().orNull(),
    delivered_at: bigint().orNull(),
  },
  indexes: {
    gateway_deliveries_trade: ['trade_ref'],
  },
  copy: { not: 'books of the sandbox; empty in production' },
  afterClosing: { kept: 'books of the sandbox; empty in production' },
  growth: { only: 'the sandbox; empty in production' },
})
export type GatewayDeliveryTable = RowOf<typeof gatewayDeliveries>

const gatewayFaults = defineTable('gateway_faults', {
  columns: {
    name: text().key(),
    /** Number of calls that still fail, or 1 for a switch that is on. */
    left: integer(),
  },
  copy: { not: 'nothing about a person' },
  afterClosing: 'gone',
  growth: { only: 'the sandbox; empty in production' },
})

export const gatewayTables = {
  gateway_trades: gatewayTrades,
  gateway_refunds: gatewayRefunds,
  gateway_deliveries: gatewayDeliveries,
  gateway_faults: gatewayFaults,
}

declare module '../../../../server/db/database-rows.ts' {
  interface Database extends RowsOf<typeof gatewayTables> {}
}
