/** Alipay by its public documentation: one address, forms in, signed JSON out, with generated keys. */
import { createSign, createVerify, generateKeyPairSync } from 'node:crypto'
import { decimalText, fromDecimal } from '../../../src/features/cashier/server/providers/decimal-amount.ts'
import { shanghaiTime } from '../../../src/features/cashier/server/providers/shanghai-time.ts'
import { money } from '../../../src/lib/money/money.ts'
import {
  FakeGateway,
  nextNumber,
  type Answer,
  type Asked,
  type FakeRefund,
  type FakeTrade,
  type Message,
  type NotifyOptions,
} from '../fake-gateway.ts'

const APP = '2021000000000001'
const SELLER = '2088000000000001'

/** Alipay has a single status for every trade that ended without money. */
const STATES: Record<FakeTrade['state'], string> = {
  open: 'WAIT_BUYER_PAY',
  paid: 'TRADE_SUCCESS',
  refused: 'TRADE_CLOSED',
  cancelled: 'TRADE_CLOSED',
  authorization: 'TRADE_CLOSED',
  closed: 'TRADE_CLOSED',
}

const keyPair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
/** A key as Alipay's own tool exports it: one line without header and footer. */
const bare = (pem: string): string => pem.replace(/-----[A-Z ]+-----|\n/g, '')
const yuan = (minor: number): string => decimalText(money(minor, 'CNY'))

export class FakeAlipay extends FakeGateway {
  readonly name = 'alipay'
  readonly method = 'alipay'
  readonly failures = { refused: 'cancelled', cancelled: 'cancelled', authorization: 'cancelled' }
  readonly #app = keyPair()
  readonly #alipay = keyPair()

  env(): Record<string, string> {
    return {
      ALIPAY_APP_ID: APP,
      ALIPAY_SELLER_ID: SELLER,
      ALIPAY_PRIVATE_KEY: bare(this.#app.privateKey),
      ALIPAY_PUBLIC_KEY: bare(this.#alipay.publicKey),
      ALIPAY_PRODUCTS: 'page,wap',
      ALIPAY_GATEWAY_URL: `${this.url}/gateway.do`,
    }
  }

  /** The payer opens the page: only then does Alipay know the trade. Throws when the merchant did not sign the address. */
  visit(address: string): string {
    const { searchParams } = new URL(address)
    const fields = Object.fromEntries(searchParams)
    if (!this.#isSigned(fields)) throw new Error('the page’s address is not signed')
    const content = JSON.parse(fields.biz_content ?? '{}') as { out_trade_no: string; total_amount: string }
    this.open(
      content.out_trade_no,
      fromDecimal(content.total_amount, 'CNY')?.amount ?? 0,
      'CNY',
      fields.method ?? '',
      fields.notify_url,
    )
    this.returns.set(content.out_trade_no, fields.return_url ?? '')
    return content.out_trade_no
  }

  #isSigned({ sign = '', ...fields }: Record<string, string>): boolean {
    const text = Object.keys(fields)
      .sort()
      .map((key) => `${key}=${fields[key]}`)
      .join('&')
    return (
      fields.app_id === APP &&
      fields.sign_type === 'RSA2' &&
      createVerify('RSA-SHA256').update(text, 'utf8').verify(this.#app.publicKey, sign, 'base64')
    )
  }

  protected answer({ path, body }: Asked): Answer {
    const fields = Object.fromEntries([
      ...new URL(path, this.url).searchParams,
      ...new URLSearchParams(body.toString()),
    ])
    const method = fields.method ?? ''
    const said = this.#isSigned(fields)
      ? this.#operate(method, JSON.parse(fields.biz_content ?? '{}') as Record<string, string>, fields.notify_url)
      : { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature' }
    const text = JSON.stringify(said)
    const sign = createSign('RSA-SHA256').update(text, 'utf8').sign(this.#alipay.privateKey, 'base64')
    return { status: 200, body: `{"${method.replaceAll('.', '_')}_response":${text},"sign":"${sign}"}` }
  }

  #operate(
    method: string,
    {
      out_trade_no: order = '',
      total_amount: total = '',
      out_request_no: number = '',
      refund_amount: back = '',
    }: Record<string, string>,
    notifyUrl = '',
  ): Record<string, string> {
    const done = { code: '10000', msg: 'Success' }
    const refused = (code: string) => ({ code: '40004', msg: 'Business Failed', sub_code: code, sub_msg: code })
    if (method === 'alipay.trade.precreate')
      return {
        ...done,
        out_trade_no: order,
        qr_code: `https://qr.alipay.com/${this.open(order, fromDecimal(total, 'CNY')?.amount ?? 0, 'CNY', 'qr', notifyUrl).ref}`,
      }
    const trade = this.trades.get(order)
    if (!trade) return refused('ACQ.TRADE_NOT_EXIST')
    if (method === 'alipay.trade.query')
      return { ...done, ...this.#said(trade, {}), send_pay_date: shanghaiTime(this.clock()) }
    if (method === 'alipay.trade.close') {
      if (trade.state !== 'open') return refused('ACQ.TRADE_STATUS_ERROR')
      trade.state = 'closed'
      return { ...done, out_trade_no: order, trade_no: trade.ref }
    }
    if (method === 'alipay.trade.refund') {
      const before = trade.refunds.find((it) => it.number === number)
      const refund = this.giveBack(trade, number, fromDecimal(back, 'CNY')?.amount ?? 0)
      if (!refund) return refused('ACQ.SELLER_BALANCE_NOT_ENOUGH')
      return {
        ...done,
        out_trade_no: order,
        trade_no: trade.ref,
        fund_change: before || refund.state !== 'done' ? 'N' : 'Y',
        refund_fee: yuan(trade.refunds.reduce((sum, it) => sum + it.amount, 0)),
      }
    }
    const refund = trade.refunds.find((it) => it.number === number)
    if (!refund) return done
    return {
      ...done,
      out_trade_no: order,
      trade_no: trade.ref,
      out_request_no: number,
      refund_amount: yuan(refund.amount),
      total_amount: yuan(trade.amount),
      ...(refund.state === 'done'
        ? { refund_status: 'REFUND_SUCCESS' }
        : refund.state === 'pending'
          ? { refund_status: 'REFUND_PROCESSING' }
          : {}),
    }
  }

  #said(trade: FakeTrade, { lie = this.lie, state = trade.state }: NotifyOptions): Record<string, string> {
    return {
      out_trade_no: lie.order ?? trade.order,
      trade_no: trade.ref,
      trade_status: STATES[state],
      total_amount: yuan(lie.amount ?? trade.amount),
      ...(lie.currency ? { trans_currency: lie.currency } : {}),
    }
  }

  #message(
    said: Record<string, string>,
    { id = `N${nextNumber()}`, at = this.clock(), lie = this.lie }: NotifyOptions,
  ): Message {
    const fields: Record<string, string> = {
      ...said,
      app_id: APP,
      auth_app_id: APP,
      charset: 'utf-8',
      version: '1.0',
      notify_type: 'trade_status_sync',
      notify_id: id,
      notify_time: shanghaiTime(at),
      seller_id: lie.merchant ?? SELLER,
      subject: 'Order & policy = 保险',
      buyer_id: '2088000000000009',
    }
    const text = Object.keys(fields)
      .sort()
      .map((key) => `${key}=${fields[key]}`)
      .join('&')
    const sign = createSign('RSA-SHA256').update(text, 'utf8').sign(this.#alipay.privateKey, 'base64')
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: Buffer.from(new URLSearchParams({ ...fields, sign_type: 'RSA2', sign }).toString()),
    }
  }

  notification(order: string, options: NotifyOptions = {}): Message {
    const trade = this.trade(order)
    return this.#message(
      {
        ...this.#said(trade, options),
        ...((options.state ?? trade.state) === 'paid' ? { gmt_payment: shanghaiTime(this.clock()) } : {}),
      },
      options,
    )
  }

  refundNotification(order: string, refund: FakeRefund, options: NotifyOptions = {}): Message {
    const trade = this.trade(order)
    const sum = trade.refunds.filter((it) => it.state === 'done').reduce((all, it) => all + it.amount, 0)
    return this.#message(
      {
        ...this.#said(trade, options),
        gmt_refund: `${shanghaiTime(this.clock())}.000`,
        out_biz_no: refund.number,
        refund_fee: yuan(sum),
      },
      options,
    )
  }
}
