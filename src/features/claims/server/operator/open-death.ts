/**
 * A claim after a death for someone without access to the policy: opened by an operator, with the complete list of
 * documents at once (decision 0071).
 */
import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../../lib/text/canonical-json.ts'
import { channelOf, normaliseEmail, normaliseMobile } from '../../../../lib/people/contact.ts'
import { latestDay, type Day } from '../../../../lib/days/dates.ts'
import type { Lang } from '../../../../lib/locale.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import { newId } from '../../../../server/new-id.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { recordCreation, transition } from '../../../../server/transition.ts'
import { openPolicy, policyById } from '../../../policies/server/door.ts'
import { liveContact } from '../../../session/server/door.ts'
import { EMPTY_ANSWERS, type ClaimAnswers } from '../../rules/claim-fields.ts'
import { moveClaim, type Actor, type CaseTransaction } from '../case/case-transaction.ts'
import { caseMessages, sendCaseMessage } from '../case/case-messages.ts'
import { askFor, sameInBothLanguages, type RequestedItem } from '../case/document-requests.ts'
import { answerColumns } from '../case/claim-list-summary.ts'
import { loadCase } from '../case/load-case.ts'
import { incidentDayError } from '../../rules/draft/cover-on-day.ts'
import { deathErrors } from '../../rules/draft/death-errors.ts'
import { paysForDeath } from '../draft/death-claims.ts'
import { draftLifetimeFrom } from '../draft/set-draft-deadline.ts'
import { policyColumns, refuseUncovered, UNSENT } from '../draft/begin-and-save-draft.ts'
import { requiredDocuments } from '../../rules/draft/required-documents.ts'
import { unusedCaseNumber } from '../draft/submit-claim.ts'
import type { HeirClaimant } from '../../rules/heirs.ts'
import { claimMachine } from '../claim-states.ts'
import type { ClaimTable } from '../../tables.ts'
import { DOCUMENT_REASONS, becauseKey } from '../../rules/word-keys.ts'

export interface OpenedByUs extends Actor {
  /** Number of the policy. */
  policy: string
  /** Day of the accident, or of death where there was none; the day of death after an accident. */
  day: Day
  cause: Exclude<ClaimAnswers['deathCause'], ''>
  /** '' where `day` is the day of death. */
  died: Day
  claimant: HeirClaimant
  /** A mobile number or email with which the claimant has signed in. */
  contact: string
  lang: Lang
  handler: { handler: string; handler_name: string }
}

/**
 * Opens it in the claimant's account, under review, and requests all documents. Refuses `contact_unproven` where nobody
 * has signed in with the contact: information about a death must not reach the owner of a mistyped number.
 */
export async function openDeathClaim(
  deps: Deps,
  { policy: number, day, cause, died, claimant, contact, lang, handler, by, why }: OpenedByUs,
): Promise<string> {
  const row = await deps.db
    .selectFrom('policies')
    .selectAll()
    .where('number', '=', number.toUpperCase())
    .where('status', 'in', ['issued', 'cancelled'])
    .executeTakeFirst()
  if (!row) throw new Refusal('invalid', { fields: { policy: 'not_found' } })
  const policy = openPolicy(deps, row)
  if (!paysForDeath(deps, policy)) throw new Refusal('no_death_claim')
  const today = latestDay(deps.clock())
  const email = channelOf(contact) === 'email'
  const destination = email ? normaliseEmail(contact) : normaliseMobile(contact)
  const answers: ClaimAnswers = {
    ...EMPTY_ANSWERS,
    type: 'death',
    incidentDay: day,
    deathCause: cause,
    deathDay: cause === 'accident' ? died : '',
    claimant,
    contactPerson: claimant.name,
    email: email ? destination : '',
    contactPhone: email ? '' : destination,
  }
  const dayError = incidentDayError(day, today)
  const fields = { ...deathErrors(answers, today), ...(dayError ? { day: dayError } : {}) }
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields })
  return deps.write(async (trx) => {
    // Prevents a surrender from being approved at the same moment.
    await lockFor(trx, `policy:${row.id}`)
    refuseUncovered(await policyById({ ...deps, db: trx }, row.id), day, 'day')
    const found = await liveContact(deps, trx, destination)
    if (!found) throw new Refusal('contact_unproven')
    const at = deps.clock()
    const id = newId()
    const draft: ClaimTable = {
      id,
      ...UNSENT,
      version: 1,
      created_at: at,
      updated_at: at,
      user_id: found.user_id,
      ...policyColumns(policy),
      lang,
      type: 'death',
      incident_day: day,
      ...answerColumns(deps, answers),
      key_versions: '{}',
      step: 'check',
      start_key: `${found.user_id}:${id}`,
      ...draftLifetimeFrom(at),
    }
    await trx.insertInto('claims').values(draft).execute()
    await recordCreation(trx, {
      machine: claimMachine,
      id,
      status: 'draft',
      by,
      at,
      data: { kind: 'opened', contact: found.id },
    })
    const hash = createHash('sha256').update(canonicalJson(answers)).digest('hex')
    await transition(trx, {
      machine: claimMachine,
      id,
      from: 'draft',
      to: 'submitted',
      version: 1,
      by,
      at,
      ...(why ? { why } : {}),
      data: { kind: 'quiet', answersSha256: hash },
      set: { case_number: await unusedCaseNumber(trx, at), submitted_at: at, answers_sha256: hash },
    })
    const caseTx: CaseTransaction = {
      deps,
      trx,
      found: await loadCase({ db: trx, seal: deps.seal }, id),
      at,
      by,
      ...(why ? { why } : {}),
    }
    await moveClaim(caseTx, { to: 'registered', set: { registered_at: at } })
    await moveClaim(caseTx, { to: 'in_review', kind: 'quiet', set: handler })
    const { until, count } = await askFor(
      caseTx,
      itemsOf(deps, answers, policy.people.insured.idType === 'resident_id'),
    )
    await sendCaseMessage(caseTx, caseMessages.claim_opened, { day: until, count })
    return id
  })
}

/** The site's checklist, and the paper form that is signed instead of on the screen. */
function itemsOf(deps: Deps, answers: ClaimAnswers, mainland: boolean): RequestedItem[] {
  const words = (key: string) => sameInBothLanguages(deps, key)
  const listed = requiredDocuments({ answers, twoSided: mainland, guardian: false })
    .filter(({ required }) => required)
    .map(({ kind, because }): RequestedItem => {
      const known = DOCUMENT_REASONS.find((it) => it === because)
      return { kind, reason: words(becauseKey(known ?? 'death')) }
    })
  return [
    { kind: 'claim_form', reason: words('claims:paperForm.reason'), must: words('claims:paperForm.must') },
    ...listed,
    { kind: 'heirs_agreement', reason: words(becauseKey('several_heirs')) },
  ]
}
