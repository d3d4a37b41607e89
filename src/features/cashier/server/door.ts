/** All that other features' servers use of this one: payments and refunds. */
export { sign, verify } from './providers/gateway-message-hmac.ts'
export { AmountTooHigh, settleRefund } from './refunds/open-and-settle-refund.ts'
export { kindOf } from './payments/payability.ts'
export { namePayable } from './payable-name.ts'
export {
  closePayments,
  forgetPayers,
  hasMovedMoney,
  hasPayment,
  methodUnderWay,
  queueClosePayments,
  settlePayments,
} from './payments/payable-payments.ts'
export {
  parsePayable,
  payableKey,
  payables,
  payablesOfUser,
  type PayableKind,
  type PayableRef,
  type PayableState,
  type PayableView,
} from './payable.ts'
export { createPaymentLink, linkUrl, openLinkUrl, openPaymentLink } from './links/payment-links.ts'
export { OPEN_STATES, refundMachine } from './payment-states.ts'
export { InvalidNotification } from './providers/provider-interface.ts'
export { decideBy, settledAtOf } from './refunds/refund-dates-for-buyer.ts'
export { refundMessages, sendRequestMessage } from './refunds/refund-messages.ts'
export {
  refundSubjects,
  refunded,
  type OnRefunded,
  type RefundDecision,
  type RefundSubject,
} from './refunds/refund-subjects.ts'
export { applyTrade } from './payments/apply-trade.ts'
export { TRANSFER } from './transfers/transfer-provider.ts'
export { moveAccount, openRefundAccount } from './refunds/refund-account.ts'
export {
  combineParts,
  creditedPayments,
  isWithdrawn,
  latestRequest,
  refundRequest,
  rejectInReview,
  requestRefund,
  returnByRule,
  takeBackRequest,
  takenBackSince,
  type RefundRequest,
} from './refunds/request-and-decide-refund.ts'
export { consumeFault } from './sandbox/faults.ts'
export { gatewayConnection } from './sandbox/gateway-connection.ts'
export { html, translatorFor, type Html, type Translate } from './sandbox/html.ts'
export { STYLE } from './sandbox/style.ts'
export { RETURNED_UNDELIVERED } from './refunds/split-refund.ts'
export type { RefundTable } from '../tables.ts'
