/**
 * How many messages one mailbox gets, by what causes them, and how many one person may cause (decision 0103). The table
 * in docs/security.md says so for each message; `rules/messages.test.ts` compares them.
 */
import { isCodeTemplate } from './message-kinds.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export interface MessageLimit {
  /** Limits with the same counter count together. */
  counter: string
  /** To one mailbox, in an hour and in a day. */
  hour?: number
  day: number
  /** From one network address or account, in an hour. */
  causerHour?: number
  /** What exceeds the limit is sent later, but not later than this, ms; otherwise it is not sent. */
  wait: number
  /** The same whatever `CALLS_PER_MINUTE` is. */
  fixed?: true
}

/** They grow and shrink with `CALLS_PER_MINUTE`, for a school behind one address; these are for 600. */
export const MESSAGE_LIMITS = {
  /** Somebody types an address, and the message goes there. Later than in two hours it helps nobody. */
  typed: { counter: 'typed', hour: 5, day: 10, causerHour: 20, wait: 2 * HOUR },
  /** The same for a student's consent: whoever asks is told at once, and a class asks from one address. */
  consent: { counter: 'typed', day: 10, causerHour: 100, wait: 0, fixed: true },
  /**
   * Somebody says that a policy insures them, and its own contact is asked. Counted apart: what a mailbox still takes
   * of typed messages must not tell whether a code went there, and so whether there is such a policy (decision 0107).
   */
  proof: { counter: 'proof', hour: 5, day: 10, causerHour: 20, wait: 2 * HOUR },
  /** What follows at an address that nobody proved, without anybody causing it now: an application ended unpaid. */
  followUp: { counter: 'followUp', day: 30, wait: 0 },
  /** Decisions on a claim, at the mailbox that was typed for it. Whoever sent the claim is told at their login as well. */
  decided: { counter: 'decided', day: 30, wait: DAY },
  /** A school's list names the address. */
  invited: { counter: 'invited', day: 5, wait: DAY },
  /** Somebody causes a message to themselves. */
  own: { counter: 'own', day: 100, wait: 0 },
  /** Somebody may be changing what is the receiver's. Counted apart, so that nothing else can keep it away. */
  alert: { counter: 'alert', day: 60, wait: 0 },
  /** Money was moved, an operator decided, or a day came: once for each of them. */
  service: { counter: 'service', day: 200, wait: DAY },
} as const satisfies Record<string, MessageLimit>
/** `code`: counted where codes are issued (`session/when-a-code-may-be-sent.server.ts`), by device as well. */
export type MessageLimitName = keyof typeof MESSAGE_LIMITS | 'code'

/** A mailbox that has paid for an order or signs somebody in takes so many times what any other takes. */
export const OF_CUSTOMER = 4
/** A school's campaign: its students share one address, and its link is not public. Its mailboxes take no more. */
export const IN_CAMPAIGN = 20

/** The strictest limit under which each message is sent. Where its receiver proved the address, a call names another. */
const BY_NAME: Readonly<Record<string, MessageLimitName>> = {
  order_link: 'typed',
  order_consent: 'consent',
  order_consent_agreed: 'typed',
  order_consent_refused: 'typed',
  order_submitted: 'typed',
  order_submitted_school: 'typed',
  order_under_review: 'typed',
  order_payment_failed: 'typed',
  order_cancelled: 'typed',
  order_cancelled_unconfirmed: 'typed',
  order_expired: 'followUp',
  order_expired_unconfirmed: 'followUp',
  order_consent_withdrawn: 'followUp',
  order_review_passed: 'service',
  order_review_declined: 'service',
  order_issue_failed: 'service',
  overseas_received: 'typed',
  education_unreadable: 'typed',
  claim_sent: 'typed',
  claim_supplement_sent: 'typed',
  claim_withdrawn: 'typed',
  claim_appeal: 'typed',
  claim_account_corrected: 'typed',
  claim_lapses: 'own',
  account_export_ready: 'own',
  account_export_failed: 'own',
  change_received: 'own',
  credential_code: 'proof',
  credential_received: 'own',
  refund_requested: 'own',
  policy_surrender_requested: 'own',
  policy_surrender_requested_early: 'own',
  account_closing: 'alert',
  account_kept: 'alert',
  credential_policy_shown: 'alert',
  refund_account_given: 'alert',
  invoice_link_made: 'alert',
  invoice_link_ended: 'alert',
  campaign_invitation: 'invited',
}
const BY_FIRST_WORD: Readonly<Record<string, MessageLimitName>> = {
  account: 'service',
  change: 'service',
  claim: 'decided',
  contact: 'alert',
  credential: 'service',
  education: 'service',
  group: 'service',
  invoice: 'service',
  overseas: 'service',
  payment: 'alert',
  policy: 'service',
  refund: 'service',
}

/** The limit of a template; `undefined` for one without, which is never sent. */
export const limitOfTemplate = (template: string): MessageLimitName | undefined =>
  BY_NAME[template] ?? (isCodeTemplate(template) ? 'code' : BY_FIRST_WORD[template.split('_')[0] ?? ''])
