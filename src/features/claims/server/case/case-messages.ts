/**
 * Messages about a sent case, in the transaction of the change itself. They contain the case number, the request and
 * its due day, and a link to its page; never an illness, a sum, an account or a name.
 */
import { formatDay, type Day } from '../../../../lib/days/dates.ts'
import { defineMessages, type AnyMessage, type Message } from '../../../../server/messages/define-message.ts'
import type { CaseTransaction } from './case-transaction.ts'
import { caseVars, sendClaimMessage, type CaseVar } from '../send-claim-message.ts'
import { progressPath, supplementPath } from '../../rules/claim-paths.ts'

const due = [...caseVars, 'day'] as const
const asked = [...due, 'count'] as const

export const caseMessages = defineMessages({
  /** Registered; checking begins later, or has begun. `day`: by when we decide. */
  claim_registered: { kind: 'claims', limit: 'decided', vars: due },
  claim_in_review: { kind: 'claims', limit: 'decided', vars: due },
  /** An operator opened the claim for someone without access; lists the documents needed. */
  claim_opened: { kind: 'claims', limit: 'decided', vars: asked },
  claim_request: { kind: 'claims', limit: 'decided', vars: asked },
  claim_request_reminder: { kind: 'claims', limit: 'decided', vars: asked },
  /** The due day has passed, or a handler continues without the documents. */
  claim_request_lapsed: { kind: 'claims', limit: 'decided', vars: due },
  claim_went_on: { kind: 'claims', limit: 'decided', vars: due },
  claim_supplement_sent: { kind: 'claims', limit: 'typed', vars: due },
  claim_complex: { kind: 'claims', limit: 'decided', vars: due },
  /** `day`: the day for which no exchange rate is published yet. */
  claim_rate_awaited: { kind: 'claims', limit: 'decided', vars: due },
  /** `day`: by when we pay. */
  claim_approved: { kind: 'claims', limit: 'decided', vars: due },
  claim_partially_approved: { kind: 'claims', limit: 'decided', vars: due },
  /** Nothing is left to transfer to the person. */
  claim_settled: { kind: 'claims', limit: 'decided', vars: caseVars },
  /** `day`: until when a review may be asked for. */
  claim_rejected: { kind: 'claims', limit: 'decided', vars: due },
  /** A review found more to pay, by `day`; or nothing more. */
  claim_review_more: { kind: 'claims', limit: 'decided', vars: due },
  claim_review_same: { kind: 'claims', limit: 'decided', vars: caseVars },
  claim_review_rejected: { kind: 'claims', limit: 'decided', vars: caseVars },
  claim_paying: { kind: 'claims', limit: 'decided', vars: caseVars },
  claim_paid: { kind: 'claims', limit: 'decided', vars: caseVars },
  claim_payment_failed: { kind: 'claims', limit: 'decided', vars: caseVars },
  claim_account_corrected: { kind: 'claims', limit: 'typed', vars: caseVars },
  /** Undisputed money was sent, or has arrived, before a decision. */
  claim_on_account: { kind: 'claims', limit: 'decided', vars: caseVars },
  claim_on_account_paid: { kind: 'claims', limit: 'decided', vars: caseVars },
  claim_withdrawn: { kind: 'claims', limit: 'typed', vars: caseVars },
  claim_appeal: { kind: 'claims', limit: 'typed', vars: due },
})

/** These link to the documents asked for; the others to the claim's page. */
const ASKS: readonly AnyMessage[] = [
  caseMessages.claim_request,
  caseMessages.claim_request_reminder,
  caseMessages.claim_opened,
]

/**
 * Queues a message about the case in this transaction. A repeated act has another version and causes another message;
 * `what` limits it to one of a kind.
 */
export function sendCaseMessage(
  tx: CaseTransaction,
  message: Message<CaseVar>,
  facts?: { what?: string },
): Promise<void>
export function sendCaseMessage(
  tx: CaseTransaction,
  message: Message<(typeof due)[number]>,
  facts: { day: Day; what?: string },
): Promise<void>
export function sendCaseMessage(
  tx: CaseTransaction,
  message: Message<(typeof asked)[number]>,
  facts: { day: Day; count: number; what?: string },
): Promise<void>
export async function sendCaseMessage(
  { deps, trx, found: { claim } }: CaseTransaction,
  message: Message<(typeof asked)[number]>,
  { day, count, what }: { day?: Day; count?: number; what?: string } = {},
): Promise<void> {
  await sendClaimMessage(deps, trx, claim, message, {
    what: what ?? String(claim.version),
    path: ASKS.includes(message) ? supplementPath(claim.id) : progressPath(claim.id),
    vars: { day: day === undefined ? '' : formatDay(day, claim.lang), count: String(count ?? '') },
  })
}
