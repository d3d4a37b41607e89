/** All that other features' servers use of this one: applications. */
export { openPeople, sealPeople, type People, type PolicyPerson } from './people/agreed-people.ts'
export { campaignOf } from './draft/campaign-fixed-fields.ts'
export { covers, planNames, planSet, priceOf, soldPlan } from './draft/catalogue.ts'
export {
  besideId,
  deathBenefitDiffers,
  isOnePerson,
  withChangedPerson,
  type PersonField,
} from './people/check-person-change.ts'
export { checkNamesOfStudent } from './people/check-names-printable.ts'
export { INSTITUTION_MAX } from '../rules/check-person-fields.ts'
export { cancelByOperator, endWithoutConsent } from './close-order.ts'
export { countDraft } from './draft/draft-limits.ts'
export { createDraft } from './draft/draft.ts'
export {
  GROUP_PAYMENT_STATES,
  groupPaymentMachine,
  isPaidGroup,
  type ListedState,
} from './group/group-payment-states.ts'
export type { GroupPaymentOrderTable, GroupPaymentTable } from './group/group-payment-tables.ts'
export { freeAll, groupPaymentOf, heldSum, leaveGroup, lockGroup } from './group/hold-applications.ts'
export { healthQuestions, type HealthQuestions } from './review/health-questions.ts'
export { insuredName } from './people/insured-names.ts'
export { ISSUE_ATTEMPTS, issueJob } from './issue-job.ts'
export { answersOf, readsOf } from './draft/load-open-order.ts'
export { shownByAddress } from './people/masked-numbers.ts'
export { actorOf, callerOwns, contactMac, orderForCaller } from './access/order-access.ts'
export { linkedPrefill } from './draft/order-from-partner-link.ts'
export { CLOSED, LIVE } from './order-states.ts'
export { duplicatesOf } from './order-view.ts'
export { GROUP, PLAN, groupPaymentRef, paidAs, planPayableRef } from './payable-refs.ts'
export { purgeOrderOfPolicy } from './purge-orders.ts'
export { schools, type Applicant } from './draft/schools.ts'
export {
  dropContacts,
  formOfCaller,
  formOwnership,
  formsOfCaller,
  requireMaySend,
  sentBy,
} from './access/sent-forms.ts'
export {
  boughtAfterArrival,
  markIssueFailed,
  markIssued,
  markPaid,
  markRefunded,
  orderFacts,
  startIssuing,
} from './sold-order.ts'
export type { OrderTable } from '../tables.ts'
export { LEAST_PAY_MS, PAY_MARGIN_MS, coverBegun, payUntil, payable, premiumOf } from './when-payable.ts'
export { recordAct } from './sales-record/write-sales-log.ts'
