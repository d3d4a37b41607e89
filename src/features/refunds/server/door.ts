/** All that other features' servers use of this one: accounts for refunds. */
export { moveAccount, openRefundAccount } from './refund-account.ts'
