/**
 * On which devices and in which browsers Alipay is offered, and by which of its products: its page on a desktop or a
 * phone, or a QR code.
 */
import type { AlipaySettings } from '../../../../../server/payment-settings.ts'
import type { PaymentSituation } from '../provider-interface.ts'
import { allowsMethod } from '../../../rules/methods-by-browser.ts'

type Product = AlipaySettings['products'][number]

/** The product for a device, of those that the merchant has. */
export function alipayProductFor(
  { device }: Pick<PaymentSituation, 'device'>,
  { products }: Pick<AlipaySettings, 'products'>,
): Product | undefined {
  const wanted: readonly Product[] = device === 'web' ? ['page', 'qr'] : ['wap']
  return wanted.find((it) => products.includes(it))
}

export const offersAlipay = (
  { currency, browser, device }: PaymentSituation,
  settings: Pick<AlipaySettings, 'products'>,
): boolean =>
  currency === 'CNY' && allowsMethod(browser, 'alipay') && alipayProductFor({ device }, settings) !== undefined
