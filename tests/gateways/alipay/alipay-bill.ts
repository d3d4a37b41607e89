/** The day's bill of trades as Alipay writes it: notes with `#` around the table, refunds as negative sums. */
import { decimalText } from '../../../src/features/cashier/server/providers/decimal-amount.ts'
import { money } from '../../../src/lib/money/money.ts'
import type { FakeGateway, FakeRefund, FakeTrade } from '../fake-gateway.ts'

const HEAD =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'

function line(trade: FakeTrade, refund?: FakeRefund): string {
  const sum = decimalText(money(refund ? -refund.amount : trade.amount, 'CNY'))
  return [
    `${trade.ref}\t`,
    `${trade.order}\t`,
    refund ? '退款' : '交易',
    'YFO',
    '2026-03-01 10:00:00',
    '2026-03-01 10:00:00',
    '',
    '',
    '',
    '',
    '*林(lin***@example.com)',
    sum,
    sum,
    '0.00',
    '0.00',
    '0.00',
    '0.00',
    '0.00',
    '',
    '0.00',
    '0.00',
    refund?.number ?? '',
    '0.00',
    '0.00',
    '',
  ].join(',')
}

export function alipayBill({ trades }: FakeGateway): string {
  const paid = [...trades.values()].filter((it) => it.state === 'paid')
  return [
    '#支付宝业务明细查询',
    '#账号：[20880000000000010156]',
    '#起始日期：[2026年03月01日 00:00:00]   终止日期：[2026年03月02日 00:00:00]',
    '#-----------------------------------------业务明细列表----------------------------------------',
    HEAD,
    ...paid.flatMap((it) => [line(it), ...it.refunds.map((refund) => line(it, refund))]),
    '#-----------------------------------------业务明细列表结束------------------------------------',
    '#交易合计：2笔，商家实收共3386.44元',
    '#退款合计：2笔，商家实收退款共-500.01元',
    '#导出时间：[2026年03月02日 09:00:00]',
    '',
  ].join('\n')
}
