/** Beginning, saving and deleting drafts. */
import type { Parsed } from '../../../../lib/contract.ts'
import { latestDay } from '../../../../lib/days/dates.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { newId } from '../../../../server/new-id.ts'
import { Refusal, type UserContext } from '../../../../server/http/call-handlers.ts'
import { givenConsent } from '../../../../server/personal-data/sensitive-consent-of-call.ts'
import { recordCreation } from '../../../../server/transition.ts'
import { policyById, policyOfCaller, roleOnPolicy, type InsuredPolicy } from '../../../policies/server/door.ts'
import { actorOf, anyClaimForCaller, claimForCaller, claimLockKey } from '../claim-access.ts'
import { EMPTY_ANSWERS, type AnswerPatch, type ClaimAnswers } from '../../rules/claim-fields.ts'
import { unknownCountries } from '../../rules/draft/claim-errors.ts'
import { stillSigned } from '../../rules/draft/made-documents.ts'
import { answerColumns } from '../case/claim-list-summary.ts'
import { draftOf } from '../answer-columns.ts'
import type { saveClaim, startClaim } from '../../contract.ts'
import { draftLifetimeFrom } from './set-draft-deadline.ts'
import { declarationKey, type Declaration } from '../../rules/draft/declarations.ts'
import { coverOn, incidentDayError } from '../../rules/draft/cover-on-day.ts'
import { refuseSent } from './draft-view.ts'
import { eraseDraft } from './remind-of-and-delete-drafts.ts'
import { mergeSave, newDraft, type Draft, type Merged, type Save } from '../../rules/draft/merge-drafts.ts'
import { verifiedContacts } from '../../../session/server/door.ts'
import { deathAnswers, requireDeathClaim } from './death-claims.ts'
import {
  followUpAnswers,
  prefilledAnswers,
  deleteReusedDocuments,
  reuseIdDocuments,
  samePerson,
} from './earlier-claims.ts'
import { claimMachine } from '../claim-states.ts'
import { refuseTooManyDrafts } from './refuse-full-claim.ts'
import { recordSigning } from './record-signing.ts'
import type { ClaimTable } from '../../tables.ts'

/** Refuses `not_covered_then` for a day outside the cover. Where it happened is not known yet. */
export function refuseUncovered(policy: InsuredPolicy, day: string, field: string): void {
  const cover = coverOn(policy, day, '')
  if (cover !== 'covered') throw new Refusal('not_covered_then', { cover, fields: { [field]: 'not_covered_then' } })
}

/** What every claim has until it is sent. */
export const UNSENT = {
  status: 'draft',
  case_number: null,
  outcome: null,
  paid_minor: null,
  currency: null,
  rate_awaited: null,
  on_account: null,
  complex: 0,
  handler: null,
  handler_name: null,
  submitted_at: null,
  registered_at: null,
  decided_at: null,
  closed_at: null,
  answers_sha256: null,
  account: null,
} as const satisfies Partial<ClaimTable>

export const policyColumns = ({
  id,
  insurer,
  plan,
  tier,
}: InsuredPolicy): Pick<ClaimTable, 'policy_id' | 'insurer' | 'plan' | 'tier'> => ({
  policy_id: id,
  insurer,
  plan,
  tier,
})
const factColumns = ({ type, incidentDay }: ClaimAnswers): Pick<ClaimTable, 'type' | 'incident_day'> => ({
  type: type || null,
  incident_day: incidentDay || null,
})

/** Given when the draft is begun; withdrawn by deleting the draft. */
const CONSENT: Declaration = 'sensitive'

const keepsConsent = (patch: AnswerPatch, { declarations }: ClaimAnswers): AnswerPatch =>
  patch.declarations && declarations.includes(CONSENT)
    ? { ...patch, declarations: [...new Set([CONSENT, ...patch.declarations])] }
    : patch

/** Whoever claims for somebody else in the family is the one to be asked; for oneself the page offers the own name. */
const contactOf = async (ctx: UserContext, { id, relationship, people }: InsuredPolicy): Promise<string> =>
  relationship !== 'self' && (await roleOnPolicy(ctx, id)) === 'buyer' ? people.policyholder.idName : ''

/** The draft of this key: the same tap twice makes one. */
export async function startDraft(
  ctx: UserContext,
  { policy: policyId, day, key, death, after }: Parsed<typeof startClaim>,
): Promise<ClaimTable> {
  const { deps, caller } = ctx
  const policy = await policyOfCaller(ctx, policyId)
  const wrong = incidentDayError(day, latestDay(deps.clock()))
  if (wrong) throw new Refusal(wrong === 'incident_date_future' ? 'day_future' : 'invalid', { fields: { day: wrong } })
  refuseUncovered(policy, day, 'day')
  if (death) await requireDeathClaim(ctx, policy)
  const { email, mobile } = await verifiedContacts(deps, deps.db, caller.userId)
  const draft = newDraft({
    ...EMPTY_ANSWERS,
    declarations: [CONSENT],
    incidentDay: day,
    email: email ?? '',
    contactPhone: mobile ?? '',
    contactPerson: await contactOf(ctx, policy),
    ...(await prefilledAnswers(ctx, policy)),
    ...(after === undefined ? {} : await followUpAnswers(ctx, after, policy)),
    ...(death ? deathAnswers(policy) : {}),
  })
  const startKey = `${caller.userId}:${key}`
  let begun: ClaimTable | undefined
  const row = await deps.write(async (trx) => {
    await lockFor(trx, `claims:${caller.userId}`)
    const held = await trx.selectFrom('claims').selectAll().where('start_key', '=', startKey).executeTakeFirst()
    if (held) return held
    await refuseTooManyDrafts(deps, trx, caller.userId)
    const now = deps.clock()
    const made: ClaimTable = {
      id: newId(),
      ...UNSENT,
      version: draft.version,
      created_at: now,
      updated_at: now,
      user_id: caller.userId,
      ...policyColumns(policy),
      lang: ctx.lang,
      ...factColumns(draft.answers),
      ...answerColumns(deps, draft.answers),
      key_versions: JSON.stringify(draft.keyVersions),
      step: 'sign',
      start_key: startKey,
      ...draftLifetimeFrom(now),
    }
    await trx.insertInto('claims').values(made).execute()
    await recordCreation(trx, {
      machine: claimMachine,
      id: made.id,
      status: 'draft',
      by: actorOf(ctx),
      at: now,
      data: {
        kind: 'started',
        device: ctx.device,
        consent: givenConsent(ctx, [declarationKey(CONSENT), declarationKey(CONSENT, 'more')]),
      },
    })
    begun = made
    return made
  })
  if (begun) await reuseIdDocuments(ctx, begun, policy)
  return row
}

/** Reads a draft's row again inside the transaction, and locks out other transactions of this claim. */
export async function lockDraft(trx: Trx, id: string): Promise<ClaimTable> {
  await lockFor(trx, claimLockKey(id))
  const row = await trx.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  refuseSent(row)
  return row
}

/** Changes columns of a draft; the update itself compares the version. A changed `version` is increased by one. */
export async function updateDraft(
  deps: Deps,
  trx: Trx,
  row: ClaimTable,
  set: Partial<ClaimTable>,
): Promise<ClaimTable> {
  const now = deps.clock()
  const next = await trx
    .updateTable('claims')
    .set({ ...set, updated_at: now, ...draftLifetimeFrom(now) })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .where('status', '=', 'draft')
    .returningAll()
    .executeTakeFirst()
  if (!next) throw new Refusal('conflict', { version: row.version })
  return next
}

export interface Saved {
  row: ClaimTable
  conflicts: (Merged['conflicts'][number] & { at: number })[]
}

/** Merges the changes of one device into the stored draft (merge-drafts.ts). */
export async function saveDraft(ctx: UserContext, input: Parsed<typeof saveClaim>): Promise<Saved> {
  const { deps } = ctx
  const claim = await claimForCaller(ctx, input.id)
  refuseSent(claim)
  refuseUnknownCountry(input.patch, draftOf(deps, claim).answers)
  const policy = input.policy === undefined ? undefined : await otherPolicy(ctx, input.policy)
  const other = policy !== undefined && !samePerson(policy, await policyById(deps, claim.policy_id))
  return deps.write(async (trx) => {
    const row = await lockDraft(trx, input.id)
    const before = draftOf(deps, row)
    const save = { base: Math.min(input.base, row.version), patch: keepsConsent(input.patch, before.answers) }
    const { draft, changed, conflicts } = withSignedDocuments(mergeSave(before, save), before, save)
    const moved = policy && policy.id !== row.policy_id ? policy : undefined
    if (moved) refuseUncovered(moved, draft.answers.incidentDay, 'policy')
    // Type and policy may have been saved in either order, so both are checked: a death can be claimed for only on a
    // policy bought for someone else.
    const turned = draft.answers.type === 'death' && (before.answers.type !== 'death' || moved !== undefined)
    if (turned) await requireDeathClaim(ctx, moved ?? (await policyById({ ...deps, db: trx }, row.policy_id)), trx)
    if (moved && other) await deleteReusedDocuments(deps, trx, row.id)
    const at = row.updated_at
    const told = conflicts.map((it) => ({ ...it, at }))
    if (changed.length === 0 && !moved && (input.step ?? row.step) === row.step) return { row, conflicts: told }
    const next = await updateDraft(deps, trx, row, {
      ...answerColumns(deps, draft.answers),
      key_versions: JSON.stringify(draft.keyVersions),
      ...factColumns(draft.answers),
      version: changed.length > 0 || moved ? row.version + 1 : row.version,
      ...(input.step ? { step: input.step } : {}),
      ...(moved ? policyColumns(moved) : {}),
    })
    if (next.step !== row.step && next.step !== 'policy' && next.step !== 'sign')
      await recordSigning(trx, row.id, { by: actorOf(ctx), at: deps.clock(), sending: false })
    return { row: next, conflicts: told }
  })
}

/**
 * A document that was made from the answers and ticked as read is ticked again once it says something else. Whoever
 * ticks has read what this device had: not what another one has changed since.
 */
function withSignedDocuments(merged: Merged, before: Draft, { base, patch }: Save): Merged {
  const { draft, changed } = merged
  const declarations = stillSigned(
    draft.answers,
    changed.includes('declarations')
      ? (key) => patch[key] === undefined && (before.keyVersions[key] ?? 1) > base
      : (key) => changed.includes(key),
  )
  if (declarations.length === draft.answers.declarations.length) return merged
  return {
    ...merged,
    draft: {
      ...draft,
      answers: { ...draft.answers, declarations },
      keyVersions: { ...draft.keyVersions, declarations: draft.version },
    },
    changed: [...new Set([...changed, 'declarations' as const])],
  }
}

/** What was stored before there was a list stands beside other changes; whoever sends the claim is asked for it. */
function refuseUnknownCountry(patch: Parsed<typeof saveClaim>['patch'], before: ClaimAnswers): void {
  const stood = unknownCountries(before)
  const fields = Object.fromEntries(Object.entries(unknownCountries(patch)).filter(([key]) => !(key in stood)))
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields })
}

/** A phone that was handed one claim cannot choose another policy of the person's. */
function otherPolicy(ctx: UserContext, id: string): Promise<InsuredPolicy> {
  if (ctx.caller.scope !== undefined) throw new Refusal('not_found')
  return policyOfCaller(ctx, id)
}

/** Deletes a draft; deleting twice succeeds. */
export async function discardDraft(ctx: UserContext, id: string): Promise<void> {
  const { deps } = ctx
  if ((await anyClaimForCaller(ctx, id)).status === 'discarded') return
  await deps.write(async (trx) => {
    await lockFor(trx, claimLockKey(id))
    const row = await trx.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    if (row.status === 'discarded') return
    refuseSent(row)
    await eraseDraft(deps, trx, row, { by: actorOf(ctx), kind: 'discarded' })
  })
}
