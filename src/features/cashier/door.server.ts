/** All that other features' servers use of this one: payments and refunds. */
export { sign, verify } from './gateway-message-hmac.server.ts'
export { recipientOf } from './message-recipient.server.ts'
export { AmountTooHigh, settleRefund } from './open-and-settle-refund.server.ts'
export { kindOf } from './payability.server.ts'
export { namePayable } from './payable-name.server.ts'
export {
  closePayments,
  forgetPayers,
  hasMovedMoney,
  hasPayment,
  methodUnderWay,
  queueClosePayments,
  settlePayments,
} from './payable-payments.server.ts'
export {
  parsePayable,
  payableKey,
  payables,
  type PayableKind,
  type PayableMoney,
  type PayableRef,
  type PayableState,
  type PayableView,
} from './payable.server.ts'
export { createPaymentLink, linkUrl, openLinkUrl, openPaymentLink } from './payment-links.server.ts'
export { OPEN_STATES, refundMachine } from './payment-states.server.ts'
export { InvalidNotification } from './provider-interface.server.ts'
export { decideBy, settledAtOf } from './refund-dates-for-buyer.server.ts'
export { refundMessages, sendRequestMessage } from './refund-messages.server.ts'
export {
  refundSubjects,
  refunded,
  whenPayersTurn,
  type OnRefunded,
  type RefundDecision,
  type RefundSubject,
} from './refund-subjects.server.ts'
export { reopenRefund } from './refunds-for-operator.server.ts'
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
} from './request-and-decide-refund.server.ts'
export { consumeFault } from './sandbox/faults.server.ts'
export { gatewayConnection } from './sandbox/gateway-connection.server.ts'
export { html, translatorFor, type Html, type Translate } from './sandbox/html.server.ts'
export { STYLE } from './sandbox/style.server.ts'
export { RETURNED_UNDELIVERED } from './split-refund.server.ts'
export type { RefundTable } from './tables.server.ts'
