/**
 * Sending the claim: everything is checked again, on the stored data only. A repeated call returns the same case
 * (design §6.4).
 */
import { createHash } from 'node:crypto'
import type { Parsed } from '../../../../lib/contract.ts'
import { canonicalJson } from '../../../../lib/text/canonical-json.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import { Refusal, type UserContext } from '../../../../server/http/call-handlers.ts'
import { newNumber } from '../../../../server/order-and-claim-numbers.ts'
import { transition } from '../../../../server/transition.ts'
import { actorOf, claimForCaller, claimLockKey } from '../claim-access.ts'
import { answerColumns } from '../case/claim-list-summary.ts'
import { sealAccount } from '../answer-columns.ts'
import type { ClaimAnswers } from '../../rules/claim-fields.ts'
import type { submitClaim } from '../../contract.ts'
import { formJob } from '../documents/document-jobs.ts'
import { declarationsWhenSent } from '../../rules/draft/made-documents.ts'
import { accountNameFit } from '../../rules/draft/account-holder-check.ts'
import { unavailableNow } from '../../rules/draft/claim-errors.ts'
import { draftMessages, sendClaimMessage } from '../send-claim-message.ts'
import { addMatchKeys } from '../settlement/claimed-before.ts'
import { ACCOUNT_PART } from '../../rules/settlement/discrepancies.ts'
import { accountTexts, visitTexts, type MatchText } from '../../rules/settlement/match-texts.ts'
import { nameHeirs } from '../settlement/heirs-as-payees.ts'
import { requireDeathClaim, withClaimant } from './death-claims.ts'
import { requireChecked } from './document-check-result.ts'
import { openClaim } from './load-open-claim.ts'
import { askedAnswers } from '../../rules/draft/asked-answers.ts'
import { recordSigning } from './record-signing.ts'
import { claimMachine } from '../claim-states.ts'
import type { ClaimTable } from '../../tables.ts'

interface Sent {
  caseNumber: string
  submittedAt: number
}

/** The receipt of a sent claim, whatever its status now. */
function sentAs(row: ClaimTable): Sent | undefined {
  if (row.case_number === null || row.submitted_at === null) return undefined
  return { caseNumber: row.case_number, submittedAt: row.submitted_at }
}

/**
 * Sends the claim. `incomplete` carries `errors` by step; `conflict` when another device has changed it since
 * `version`.
 */
export async function submit(ctx: UserContext, { id, version }: Parsed<typeof submitClaim>): Promise<Sent> {
  const { deps } = ctx
  const already = sentAs(await claimForCaller(ctx, id))
  if (already) return already
  return deps.write(async (trx) => {
    await lockFor(trx, claimLockKey(id))
    const row = await trx.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const before = sentAs(row)
    if (before) return before
    if (row.status !== 'draft') throw new Refusal('not_found')
    // Prevents a surrender from being approved at the same moment: it refuses if there is a claim, and otherwise ends
    // the cover.
    await lockFor(trx, `policy:${row.policy_id}`)
    const opened = await openClaim(deps, trx, row)
    if (Object.keys(opened.errors).length > 0) throw new Refusal('incomplete', { errors: opened.errors })
    if (row.version !== version) throw new Refusal('conflict', { version: row.version })
    const { holders, signature } = opened
    // From here on the account is stored with the case itself: what happens to the earlier claim no longer matters.
    const death = opened.answers.type === 'death'
    if (death) await requireDeathClaim(ctx, opened.policy, trx)
    const account = opened.answers.accountFrom === '' || death ? {} : opened.remembered?.account
    const answers = askedAnswers({
      ...withClaimant(opened.answers, opened.policy),
      ...account,
      unavailable: unavailableNow(opened),
      declarations: declarationsWhenSent(opened.answers, opened.documents),
    })
    const at = deps.clock()
    await requireChecked(trx, id, at)
    const documents = opened.documents.filter(({ status }) => status !== 'failed')
    const hash = createHash('sha256').update(canonicalJson(answers)).digest('hex')
    await recordSigning(trx, id, { by: actorOf(ctx), at, sending: true })
    const next = await transition(trx, {
      machine: claimMachine,
      id,
      from: 'draft',
      to: 'submitted',
      version,
      by: actorOf(ctx),
      at,
      data: {
        kind: 'submitted',
        device: ctx.device,
        answersSha256: hash,
        formSha256: signature?.text_sha256,
        documents: documents.length,
        without: answers.unavailable.map(({ kind }) => kind),
        ...(death ? { heirs: answers.heirs.length } : { accountName: accountNameFit(answers, holders) }),
      },
      // Messages are written in the language the person uses now.
      set: {
        // Merging has ended: earlier states of the draft are deleted.
        ...answerColumns(deps, answers),
        lang: ctx.lang,
        case_number: await unusedCaseNumber(trx, at),
        submitted_at: at,
        answers_sha256: hash,
        account: death ? null : sealAccount(deps, answers),
        type: answers.type || null,
        incident_day: answers.incidentDay,
      },
    })
    await addMatchKeys(deps, trx, id, claimedTexts(answers))
    if (death) await nameHeirs(deps, trx, id, answers)
    await sendClaimMessage(deps, trx, next, draftMessages.claim_sent, { vars: { days: String(LIMITS.decisionDays) } })
    await deps.outbox.enqueue(trx, formJob, { claim: id }, { key: `${formJob.kind}:${id}` })
    const sent = sentAs(next)
    if (!sent) throw new Error('sent without a number')
    return sent
  })
}

/** What other claims are compared with: after a death each heir has an account of their own. */
const claimedTexts = (answers: ClaimAnswers): MatchText[] => [
  ...visitTexts(answers),
  ...(answers.type === 'death' ? [] : accountTexts(ACCOUNT_PART, answers)),
]

/** An unused case number. */
export async function unusedCaseNumber(trx: Trx, now: number): Promise<string> {
  for (;;) {
    const number = newNumber('YF-C', now)
    const taken = await trx.selectFrom('claims').select('id').where('case_number', '=', number).executeTakeFirst()
    if (!taken) return number
  }
}
