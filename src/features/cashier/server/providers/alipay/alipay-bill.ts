/** Alipay's bill of trades (业务明细): notes before and after the table begin with `#`, sums of refunds are negative. */
import { money } from '../../../../../lib/money/money.ts'
import { billTable, noSum, type BillLine } from '../bill.ts'
import { fromDecimal } from '../decimal-amount.ts'
import { ourRefundId } from '../refund-number.ts'

const COLUMNS = ['支付宝交易号', '商户订单号', '业务类型', '订单金额（元）', '退款批次号/请求号'] as const

export function readAlipayBill(bytes: Uint8Array): BillLine[] {
  const { rows } = billTable(bytes, COLUMNS)
  return rows.map(({ line, cell }): BillLine => {
    const amount = fromDecimal(cell('订单金额（元）'), 'CNY') ?? noSum(line)
    const ref = cell('支付宝交易号')
    if (cell('业务类型') === '交易') return { kind: 'payment', ours: cell('商户订单号'), ref, amount }
    return {
      kind: 'refund',
      ours: ourRefundId(cell('退款批次号/请求号')),
      ref,
      amount: money(Math.abs(amount.amount), amount.currency),
    }
  })
}
