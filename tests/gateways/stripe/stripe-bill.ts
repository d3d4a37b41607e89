/** Stripe's report "Itemized balance change from activity", of an account in another currency than its customers pay in. */
import { decimalText } from '../../../src/features/cashier/server/providers/decimal-amount.ts'
import { money } from '../../../src/lib/money/money.ts'
import type { FakeGateway, FakeRefund, FakeTrade } from '../fake-gateway.ts'

const HEAD =
  'balance_transaction_id,created_utc,available_on_utc,currency,gross,fee,net,reporting_category,source_id,description,customer_facing_amount,customer_facing_currency,payment_metadata[payment],refund_metadata[refund]'

function line(trade: FakeTrade, refund?: FakeRefund): string {
  const sum = decimalText(money(refund ? -refund.amount : trade.amount, 'CNY'))
  return [
    `txn_${refund?.ref ?? trade.ref}`,
    '2026-03-01 02:00:00',
    '2026-03-08 00:00:00',
    'hkd',
    refund ? '-540.00' : '1828.68',
    '0.00',
    refund ? '-540.00' : '1828.68',
    refund ? 'refund' : 'charge',
    refund?.ref ?? `ch_${trade.ref}`,
    '"Order, one"',
    sum,
    'cny',
    trade.order,
    refund?.number ?? '',
  ].join(',')
}

export function stripeBill({ trades }: FakeGateway): string {
  const paid = [...trades.values()].filter((it) => it.state === 'paid')
  return [
    HEAD,
    ...paid.flatMap((it) => [line(it), ...it.refunds.map((refund) => line(it, refund))]),
    'txn_fee,2026-03-01 02:00:00,2026-03-08 00:00:00,hkd,0.00,1.00,-1.00,fee,,"Radar",,,,',
    'txn_po,2026-03-01 02:00:00,2026-03-08 00:00:00,hkd,-10.00,0.00,-10.00,payout,po_1,"Payout",,,,',
    '',
  ].join('\n')
}
