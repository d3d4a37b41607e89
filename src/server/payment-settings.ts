/** Settings of payment providers. A provider is switched on by its keys; an incomplete set of them stops the start. */
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { z } from 'zod'

const list = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .string()
    .transform((v) =>
      v
        .split(',')
        .map((it) => it.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.enum(values)).min(1))

/** https, or plain http on this machine, where tests imitate gateways. */
const base = z
  .url({ protocol: /^https?$/ })
  .refine(
    (v) => v.startsWith('https:') || ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(v).hostname),
    'needs https',
  )
  .transform((v) => v.replace(/\/$/, ''))

/** PEM with real or written (`\n`) line breaks, or the bare base64 of it in one line. */
const bytesOf = (text: string): string | Buffer =>
  text.includes('-----') ? text.replaceAll('\\n', '\n') : Buffer.from(text, 'base64')

function readable<T>(read: (() => T)[]): T | undefined {
  for (const attempt of read) {
    try {
      return attempt()
    } catch {
      // Not in this form: try the next.
    }
  }
  return undefined
}

/** An RSA private key, as PEM of PKCS #8 whatever form it came in. */
const privateKey = z.string().transform((text, ctx) => {
  const key = bytesOf(text)
  const found = readable(
    typeof key === 'string'
      ? [() => createPrivateKey(key)]
      : (['pkcs8', 'pkcs1'] as const).map((type) => () => createPrivateKey({ key, format: 'der', type })),
  )
  if (found?.asymmetricKeyType === 'rsa') return String(found.export({ format: 'pem', type: 'pkcs8' }))
  ctx.addIssue({ code: 'custom', message: 'needs an RSA private key, as PEM or base64' })
  return z.NEVER
})

/** An RSA public key, or a certificate that holds one. */
const publicKey = z.string().transform((text, ctx) => {
  const key = bytesOf(text)
  const found = readable(
    typeof key === 'string'
      ? [() => createPublicKey(key)]
      : (['spki', 'pkcs1'] as const).map((type) => () => createPublicKey({ key, format: 'der', type })),
  )
  if (found?.asymmetricKeyType === 'rsa') return String(found.export({ format: 'pem', type: 'spki' }))
  ctx.addIssue({ code: 'custom', message: 'needs an RSA public key, as PEM or base64' })
  return z.NEVER
})

/** A text that is shown as it is. */
const cell = (most: number) => z.string().trim().min(2).max(most)

export const paymentSettings = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(live|test)_\w{8,}$/, 'needs a secret or restricted key')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S{8,}$/, 'needs a signing secret')
    .optional(),
  /** The payment methods that the account may accept, separated by commas. */
  STRIPE_METHODS: list(['card', 'link', 'alipay', 'wechat_pay', 'unionpay']).default(['card']),
  STRIPE_API_URL: base.default('https://api.stripe.com'),
  ALIPAY_APP_ID: z
    .string()
    .regex(/^\d{10,32}$/, 'needs an app id')
    .optional(),
  ALIPAY_PRIVATE_KEY: privateKey.optional(),
  /** Alipay's own public key, not the counterpart of our private key. */
  ALIPAY_PUBLIC_KEY: publicKey.optional(),
  /** The merchant's account number (2088…): payments to another one are refused. */
  ALIPAY_SELLER_ID: z
    .string()
    .regex(/^2088\d{12}$/, 'needs an account number')
    .optional(),
  /** Products under contract: pages on a desktop, pages on a phone, and QR codes. */
  ALIPAY_PRODUCTS: list(['page', 'wap', 'qr']).default(['page', 'wap']),
  ALIPAY_GATEWAY_URL: base.default('https://openapi.alipay.com/gateway.do'),
  WECHAT_PAY_MERCHANT_ID: z
    .string()
    .regex(/^\d{8,10}$/, 'needs a merchant number')
    .optional(),
  WECHAT_PAY_APP_ID: z
    .string()
    .regex(/^wx\w{8,30}$/, 'needs an app id')
    .optional(),
  /** Serial number of the merchant's own certificate. */
  WECHAT_PAY_SERIAL: z
    .string()
    .regex(/^[\dA-Fa-f]{16,64}$/, 'needs a serial number')
    .optional(),
  WECHAT_PAY_PRIVATE_KEY: privateKey.optional(),
  WECHAT_PAY_API_V3_KEY: z
    .string()
    .regex(/^[\dA-Za-z]{32}$/, 'needs 32 letters and digits')
    .optional(),
  /** WeChat Pay's public key and its id: without them its certificates are fetched. */
  WECHAT_PAY_PUBLIC_KEY: publicKey.optional(),
  WECHAT_PAY_PUBLIC_KEY_ID: z
    .string()
    .regex(/^PUB_KEY_ID_\w{8,60}$/, 'needs the id of a public key')
    .optional(),
  /** Secret of the official account: payments inside WeChat use it to identify the payer. */
  WECHAT_PAY_APP_SECRET: z
    .string()
    .regex(/^\w{16,64}$/, 'needs an app secret')
    .optional(),
  WECHAT_PAY_PRODUCTS: list(['native', 'h5', 'jsapi']).default(['native', 'h5']),
  WECHAT_PAY_API_URL: base.default('https://api.mch.weixin.qq.com'),
  WECHAT_PAY_LOGIN_URL: base.default('https://open.weixin.qq.com'),
  WECHAT_PAY_OPENID_URL: base.default('https://api.weixin.qq.com'),
  /** The operator's own account, to which schools transfer. */
  TRANSFER_ACCOUNT_NAME: cell(120).optional(),
  TRANSFER_ACCOUNT_NUMBER: cell(40).optional(),
  TRANSFER_BANK: cell(120).optional(),
  /** Number of the branch (联行号) or SWIFT code, where a payer's bank asks for it. */
  TRANSFER_BANK_CODE: cell(20).optional(),
}

const settings = z.object(paymentSettings)
type Settings = z.output<typeof settings>
type Name = keyof Settings

/** The keys that switch a provider on: all of them are needed. */
const KEYS = {
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  alipay: ['ALIPAY_APP_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY'],
  wechat: [
    'WECHAT_PAY_MERCHANT_ID',
    'WECHAT_PAY_APP_ID',
    'WECHAT_PAY_SERIAL',
    'WECHAT_PAY_PRIVATE_KEY',
    'WECHAT_PAY_API_V3_KEY',
  ],
  transfer: ['TRANSFER_ACCOUNT_NAME', 'TRANSFER_ACCOUNT_NUMBER', 'TRANSFER_BANK'],
} as const satisfies Record<string, readonly Name[]>

export interface StripeSettings {
  secretKey: string
  webhookSecret: string
  methods: Settings['STRIPE_METHODS']
  apiUrl: string
}
export interface AlipaySettings {
  appId: string
  privateKey: string
  publicKey: string
  sellerId: string | undefined
  products: Settings['ALIPAY_PRODUCTS']
  gatewayUrl: string
}
export interface WechatSettings {
  merchantId: string
  appId: string
  serial: string
  privateKey: string
  apiV3Key: string
  publicKey: { id: string; pem: string } | undefined
  appSecret: string | undefined
  products: Settings['WECHAT_PAY_PRODUCTS']
  apiUrl: string
  loginUrl: string
  openidUrl: string
}
export interface TransferSettings {
  name: string
  number: string
  bank: string
  code: string
}
export interface PaymentSettings {
  stripe: StripeSettings | undefined
  alipay: AlipaySettings | undefined
  wechat: WechatSettings | undefined
  transfer: TransferSettings | undefined
}

/** Whether all keys of a provider are set. */
const has = <N extends Name>(
  e: Settings,
  names: readonly N[],
): e is Settings & { [K in N]: NonNullable<Settings[K]> } => names.every((name) => e[name] !== undefined)

export function paymentSettingsOf(e: Settings): PaymentSettings {
  const stripe = has(e, KEYS.stripe) ? e : undefined
  const alipay = has(e, KEYS.alipay) ? e : undefined
  const wechat = has(e, KEYS.wechat) ? e : undefined
  const transfer = has(e, KEYS.transfer) ? e : undefined
  const { WECHAT_PAY_PUBLIC_KEY: pem, WECHAT_PAY_PUBLIC_KEY_ID: id } = e
  return {
    stripe: stripe && {
      secretKey: stripe.STRIPE_SECRET_KEY,
      webhookSecret: stripe.STRIPE_WEBHOOK_SECRET,
      methods: e.STRIPE_METHODS,
      apiUrl: e.STRIPE_API_URL,
    },
    alipay: alipay && {
      appId: alipay.ALIPAY_APP_ID,
      privateKey: alipay.ALIPAY_PRIVATE_KEY,
      publicKey: alipay.ALIPAY_PUBLIC_KEY,
      sellerId: e.ALIPAY_SELLER_ID,
      products: e.ALIPAY_PRODUCTS,
      gatewayUrl: e.ALIPAY_GATEWAY_URL,
    },
    wechat: wechat && {
      merchantId: wechat.WECHAT_PAY_MERCHANT_ID,
      appId: wechat.WECHAT_PAY_APP_ID,
      serial: wechat.WECHAT_PAY_SERIAL,
      privateKey: wechat.WECHAT_PAY_PRIVATE_KEY,
      apiV3Key: wechat.WECHAT_PAY_API_V3_KEY,
      publicKey: pem && id ? { id, pem } : undefined,
      appSecret: e.WECHAT_PAY_APP_SECRET,
      products: e.WECHAT_PAY_PRODUCTS,
      apiUrl: e.WECHAT_PAY_API_URL,
      loginUrl: e.WECHAT_PAY_LOGIN_URL,
      openidUrl: e.WECHAT_PAY_OPENID_URL,
    },
    transfer: transfer && {
      name: transfer.TRANSFER_ACCOUNT_NAME,
      number: transfer.TRANSFER_ACCOUNT_NUMBER,
      bank: transfer.TRANSFER_BANK,
      code: e.TRANSFER_BANK_CODE ?? '',
    },
  }
}

/** Settings that lack the others they need: `name: why`. */
export function incompletePaymentSettings(e: Settings): string[] {
  const missing = Object.values(KEYS).flatMap((names: readonly Name[]) => {
    const given = names.find((name) => e[name] !== undefined)
    return given === undefined
      ? []
      : names.filter((name) => e[name] === undefined).map((name) => `${name}: missing, and ${given} is set`)
  })
  if ((e.WECHAT_PAY_PUBLIC_KEY === undefined) !== (e.WECHAT_PAY_PUBLIC_KEY_ID === undefined))
    missing.push('WECHAT_PAY_PUBLIC_KEY and WECHAT_PAY_PUBLIC_KEY_ID: set both or none')
  if (
    e.WECHAT_PAY_MERCHANT_ID !== undefined &&
    e.WECHAT_PAY_PRODUCTS.includes('jsapi') &&
    e.WECHAT_PAY_APP_SECRET === undefined
  )
    missing.push('WECHAT_PAY_APP_SECRET: missing, and WECHAT_PAY_PRODUCTS has jsapi')
  return missing
}

/** What production reports when no provider is switched on. */
export const PROVIDER_KEYS = Object.entries(KEYS)
  .flatMap(([name, names]) => (name === 'transfer' ? [] : [names]))
  .map((names) => names.join(' + '))
  .join(', or ')
