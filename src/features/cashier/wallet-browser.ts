/** Which ways to pay work where the payer stands: a wallet's own browser opens no other wallet. */
import type { PaymentMethod } from './payment-methods.ts'

/** Marks of the browsers inside of wallets, and the methods that those refuse. */
const WALLETS: readonly { mark: RegExp; wallet: PaymentMethod; refuses: readonly PaymentMethod[] }[] = [
  { mark: /MicroMessenger/i, wallet: 'wechat', refuses: ['alipay'] },
  { mark: /AlipayClient/i, wallet: 'alipay', refuses: ['wechat'] },
  { mark: /\bUnionPay\b|\bUPPayPluginEx\b|\bcom\.unionpay\b/i, wallet: 'unionpay', refuses: ['wechat', 'alipay'] },
]

export interface OfferedMethods {
  /** What works here, the last choice first. */
  here: readonly PaymentMethod[]
  /** What works in another browser only, and the wallet in whose browser the payer is. */
  elsewhere: readonly PaymentMethod[]
  wallet: PaymentMethod | undefined
}

export function offeredMethods(methods: readonly PaymentMethod[], userAgent: string, last: PaymentMethod | null): OfferedMethods {
  const found = WALLETS.find(({ mark }) => mark.test(userAgent))
  const refused = found?.refuses ?? []
  const here = methods.filter((id) => !refused.includes(id))
  const first = here.filter((id) => id === last)
  return { here: [...first, ...here.filter((id) => id !== last)], elsewhere: methods.filter((id) => refused.includes(id)), wallet: found?.wallet }
}
