/** Which methods Stripe offers, on which devices and in which browsers. */
import type Stripe from 'stripe'
import type { StripeSettings } from '../../../../../server/payment-settings.ts'
import type { PaymentMethod } from '../../../contract.ts'
import type { PaymentSituation } from '../provider-interface.ts'
import { allowsMethod } from '../../../rules/methods-by-browser.ts'

type MethodTypes = NonNullable<Stripe.Checkout.SessionCreateParams['allowed_payment_method_types']>

/** Stripe's names for a method, as far as the account accepts it; empty if it accepts none. */
export function stripeTypesOf(method: PaymentMethod, taken: StripeSettings['methods']): MethodTypes {
  switch (method) {
    case 'card':
      return taken.includes('card') ? (taken.includes('link') ? ['card', 'link'] : ['card']) : []
    case 'alipay':
      return taken.includes('alipay') ? ['alipay'] : []
    case 'wechat':
      return taken.includes('wechat_pay') ? ['wechat_pay'] : []
    // Stripe accepts UnionPay's cards as cards.
    case 'unionpay':
      return taken.includes('unionpay') ? ['card'] : []
    case 'transfer':
      return []
  }
}

/** Its WeChat Pay is a QR code, which is useless on the phone that would have to scan it. */
const worksThere = ({ method, device, browser }: PaymentSituation): boolean =>
  method === 'wechat' ? device === 'web' && browser === 'other' : allowsMethod(browser, method)

export const offersStripe = (situation: PaymentSituation, { methods }: Pick<StripeSettings, 'methods'>): boolean =>
  worksThere(situation) && stripeTypesOf(situation.method, methods).length > 0
