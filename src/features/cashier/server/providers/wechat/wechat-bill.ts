/**
 * WeChat Pay's bill of trades (`tradebill`, ALL): every cell begins with a mark that keeps spreadsheets from rounding
 * it.
 */
import { CURRENCIES } from '../../../../../lib/money/currencies.ts'
import { billTable, noSum, type BillLine } from '../bill.ts'
import { fromDecimal } from '../decimal-amount.ts'
import { ourRefundId } from '../refund-number.ts'

const COLUMNS = [
  '商户号',
  '微信订单号',
  '商户订单号',
  '交易状态',
  '货币种类',
  '微信退款单号',
  '商户退款单号',
  '订单金额',
  '申请退款金额',
] as const

export function readWechatBill(bytes: Uint8Array): BillLine[] {
  const { rows } = billTable(bytes, COLUMNS, (cell) => cell.replace(/^`/, ''))
  return rows.flatMap(({ line, cell }): BillLine[] => {
    const currency = CURRENCIES.find((it) => it === cell('货币种类')) ?? noSum(line)
    const sum = (name: '订单金额' | '申请退款金额') => fromDecimal(cell(name), currency) ?? noSum(line)
    if (cell('交易状态') === 'SUCCESS')
      return [{ kind: 'payment', ours: cell('商户订单号'), ref: cell('微信订单号'), amount: sum('订单金额') }]
    return [
      {
        kind: 'refund',
        ours: ourRefundId(cell('商户退款单号')),
        ref: cell('微信退款单号'),
        amount: sum('申请退款金额'),
      },
    ]
  })
}
