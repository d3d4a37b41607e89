/** What the buyer pays with. Names are words (`cashier:method.<id>`); which provider serves one is the server's matter. */
export const PAYMENT_METHODS = ['wechat', 'alipay', 'card', 'unionpay'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
