/** What the buyer pays with. Names are words (`cashier:method.<id>`); the server chooses the provider. */
export const GATEWAY_METHODS = ['wechat', 'alipay', 'card', 'unionpay'] as const
/** `transfer`: to the operator's bank account, for sums that gateways do not take; booked from the bank's statement. */
export const PAYMENT_METHODS = [...GATEWAY_METHODS, 'transfer'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
