/** Alipay's notifications: a form, signed over all of its fields. */
import { z } from 'zod'
import type { AlipaySettings } from '../../../../../server/payment-settings.ts'
import {
  InvalidNotification,
  type ProviderNotification,
  type RawNotification,
  type RefundRef,
  type RefundResult,
} from '../provider-interface.ts'
import { ourRefundId } from '../refund-number.ts'
import type { AlipayClient } from './alipay-client.ts'
import { tradeOf, tradeReply } from './alipay-states.ts'

const fields = z.object({
  app_id: z.string(),
  notify_id: z.string().min(1).max(128),
  notify_type: z.string(),
  seller_id: z.string().optional(),
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: z.string(),
  total_amount: z.string(),
  trans_currency: z.string().optional(),
  gmt_payment: z.string().optional(),
  gmt_refund: z.string().optional(),
  out_biz_no: z.string().optional(),
})

type QueryRefund = (refund: RefundRef) => Promise<RefundResult | undefined>

/**
 * `notify_id` is the same when a notification is sent again. Its time is when it was sent and not when it was first
 * signed, so its age is not checked. For a refund it states only the sum of all refunds so far, so this refund's state
 * is queried.
 */
export async function alipayNotification(
  { appId, sellerId }: AlipaySettings,
  client: AlipayClient,
  queryRefund: QueryRefund,
  { body }: RawNotification,
): Promise<ProviderNotification> {
  const form = Object.fromEntries(new URLSearchParams(body.toString('utf8')))
  if (!client.isSigned(form)) throw new InvalidNotification('signature')
  const parsed = fields.safeParse(form)
  if (!parsed.success) throw new InvalidNotification('body')
  const it = parsed.data
  const id = it.notify_id
  if (it.app_id !== appId) throw new InvalidNotification('app')
  if (sellerId !== undefined && it.seller_id !== sellerId) throw new InvalidNotification('seller')
  if (it.notify_type !== 'trade_status_sync') return { id, kind: 'nothing' }
  if (it.gmt_refund !== undefined && it.out_biz_no !== undefined) {
    const refund = await queryRefund({
      refundId: ourRefundId(it.out_biz_no),
      ref: null,
      trade: { paymentId: it.out_trade_no, ref: it.trade_no },
    })
    return refund ? { id, kind: 'refund', refund } : { id, kind: 'nothing' }
  }
  const trade = tradeReply.safeParse({
    outTradeNo: it.out_trade_no,
    tradeNo: it.trade_no,
    tradeStatus: it.trade_status,
    totalAmount: it.total_amount,
    transCurrency: it.trans_currency,
    sendPayDate: it.gmt_payment,
  })
  if (!trade.success) throw new InvalidNotification('body')
  try {
    return { id, kind: 'trade', trade: tradeOf(trade.data) }
  } catch {
    throw new InvalidNotification('sum')
  }
}
