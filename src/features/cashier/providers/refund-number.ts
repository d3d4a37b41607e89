/** Numbers of refunds as gateways take them: letters, digits and hyphens. Ours have a dot before a later try. */
export const gatewayRefundNumber = (refundId: string): string => refundId.replace('.', '-')
export const ourRefundId = (number: string): string => number.replace('-', '.')
