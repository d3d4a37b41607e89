/**
 * Alipay's states of trades and refunds, in our terms. Its sums are whole units with two decimals, its times are in
 * Shanghai.
 */
import { z } from 'zod'
import type { Money } from '../../../../../lib/money/money.ts'
import { CURRENCIES } from '../../../../../lib/money/currencies.ts'
import type { Failure } from '../../../contract.ts'
import type { RefundResult, Trade } from '../provider-interface.ts'
import { fromDecimal } from '../decimal-amount.ts'
import { ourRefundId } from '../refund-number.ts'
import { fromShanghaiTime } from '../shanghai-time.ts'

const STATUSES = ['WAIT_BUYER_PAY', 'TRADE_SUCCESS', 'TRADE_FINISHED', 'TRADE_CLOSED'] as const

/** A sum of a trade; in yuan unless stated otherwise. */
function sumOf(text: string, currency = 'CNY'): Money {
  const known = z.enum(CURRENCIES).parse(currency)
  const sum = fromDecimal(text, known)
  if (!sum) throw new z.ZodError([])
  return sum
}

export const tradeReply = z.object({
  outTradeNo: z.string().min(1),
  tradeNo: z.string().optional(),
  tradeStatus: z.enum(STATUSES),
  totalAmount: z.string(),
  transCurrency: z.string().optional(),
  sendPayDate: z.string().optional(),
})

export function tradeOf(reply: z.output<typeof tradeReply>): Trade {
  const base = { paymentId: reply.outTradeNo, ref: reply.tradeNo ?? '' }
  switch (reply.tradeStatus) {
    case 'WAIT_BUYER_PAY':
      return { ...base, state: 'pending' }
    case 'TRADE_SUCCESS':
    case 'TRADE_FINISHED':
      return {
        ...base,
        state: 'succeeded',
        paid: sumOf(reply.totalAmount, reply.transCurrency),
        at: fromShanghaiTime(reply.sendPayDate),
      }
    // Closed without money, or after all of it was refunded: in that case the payment has succeeded before, and this
    // changes nothing.
    case 'TRADE_CLOSED':
      return { ...base, state: 'failed', failure: 'cancelled' satisfies Failure }
  }
}

export const refundReply = z.object({
  outTradeNo: z.string().min(1),
  tradeNo: z.string().optional(),
  outRequestNo: z.string().min(1),
  refundAmount: z.string(),
  refundStatus: z.string().optional(),
})

export const refundOf = (reply: z.output<typeof refundReply>): RefundResult => ({
  refundId: ourRefundId(reply.outRequestNo),
  ref: reply.tradeNo ?? '',
  state: reply.refundStatus === 'REFUND_SUCCESS' ? 'succeeded' : 'pending',
  amount: sumOf(reply.refundAmount),
})
