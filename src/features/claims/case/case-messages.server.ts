/**
 * Messages about a sent case, in the transaction of the change itself. They contain the case number, the request and
 * its due day, and a link to its page; never an illness, a sum, an account or a name.
 */
import { z } from 'zod'
import { formatDay, type Day } from '../../../lib/dates.ts'
import type { Templates } from '../../../server/messages/message-templates.ts'
import type { CaseTransaction } from './case-transaction.server.ts'
import { caseVars, sendClaimMessage } from '../send-claim-message.server.ts'
import { progressPath, supplementPath } from '../claim-paths.ts'

const plain = z.object(caseVars)
const due = z.object({ ...caseVars, day: z.string() })
const asked = z.object({ ...caseVars, day: z.string(), count: z.string() })

export const caseTemplates = {
  /** Registered; checking begins later, or has begun. `day`: by when we decide. */
  claim_registered: due,
  claim_in_review: due,
  /** An operator opened the claim for someone without access; lists the documents needed. */
  claim_opened: asked,
  claim_request: asked,
  claim_request_reminder: asked,
  /** The due day has passed, or a handler continues without the documents. */
  claim_request_lapsed: due,
  claim_went_on: due,
  claim_supplement_sent: due,
  claim_complex: due,
  /** `day`: the day for which no exchange rate is published yet. */
  claim_rate_awaited: due,
  /** `day`: by when we pay. */
  claim_approved: due,
  claim_partially_approved: due,
  /** Nothing is left to transfer to the person. */
  claim_settled: plain,
  /** `day`: until when a review may be asked for. */
  claim_rejected: due,
  claim_review_rejected: plain,
  claim_paying: plain,
  claim_paid: plain,
  claim_payment_failed: plain,
  claim_account_corrected: plain,
  /** Undisputed money was sent, or has arrived, before a decision. */
  claim_on_account: plain,
  claim_on_account_paid: plain,
  claim_withdrawn: plain,
  claim_appeal: due,
} satisfies Templates
export type CaseTemplate = keyof typeof caseTemplates

/** These link to the documents asked for; the others to the claim's page. */
const ASKS: readonly CaseTemplate[] = ['claim_request', 'claim_request_reminder', 'claim_opened']

/**
 * Queues a message about the case in this transaction. A repeated act has another version and causes another message;
 * `what` limits it to one of a kind.
 */
export async function sendCaseMessage(
  { deps, trx, found: { claim } }: CaseTransaction,
  template: CaseTemplate,
  { day, count, what }: { day?: Day; count?: number; what?: string } = {},
): Promise<void> {
  await sendClaimMessage(deps, trx, claim, {
    template,
    what: what ?? String(claim.version),
    path: ASKS.includes(template) ? supplementPath(claim.id) : progressPath(claim.id),
    vars: {
      ...(day === undefined ? {} : { day: formatDay(day, claim.lang) }),
      ...(count === undefined ? {} : { count: String(count) }),
    },
  })
}
