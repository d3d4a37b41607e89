/** WeChat Pay's states of trades and refunds, in our terms. */
import { z } from 'zod'
import { money, type Money } from '../../../../../lib/money/money.ts'
import { CURRENCIES } from '../../../../../lib/money/currencies.ts'
import type { WechatSettings } from '../../../../../server/payment-settings.ts'
import { ourRefundId } from '../refund-number.ts'
import type { RefundResult, Trade } from '../provider-interface.ts'

/** The answer is about another merchant's business, or about another trade than was asked for. */
export class WrongSubject extends Error {
  override name = 'WrongSubject'
}

const CNY = 'CNY'

const tradeReply = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().optional(),
  trade_state: z.string(),
  success_time: z.string().optional(),
  amount: z.object({ total: z.number().int(), currency: z.string().optional() }).optional(),
})

/** `appid` or `mchid` are not ours: the answer is about somebody else's money. */
function requireOurs(
  reply: { appid?: string; mchid?: string | undefined },
  { appId, merchantId }: WechatSettings,
): void {
  if (reply.mchid !== undefined && reply.mchid !== merchantId) throw new WrongSubject('merchant')
  if (reply.appid !== undefined && reply.appid !== appId) throw new WrongSubject('app')
}

export function tradeOf(said: unknown, settings: WechatSettings): Trade {
  const reply = tradeReply.parse(said)
  requireOurs(reply, settings)
  const base = { paymentId: reply.out_trade_no, ref: reply.transaction_id ?? '' }
  switch (reply.trade_state) {
    // A refunded trade was paid first: the refund is booked separately.
    case 'SUCCESS':
    case 'REFUND': {
      if (!reply.amount) throw new WrongSubject('amount')
      return {
        ...base,
        state: 'succeeded',
        paid: moneyOf(reply.amount.total, reply.amount.currency),
        at: instantOf(reply.success_time),
      }
    }
    case 'PAYERROR':
      return { ...base, state: 'failed', failure: 'rejected' }
    case 'CLOSED':
    case 'REVOKED':
      return { ...base, state: 'failed', failure: 'cancelled' }
    default:
      return { ...base, state: 'pending' }
  }
}

/** Money in a currency other than yuan matches nothing that we sell through it, and is held. */
const moneyOf = (minor: number, currency: string = CNY): Money => money(minor, z.enum(CURRENCIES).parse(currency))

const instantOf = (text: string | undefined): number => {
  const at = text === undefined ? NaN : Date.parse(text)
  return Number.isNaN(at) ? 0 : at
}

const refundReply = z.object({
  mchid: z.string().optional(),
  refund_id: z.string(),
  out_refund_no: z.string(),
  out_trade_no: z.string(),
  status: z.string().optional(),
  refund_status: z.string().optional(),
  amount: z.object({ refund: z.number().int(), currency: z.string().optional() }),
})

/** `status` in answers is `refund_status` in notifications. */
export function refundOf(said: unknown, settings: WechatSettings): RefundResult {
  const reply = refundReply.parse(said)
  requireOurs({ mchid: reply.mchid }, settings)
  const state = reply.status ?? reply.refund_status
  return {
    refundId: ourRefundId(reply.out_refund_no),
    ref: reply.refund_id,
    amount: moneyOf(reply.amount.refund, reply.amount.currency),
    state: state === 'SUCCESS' ? 'succeeded' : state === 'CLOSED' || state === 'ABNORMAL' ? 'failed' : 'pending',
  }
}
