/**
 * Numbers of refunds in the form that gateways accept: letters, digits and hyphens. Ours have a dot before a later
 * attempt.
 */
export const gatewayRefundNumber = (refundId: string): string => refundId.replace('.', '-')
export const ourRefundId = (number: string): string => number.replace('-', '.')
