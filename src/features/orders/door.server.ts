/** All that other features' servers use of this one: applications. */
export { openPeople, sealPeople, type People, type PolicyPerson } from './agreed-people.server.ts'
export { campaignOf } from './campaign-fixed-fields.server.ts'
export { covers, planNames, planSet, priceOf, soldPlan } from './catalogue.server.ts'
export {
  besideId,
  deathBenefitDiffers,
  isOnePerson,
  withChangedPerson,
  type PersonField,
} from './check-person-change.server.ts'
export { cancelByOperator, endWithoutConsent } from './close-order.server.ts'
export { countDraft } from './draft-limits.server.ts'
export { createDraft } from './draft.server.ts'
export {
  GROUP_PAYMENT_STATES,
  groupPaymentMachine,
  isPaidGroup,
  type ListedState,
} from './group/group-payment-states.server.ts'
export type { GroupPaymentOrderTable, GroupPaymentTable } from './group/group-payment-tables.server.ts'
export { freeAll, groupPaymentOf, heldSum, leaveGroup, lockGroup } from './group/hold-applications.server.ts'
export { healthQuestions, type HealthQuestions } from './health-questions.server.ts'
export { insuredName } from './insured-names.server.ts'
export { ISSUE_ATTEMPTS, issueJob } from './issue-job.server.ts'
export { answersOf, readsOf } from './load-open-order.server.ts'
export { shownByAddress } from './masked-numbers.server.ts'
export { actorOf, callerOwns, contactMac, orderForCaller } from './order-access.server.ts'
export { linkedPrefill } from './order-from-partner-link.server.ts'
export { CLOSED, LIVE } from './order-states.server.ts'
export { duplicatesOf } from './order-view.server.ts'
export { GROUP, PLAN, groupPaymentRef, paidAs, planPayableRef } from './payable-refs.server.ts'
export { purgeOrderOfPolicy } from './purge-orders.server.ts'
export { schools, type Applicant } from './schools.server.ts'
export { dropContacts, formOwnership, requireMaySend, sentBy } from './sent-forms.server.ts'
export {
  boughtAfterArrival,
  markIssueFailed,
  markIssued,
  markPaid,
  markRefunded,
  orderFacts,
  startIssuing,
} from './sold-order.server.ts'
export type { OrderTable } from './tables.server.ts'
export { LEAST_PAY_MS, PAY_MARGIN_MS, coverBegun, payUntil, payable, premiumOf } from './when-payable.server.ts'
export { recordAct } from './write-sales-log.server.ts'
