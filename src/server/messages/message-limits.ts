/**
 * How many messages one mailbox gets, by what causes them, and how many one person may cause (decision 0103). Each
 * message declares its limit. The table
 * in docs/security.md says so for each message; `rules/messages.test.ts` compares them.
 */
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
/** `code`: counted where codes are issued (`session/server/when-a-code-may-be-sent.ts`), by device as well. */
export type MessageLimitName = keyof typeof MESSAGE_LIMITS | 'code'

/** A mailbox that has paid for an order or signs somebody in takes so many times what any other takes. */
export const OF_CUSTOMER = 4
/** A school's campaign: its students share one address, and its link is not public. Its mailboxes take no more. */
export const IN_CAMPAIGN = 20
