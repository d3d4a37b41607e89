/**
 * On which devices and in which browsers WeChat Pay is offered, and by which of its products: a QR code, its page on a
 * phone, or a call inside WeChat.
 */
import type { WechatSettings } from '../../../../../server/payment-settings.ts'
import type { PaymentSituation } from '../provider-interface.ts'

export type WechatProduct = WechatSettings['products'][number]

export const wechatProductFor = ({ device, browser }: Pick<PaymentSituation, 'device' | 'browser'>): WechatProduct =>
  browser === 'wechat' ? 'jsapi' : device === 'web' ? 'native' : 'h5'

export const offersWechat = (
  { currency, browser, device }: PaymentSituation,
  { products }: Pick<WechatSettings, 'products'>,
): boolean =>
  currency === 'CNY' &&
  (browser === 'other' || browser === 'wechat') &&
  products.includes(wechatProductFor({ browser, device }))
