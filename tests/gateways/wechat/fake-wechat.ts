/** WeChat Pay by its public documentation of version 3, with generated certificates and keys. */
import { createCipheriv, createSign, createVerify, generateKeyPairSync, randomBytes } from 'node:crypto'
import { instantInShanghai } from '../../../src/features/cashier/server/providers/shanghai-time.ts'
import {
  FakeGateway,
  json,
  nextNumber,
  type Answer,
  type Asked,
  type FakeRefund,
  type FakeTrade,
  type Message,
  type NotifyOptions,
} from '../fake-gateway.ts'
import { selfSignedCertificate, type SelfMadeCertificate } from './self-signed-certificate.ts'

const MERCHANT = '1900000001'
const APP = 'wx8888888888888888'
const MERCHANT_SERIAL = '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C'
const API_KEY = 'abcdefghijklmnopqrstuvwxyz012345'
const PUBLIC_KEY_ID = 'PUB_KEY_ID_0119000000012026030100000001'

const STATES: Record<FakeTrade['state'], string> = {
  open: 'NOTPAY',
  paid: 'SUCCESS',
  refused: 'PAYERROR',
  cancelled: 'REVOKED',
  authorization: 'PAYERROR',
  closed: 'CLOSED',
}
const REFUNDS: Record<FakeRefund['state'], string> = { done: 'SUCCESS', pending: 'PROCESSING', failed: 'ABNORMAL' }

export class FakeWechat extends FakeGateway {
  readonly name = 'wechat'
  readonly method = 'wechat'
  readonly failures = { refused: 'rejected', cancelled: 'cancelled', authorization: 'rejected' }
  readonly #merchant = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  readonly #certificates: SelfMadeCertificate[] = [selfSignedCertificate(Date.UTC(2026, 2, 1))]
  publicKeyMode: boolean
  /** How far the clock of its machine is ahead of ours, ms. */
  skew = 0
  /** Openids by the codes that its page issued. */
  readonly openids = new Map([['code-of-lin', 'openid-of-lin']])

  constructor({ publicKeyMode = false }: { publicKeyMode?: boolean } = {}) {
    super()
    this.publicKeyMode = publicKeyMode
  }

  get #signer(): SelfMadeCertificate {
    return this.#certificates.at(-1) as SelfMadeCertificate
  }
  get #serial(): string {
    return this.publicKeyMode ? PUBLIC_KEY_ID : this.#signer.serial
  }

  env(): Record<string, string> {
    return {
      WECHAT_PAY_MERCHANT_ID: MERCHANT,
      WECHAT_PAY_APP_ID: APP,
      WECHAT_PAY_SERIAL: MERCHANT_SERIAL,
      WECHAT_PAY_PRIVATE_KEY: this.#merchant.privateKey,
      WECHAT_PAY_API_V3_KEY: API_KEY,
      WECHAT_PAY_APP_SECRET: 'secret0123456789abcdef',
      WECHAT_PAY_PRODUCTS: 'native,h5,jsapi',
      WECHAT_PAY_API_URL: this.url,
      WECHAT_PAY_OPENID_URL: this.url,
      WECHAT_PAY_LOGIN_URL: this.url,
      ...(this.publicKeyMode
        ? { WECHAT_PAY_PUBLIC_KEY: this.#signer.publicKey, WECHAT_PAY_PUBLIC_KEY_ID: PUBLIC_KEY_ID }
        : {}),
    }
  }

  /** From now on another certificate signs; the old one is still listed. */
  rotate(): void {
    this.#certificates.push(selfSignedCertificate(this.clock()))
  }

  /** The merchant's public key: checks the signature of the page's parameters. */
  get merchantKey(): string {
    return this.#merchant.publicKey
  }

  #signed(answer: Answer): Answer {
    return {
      ...answer,
      headers: { ...answer.headers, ...this.#sign(Buffer.from(answer.body), this.clock() + this.skew) },
    }
  }

  #sign(body: Buffer, at: number): Record<string, string> {
    const timestamp = String(Math.floor(at / 1000))
    const nonce = randomBytes(16).toString('hex')
    const signature = createSign('RSA-SHA256')
      .update(`${timestamp}\n${nonce}\n`)
      .update(body)
      .update('\n')
      .sign(this.#signer.privateKey, 'base64')
    return {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-signature': signature,
      'wechatpay-serial': this.#serial,
      'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
    }
  }

  #seal(plain: string, associated: string): Record<string, string> {
    const nonce = randomBytes(6).toString('hex')
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(API_KEY), Buffer.from(nonce)).setAAD(
      Buffer.from(associated),
    )
    const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    return { algorithm: 'AEAD_AES_256_GCM', ciphertext: sealed.toString('base64'), nonce, associated_data: associated }
  }

  #isSigned({ method, path, headers, body }: Asked): boolean {
    const parts = Object.fromEntries(
      [...(headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
    )
    if (
      parts.mchid !== MERCHANT ||
      parts.serial_no !== MERCHANT_SERIAL ||
      Math.abs(Number(parts.timestamp) * 1000 - this.clock() - this.skew) > 300_000
    )
      return false
    return createVerify('RSA-SHA256')
      .update(`${method}\n${path}\n${parts.timestamp}\n${parts.nonce_str}\n`)
      .update(body)
      .update('\n')
      .verify(this.#merchant.publicKey, parts.signature ?? '', 'base64')
  }

  protected answer(asked: Asked): Answer {
    const { path } = asked
    // The page asks nothing: WeChat knows whoever opens it there.
    if (path.startsWith('/connect/oauth2/authorize')) {
      const { searchParams } = new URL(path, this.url)
      return {
        status: 302,
        body: '',
        headers: {
          location: `${searchParams.get('redirect_uri')}?code=code-of-lin&state=${searchParams.get('state')}`,
        },
      }
    }
    if (path.startsWith('/sns/oauth2/access_token')) {
      const openid = this.openids.get(new URL(path, this.url).searchParams.get('code') ?? '')
      return json(
        200,
        openid
          ? { access_token: 'token', expires_in: 7200, openid, scope: 'snsapi_base' }
          : { errcode: 40029, errmsg: 'invalid code' },
      )
    }
    if (!this.#isSigned(asked)) return json(401, { code: 'SIGN_ERROR', message: 'signature' })
    return this.#signed(this.#operate(asked))
  }

  #operate({ method, path, body }: Asked): Answer {
    if (path === '/v3/certificates') {
      return json(200, {
        data: this.#certificates.map(({ serial, pem, from, until }) => ({
          serial_no: serial,
          effective_time: from.toISOString(),
          expire_time: until.toISOString(),
          encrypt_certificate: this.#seal(pem, 'certificate'),
        })),
      })
    }
    const given = (body.length > 0 ? JSON.parse(body.toString()) : {}) as {
      mchid?: string
      out_trade_no?: string
      out_refund_no?: string
      notify_url?: string
      payer?: { openid?: string }
      amount?: { total: number; refund: number; currency: string }
    }
    const created = /^\/v3\/pay\/transactions\/(native|h5|jsapi)$/.exec(path)
    if (created && given.amount)
      return this.#create(
        created[1] ?? '',
        given.out_trade_no ?? '',
        given.amount,
        given.notify_url ?? '',
        given.payer?.openid,
      )
    const closed = /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)\/close$/.exec(path)
    if (closed) return this.#close(closed[1] ?? '')
    const asked = /^\/v3\/pay\/transactions\/out-trade-no\/([^/?]+)\?mchid=(\d+)$/.exec(path)
    if (asked) {
      const trade = this.trades.get(asked[1] ?? '')
      return trade ? json(200, this.#said(trade, {})) : json(404, { code: 'ORDER_NOT_EXIST', message: 'unknown' })
    }
    if (path === '/v3/refund/domestic/refunds' && method === 'POST' && given.amount) {
      const trade = this.trades.get(given.out_trade_no ?? '')
      const refund = trade && this.giveBack(trade, given.out_refund_no ?? '', given.amount.refund)
      return refund
        ? json(200, this.#refundSaid(trade, refund, 'status'))
        : json(403, { code: 'NOT_ENOUGH', message: 'refused' })
    }
    const refunded = /^\/v3\/refund\/domestic\/refunds\/([^/?]+)$/.exec(path)
    if (refunded) {
      for (const trade of this.trades.values()) {
        const found = trade.refunds.find((it) => it.number === refunded[1])
        if (found) return json(200, this.#refundSaid(trade, found, 'status'))
      }
      return json(404, { code: 'RESOURCE_NOT_EXISTS', message: 'unknown' })
    }
    return json(404, { code: 'NOT_FOUND', message: path })
  }

  #create(
    product: string,
    order: string,
    amount: { total: number; currency: string },
    notifyUrl: string,
    openid: string | undefined,
  ): Answer {
    if (!/^[\w|*-]{6,32}$/.test(order)) return json(400, { code: 'PARAM_ERROR', message: 'out_trade_no' })
    if (product === 'jsapi' && ![...this.openids.values()].includes(openid ?? ''))
      return json(400, { code: 'PARAM_ERROR', message: 'openid' })
    const trade = this.open(order, amount.total, amount.currency, product, notifyUrl)
    if (trade.state !== 'open') return json(400, { code: 'ORDERPAID', message: 'paid' })
    if (product === 'native') return json(200, { code_url: `weixin://wxpay/bizpayurl?pr=${trade.ref}` })
    return json(
      200,
      product === 'h5'
        ? { h5_url: `${this.url}/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=${trade.ref}&package=1` }
        : { prepay_id: `wx${trade.ref}` },
    )
  }

  #close(order: string): Answer {
    const trade = this.trades.get(order)
    if (!trade) return json(404, { code: 'ORDER_NOT_EXIST', message: 'unknown' })
    if (trade.state !== 'open')
      return json(400, { code: trade.state === 'paid' ? 'ORDERPAID' : 'ORDER_CLOSED', message: 'not open' })
    trade.state = 'closed'
    return { status: 204, body: '' }
  }

  #said(trade: FakeTrade, { lie = this.lie, state = trade.state }: NotifyOptions): Record<string, unknown> {
    return {
      appid: APP,
      mchid: lie.merchant ?? MERCHANT,
      out_trade_no: lie.order ?? trade.order,
      trade_type: trade.product.toUpperCase(),
      trade_state: STATES[state],
      trade_state_desc: state,
      ...(state === 'paid'
        ? {
            transaction_id: trade.ref,
            success_time: instantInShanghai(this.clock()),
            payer: { openid: 'openid-of-somebody' },
            amount: {
              total: lie.amount ?? trade.amount,
              payer_total: trade.amount,
              currency: lie.currency ?? trade.currency,
              payer_currency: 'CNY',
            },
          }
        : {}),
    }
  }

  #refundSaid(trade: FakeTrade, refund: FakeRefund, key: 'status' | 'refund_status'): Record<string, unknown> {
    return {
      ...(key === 'refund_status' ? { mchid: MERCHANT } : {}),
      refund_id: refund.ref,
      out_refund_no: refund.number,
      transaction_id: trade.ref,
      out_trade_no: trade.order,
      [key]: REFUNDS[refund.state],
      amount: {
        total: trade.amount,
        refund: refund.amount,
        payer_total: trade.amount,
        payer_refund: refund.amount,
        ...(key === 'status' ? { currency: 'CNY' } : {}),
      },
    }
  }

  #message(
    type: string,
    original: string,
    said: Record<string, unknown>,
    { id = `EV-${nextNumber()}`, at = this.clock() }: NotifyOptions,
  ): Message {
    const body = Buffer.from(
      JSON.stringify({
        id,
        create_time: instantInShanghai(at),
        resource_type: 'encrypt-resource',
        event_type: type,
        summary: type,
        resource: { ...this.#seal(JSON.stringify(said), original), original_type: original },
      }),
    )
    return { body, headers: { 'content-type': 'application/json', ...this.#sign(body, at) } }
  }

  notification(order: string, options: NotifyOptions = {}): Message {
    const trade = this.trade(order)
    return this.#message(
      `TRANSACTION.${STATES[options.state ?? trade.state]}`,
      'transaction',
      this.#said(trade, options),
      options,
    )
  }

  refundNotification(order: string, refund: FakeRefund, options: NotifyOptions = {}): Message {
    return this.#message(
      `REFUND.${REFUNDS[refund.state]}`,
      'refund',
      this.#refundSaid(this.trade(order), refund, 'refund_status'),
      options,
    )
  }
}
