/**
 * Stripe's report "Itemized balance change from activity", with the metadata of our payments and refunds. The sum that
 * its customers paid counts, not Stripe's conversion into the account's own currency.
 */
import { money } from '../../../../../lib/money/money.ts'
import { CURRENCIES } from '../../../../../lib/money/currencies.ts'
import { billTable, noSum, type BillLine } from '../bill.ts'
import { fromDecimal } from '../decimal-amount.ts'

const COLUMNS = [
  'reporting_category',
  'source_id',
  'customer_facing_amount',
  'customer_facing_currency',
  'payment_metadata[payment]',
  'refund_metadata[refund]',
] as const

export function readStripeBill(bytes: Uint8Array): BillLine[] {
  const { rows } = billTable(bytes, COLUMNS)
  return rows.flatMap(({ line, cell }): BillLine[] => {
    const kind = cell('reporting_category')
    // Fees, payouts and disputes are not payments of ours.
    if (kind !== 'charge' && kind !== 'refund') return []
    const currency = CURRENCIES.find((it) => it === cell('customer_facing_currency').toUpperCase()) ?? noSum(line)
    const amount = fromDecimal(cell('customer_facing_amount'), currency) ?? noSum(line)
    const ours = cell(kind === 'charge' ? 'payment_metadata[payment]' : 'refund_metadata[refund]')
    return [
      {
        kind: kind === 'charge' ? 'payment' : 'refund',
        ours,
        ref: cell('source_id'),
        amount: money(Math.abs(amount.amount), currency),
      },
    ]
  })
}
