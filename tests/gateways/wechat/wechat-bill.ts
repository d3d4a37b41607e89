/** The day's bill of trades as WeChat Pay writes it: every cell of the table begins with a mark, sums come last. */
import { decimalText } from '../../../src/features/cashier/server/providers/decimal-amount.ts'
import { money } from '../../../src/lib/money/money.ts'
import type { FakeGateway, FakeRefund, FakeTrade } from '../fake-gateway.ts'

const HEAD =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const yuan = (minor: number): string => decimalText(money(minor, 'CNY'))

function line(trade: FakeTrade, refund?: FakeRefund): string {
  const cells = [
    '2026-03-01 10:00:00',
    'wx8888888888888888',
    '1900000001',
    '0',
    '',
    trade.ref,
    trade.order,
    'openid-of-somebody',
    'NATIVE',
    refund ? 'REFUND' : 'SUCCESS',
    'OTHERS',
    'CNY',
    refund ? '0.00' : yuan(trade.amount),
    '0.00',
    refund?.ref ?? '0',
    refund?.number ?? '0',
    refund ? yuan(refund.amount) : '0.00',
    '0.00',
    refund ? 'ORIGINAL' : '',
    refund ? 'SUCCESS' : '',
    'YFO',
    '',
    '0.00',
    '0.60%',
    refund ? '0.00' : yuan(trade.amount),
    refund ? yuan(refund.amount) : '0.00',
    '',
  ]
  return cells.map((it) => `\`${it}`).join(',')
}

export function wechatBill({ trades }: FakeGateway): string {
  const paid = [...trades.values()].filter((it) => it.state === 'paid')
  return `\ufeff${[HEAD, ...paid.flatMap((it) => [line(it), ...it.refunds.map((refund) => line(it, refund))]), '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额', '`4,`3386.44,`500.01,`0.00,`0.00,`3386.44,`500.01', ''].join('\n')}`
}
