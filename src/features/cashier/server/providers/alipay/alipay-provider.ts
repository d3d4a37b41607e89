/** Alipay: its page on a desktop or a phone, or a QR code to scan with its app. */
import { z } from 'zod'
import type { AlipaySettings } from '../../../../../server/payment-settings.ts'
import {
  ProviderUnavailable,
  type Provider,
  type RefundRef,
  type RefundResult,
  type Trade,
  type TradeRef,
} from '../provider-interface.ts'
import { decimalText, fromDecimal } from '../decimal-amount.ts'
import { gatewayRefundNumber, ourRefundId } from '../refund-number.ts'
import { shanghaiTime } from '../shanghai-time.ts'
import { AlipayRefusal, alipayClient } from './alipay-client.ts'
import { alipayNotification } from './alipay-notification.ts'
import { alipayProductFor, offersAlipay } from './alipay-on-devices.ts'
import { refundOf, refundReply, tradeOf, tradeReply } from './alipay-states.ts'
import { money } from '../../../../../lib/money/money.ts'
import { billTable, noSum, type BillLine } from '../bill.ts'

/** A QR code of Alipay's may be scanned for two hours. */
const QR_LIFETIME = 110 * 60_000
const UNKNOWN = 'ACQ.TRADE_NOT_EXIST'

export function alipayProvider(settings: AlipaySettings, clock: () => number): Provider {
  const client = alipayClient(settings)

  /** Alipay's answer about a number, `undefined` for an unknown one. */
  async function known<T>(ask: () => Promise<T>, unknown = [UNKNOWN]): Promise<T | undefined> {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof AlipayRefusal && unknown.includes(error.code)) return undefined
      throw unavailable(error)
    }
  }

  const query = ({ paymentId }: TradeRef): Promise<Trade | undefined> =>
    known(async () => {
      const trade = tradeOf(await client.call('alipay.trade.query', { out_trade_no: paymentId }, tradeReply))
      if (trade.paymentId !== paymentId) throw new ProviderUnavailable('another trade than was asked about')
      return trade
    })

  const queryRefund = ({ refundId, trade }: RefundRef): Promise<RefundResult | undefined> =>
    known(async () => {
      const number = gatewayRefundNumber(refundId)
      const asked = { out_trade_no: trade.paymentId, out_request_no: number }
      const said = await client.call('alipay.trade.fastpay.refund.query', asked, refundReply.partial())
      // Without a status there is no such refund.
      if (said.refundStatus === undefined || said.outRequestNo !== number) return undefined
      return refundOf(refundReply.parse(said))
    }, [UNKNOWN, 'TRADE_NOT_EXIST', 'ACQ.REFUND_NOT_EXIST'])

  return {
    name: 'alipay',
    methods: ['alipay'],
    sandbox: false,
    offers: (situation) => offersAlipay(situation, settings),
    async create({ paymentId, amount, subject, expiresAt, returnUrl, notifyUrl, payer }) {
      const product = alipayProductFor(payer, settings)
      const content = {
        out_trade_no: paymentId,
        total_amount: decimalText(amount),
        subject,
        time_expire: shanghaiTime(expiresAt),
      }
      if (product === 'page')
        return redirectTo(
          client.pageUrl(
            'alipay.trade.page.pay',
            { ...content, product_code: 'FAST_INSTANT_TRADE_PAY' },
            { notifyUrl, returnUrl },
          ),
        )
      if (product === 'wap')
        return redirectTo(
          client.pageUrl(
            'alipay.trade.wap.pay',
            { ...content, product_code: 'QUICK_WAP_WAY', quit_url: returnUrl },
            { notifyUrl, returnUrl },
          ),
        )
      try {
        const { qrCode } = await client.call(
          'alipay.trade.precreate',
          content,
          z.object({ qrCode: z.string().min(1) }),
          { notifyUrl },
        )
        return { ref: null, action: { kind: 'qr', text: qrCode }, until: clock() + QR_LIFETIME }
      } catch (error) {
        throw unavailable(error)
      }
    },
    query,
    async close(trade) {
      // Unknown until its payer has opened it, or already paid or closed: a query says which.
      await known(
        () => client.call('alipay.trade.close', { out_trade_no: trade.paymentId }, z.unknown()),
        [UNKNOWN, 'ACQ.TRADE_STATUS_ERROR', 'ACQ.REASON_TRADE_STATUS_INVALID', 'ACQ.REASON_ILLEGAL_STATUS'],
      )
      return query(trade)
    },
    async refund({ refundId, trade, amount, reason }) {
      const asked = {
        out_trade_no: trade.paymentId,
        out_request_no: gatewayRefundNumber(refundId),
        refund_amount: decimalText(amount),
        refund_reason: reason,
      }
      try {
        const { fundChange, tradeNo } = await client.call(
          'alipay.trade.refund',
          asked,
          z.object({ fundChange: z.string(), tradeNo: z.string() }),
        )
        // "N": this call moved no money, because the refund was made before or is in progress.
        if (fundChange === 'Y') return { refundId, ref: tradeNo, state: 'succeeded', amount }
        return (
          (await queryRefund({ refundId, ref: null, trade })) ?? { refundId, ref: tradeNo, state: 'pending', amount }
        )
      } catch (error) {
        if (error instanceof AlipayRefusal) return { refundId, ref: '', state: 'failed', amount }
        throw error
      }
    },
    queryRefund,
    readBill: readAlipayBill,
    verifyNotification: (raw) => alipayNotification(settings, client, queryRefund, raw),
    acknowledge: (taken) => ({ status: taken ? 200 : 400, type: 'text/plain', body: taken ? 'success' : 'fail' }),
  }
}

const redirectTo = (url: string) => ({ ref: null, action: { kind: 'redirect', url } as const })

const unavailable = (error: unknown): unknown =>
  error instanceof AlipayRefusal ? new ProviderUnavailable(`answered ${error.code}`, { cause: error }) : error

/** Alipay's bill of trades (业务明细): notes before and after the table begin with `#`, sums of refunds are negative. */
const COLUMNS = ['支付宝交易号', '商户订单号', '业务类型', '订单金额（元）', '退款批次号/请求号'] as const

function readAlipayBill(bytes: Uint8Array): BillLine[] {
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
