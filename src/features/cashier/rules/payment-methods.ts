/** What the buyer pays with. Names are words (`cashier:method.<id>`); the server chooses the provider. */
export const PAYMENT_METHODS = ['wechat', 'alipay', 'card', 'unionpay'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
