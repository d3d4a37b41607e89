/** Which methods work in the payer's browser: a wallet's own browser opens no other wallet. */
import type { PaymentMethod } from './payment-methods.ts'

/** The built-in browser of a wallet, or another one. */
export type WalletBrowser = 'wechat' | 'alipay' | 'unionpay' | 'other'

/** User agent marks of wallets' browsers, and the methods that those refuse. */
const WALLETS: readonly { mark: RegExp; wallet: Exclude<WalletBrowser, 'other'>; refuses: readonly PaymentMethod[] }[] =
  [
    { mark: /MicroMessenger/i, wallet: 'wechat', refuses: ['alipay'] },
    { mark: /AlipayClient/i, wallet: 'alipay', refuses: ['wechat'] },
    { mark: /\bUnionPay\b|\bUPPayPluginEx\b|\bcom\.unionpay\b/i, wallet: 'unionpay', refuses: ['wechat', 'alipay'] },
  ]

export const walletBrowserOf = (userAgent: string): WalletBrowser =>
  WALLETS.find(({ mark }) => mark.test(userAgent))?.wallet ?? 'other'

/** Whether the browser lets this method through at all. */
export const allowsMethod = (browser: WalletBrowser, method: PaymentMethod): boolean =>
  !WALLETS.find(({ wallet }) => wallet === browser)?.refuses.includes(method)

/** A method as the server offers it to this browser. */
export interface MethodOffer {
  id: PaymentMethod
  /** Whether it works in this browser; otherwise only in another one. */
  here: boolean
  /** Its provider did not answer a moment ago. */
  down: boolean
}

export interface OfferedMethods {
  /** Methods that work here: the last choice first, those that do not answer last. */
  here: readonly PaymentMethod[]
  /** Methods that work only in another browser, and the wallet whose browser this is. */
  elsewhere: readonly PaymentMethod[]
  wallet: Exclude<WalletBrowser, 'other'> | undefined
  /** Those in `here` that do not answer now. */
  down: readonly PaymentMethod[]
}

export function offeredMethods(
  methods: readonly MethodOffer[],
  userAgent: string,
  last: PaymentMethod | null,
): OfferedMethods {
  const rank = ({ id, down }: MethodOffer): number => (down ? 2 : id === last ? 0 : 1)
  const here = methods.filter((it) => it.here).sort((a, b) => rank(a) - rank(b))
  const browser = walletBrowserOf(userAgent)
  const ids = (list: readonly MethodOffer[]): PaymentMethod[] => list.map(({ id }) => id)
  return {
    here: ids(here),
    elsewhere: ids(methods.filter((it) => !it.here)),
    wallet: browser === 'other' ? undefined : browser,
    down: ids(here.filter((it) => it.down)),
  }
}
