/** Creates and saves drafts: compare-and-swap on the version; the price is computed only here. */
import { canonicalJson } from '../../../../lib/text/canonical-json.ts'
import { dayOf } from '../../../../lib/days/dates.ts'
import type { Lang } from '../../../../lib/locale.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { senderOf } from '../../../../server/http/device-access.ts'
import { Refusal, type Context } from '../../../../server/http/call-handlers.ts'
import { newNumber } from '../../../../server/order-and-claim-numbers.ts'
import { recordCreation } from '../../../../server/transition.ts'
import { actorOf, searchMacs, callerOwns, ownsByAddress } from '../access/order-access.ts'
import { CAMPAIGN, requireFixedTrip, type CampaignOrigin } from './campaign-fixed-fields.ts'
import { clauseVersion, withOnlyChoices, soldPlan } from './catalogue.ts'
import { voidConsents } from '../consent/student-consent-rows.ts'
import { removeOwnerOfFormerContact } from '../access/order-owner.ts'
import { NO_TICKS, type Answers, type PageRead, type Prefill } from '../../contract.ts'
import { mayStartOrder } from '../access/orders-at-login.ts'
import { ANSWERS, answersOf, PREFILL, readsOf, sensitiveConsentOf } from './load-open-order.ts'
import { sealInsured } from '../people/insured-names.ts'
import { unmasked } from '../people/masked-numbers.ts'
import { priceOfAnswers, standingTicks } from './price-and-errors-of-order.ts'
import { orderMachine } from '../order-states.ts'
import { recordAct, recordChange } from '../sales-record/write-sales-log.ts'
import { addsSensitive, withoutSensitive } from '../../rules/sensitive-data.ts'
import { answersOfPresent } from '../../rules/replaced-persons.ts'
import { changedMembers, reopened } from '../../steps.ts'
import { countDraft, requireAccountSpace } from './draft-limits.ts'
import type { OrderTable } from '../../tables.ts'
import { langOf, reviewOfChanged } from '../order-columns.ts'
import { schoolsOf } from './schools.ts'

/** The values of a row's columns that follow from its answers. */
function columnsOf(deps: Deps, answers: Answers, lang: Lang) {
  const { trip } = answers
  const price = priceOfAnswers(answers, dayOf(deps.clock()))
  return {
    plan: trip.plan,
    tier: trip.tier,
    start: trip.start,
    end: trip.end,
    premium_minor: price.premium?.amount ?? null,
    currency: price.premium?.currency ?? null,
    breakdown: JSON.stringify(price.breakdown),
    answers: deps.seal.seal(ANSWERS, answers),
    insured_name: sealInsured(deps, answers),
    clause_version: clauseVersion(trip.plan, lang),
    ...searchMacs(deps, answers),
  }
}

export interface DraftOrigin {
  /** The closed order whose answers it starts with. */
  again?: string
  /** The paid order whose buyer now insures somebody else. */
  another?: string
  /** The order whose buyer buys again. */
  buyerOf?: string
  /** The visit of a partner's link, and the data that the partner sent. */
  linked?: { link: string; prefill: Prefill } | undefined
  /** The school's campaign that the draft came from. */
  campaign?: CampaignOrigin | undefined
}

/** Creates the draft of this key: the same tap twice makes one order. */
export async function createDraft(
  ctx: Context,
  given: Answers,
  key: string,
  origin: DraftOrigin = {},
): Promise<OrderTable> {
  const { deps, caller, lang } = ctx
  const { linked, campaign } = origin
  soldPlan(given.trip.plan, dayOf(ctx.deps.clock()))
  const { user, holder } = senderOf(caller)
  const createKey = `${user ?? holder}:${key}`
  // Data that needs the separate consent is left out here and copied once the consent is given (decision 0081).
  const answers = withoutSensitive({ ...given, trip: withOnlyChoices(given.trip) }, dayOf(deps.clock()))
  return deps.write(async (trx) => {
    const now = deps.clock()
    if (holder !== null && !(await mayStartOrder(trx, holder, now)))
      throw new Refusal('invalid', { fields: { unique: 'spent' } })
    const row: OrderTable = {
      id: newNumber('YFO', now),
      status: 'created',
      version: 1,
      updated_at: now,
      kind: 'plan',
      holder,
      user_id: user,
      owned_by: null,
      owned_at: null,
      lang,
      ...columnsOf(deps, answers, lang),
      reads: '[]',
      review: null,
      create_key: createKey,
      created_at: now,
      submitted_at: null,
      expires_at: null,
      paid_at: null,
      payment_id: null,
      policy_id: null,
      erased_at: null,
      link_mac: null,
      group_payment: null,
      person_replaced_at: null,
      partner_link: linked?.link ?? null,
      prefill: linked ? deps.seal.seal(PREFILL, linked.prefill) : null,
      campaign_id: campaign?.id ?? null,
      campaign: campaign ? deps.seal.seal(CAMPAIGN, campaign.terms) : null,
    }
    const made = await trx
      .insertInto('orders')
      .values(row)
      .onConflict((c) => c.column('create_key').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!made)
      return ownDraft(
        ctx,
        await trx.selectFrom('orders').selectAll().where('create_key', '=', createKey).executeTakeFirstOrThrow(),
      )
    await requireAccountSpace(ctx, trx)
    await countDraft(ctx, trx, made, { bytes: Buffer.byteLength(made.answers) })
    await recordCreation(trx, { machine: orderMachine, id: row.id, status: 'created', by: actorOf(caller), at: now })
    await recordOrigin(ctx, trx, made, origin)
    return made
  })
}

/** The record's first entry says where a draft came from. A student of a school's list who applies again stays on it. */
async function recordOrigin(
  { deps, device, lang }: Context,
  trx: Trx,
  row: OrderTable,
  { again, another, buyerOf, linked, campaign }: DraftOrigin,
): Promise<void> {
  if (campaign && again) await schoolsOf(deps).moveInvitation(trx, campaign.id, { from: again, to: row.id })
  await recordAct(deps, trx, row.id, {
    kind: 'created',
    data: {
      plan: row.plan,
      lang,
      device,
      clauseVersion: row.clause_version,
      ...(again ? { again } : {}),
      ...(another ? { another } : {}),
      ...(buyerOf ? { buyerOf } : {}),
      ...(linked ? { partner: linked.prefill.coId, institution: linked.prefill.inId } : {}),
      ...(campaign ? { campaign: campaign.id } : {}),
    },
  })
}

/** Refuses when another login has taken over the draft that was made on this device. */
function ownDraft(ctx: Context, row: OrderTable): OrderTable {
  if (!callerOwns(ctx, row)) throw new Refusal('not_found')
  return row
}

export type Groups = Partial<Pick<Answers, 'trip' | 'people' | 'health' | 'check'>>

/**
 * Reads the row again inside the transaction; refuses when it was saved elsewhere in the meantime or is no longer a
 * draft.
 */
export async function draftAtVersion(trx: Trx, id: string, version: number): Promise<OrderTable> {
  await lockFor(trx, `order:${id}`)
  const row = await trx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (row.status !== 'created') throw new Refusal('not_editable', { state: row.status, version: row.version })
  if (row.version !== version) throw new Refusal('conflict', { version: row.version })
  return row
}

/**
 * Changes columns of a draft; the update itself compares the version, so a lost race changes nothing. What its owner
 * enters on another device is not for the device that began it, which may be somebody else's: that opens it no more
 * without a login (decision 0034).
 */
export async function updateDraft(
  { caller, deps }: Context,
  trx: Trx,
  row: OrderTable,
  set: Partial<OrderTable>,
): Promise<OrderTable> {
  const ends = row.user_id !== null && caller.kind === 'user' && caller.userId === row.user_id ? { holder: null } : {}
  const next = await trx
    .updateTable('orders')
    .set({ ...set, ...ends, version: row.version + 1, updated_at: deps.clock() })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .where('status', '=', 'created')
    .returningAll()
    .executeTakeFirst()
  if (!next) throw new Refusal('conflict', {})
  return next
}

/** Saves the groups given, each as a whole. Steps that the change affects are opened again (see `reopened`). */
export async function saveDraft(ctx: Context, id: string, version: number, groups: Groups): Promise<OrderTable> {
  const { deps } = ctx
  if (groups.trip) soldPlan(groups.trip.plan, dayOf(deps.clock()))
  return deps.write(async (trx) => {
    const row = await draftAtVersion(trx, id, version)
    const before = answersOf(deps, row)
    const people = groups.people && ownsByAddress(ctx, row) ? { people: unmasked(groups.people, before.people) } : {}
    const given: Answers = {
      ...before,
      ...groups,
      ...people,
      ...(groups.trip ? { trip: withOnlyChoices(groups.trip) } : {}),
    }
    const { health, replaced } = answersOfPresent(before, given)
    const after: Answers = { ...given, health }
    requireFixedTrip(deps, row, before.trip, after.trip)
    requireFamilyOpen(row, after)
    if (addsSensitive(before, after, dayOf(deps.clock())) && sensitiveConsentOf(deps, row) !== 'given') {
      throw new Refusal('invalid', { fields: { 'people.sensitive': 'sensitive_consent_required' }, step: 'people' })
    }
    return storeAnswers(ctx, trx, row, { before, after, replaced })
  })
}

interface Stored {
  before: Answers
  after: Answers
  /** The page confirmations to store, minus those that the change opens again; the row's own when not given. */
  reads?: readonly PageRead[]
  /** Health answers went because another person is insured. */
  replaced?: boolean
}

/** Stores changed answers of a draft, and everything that follows from the change. */
export async function storeAnswers(
  ctx: Context,
  trx: Trx,
  row: OrderTable,
  { before, after: given, reads: held = readsOf(row), replaced }: Stored,
): Promise<OrderTable> {
  const { deps } = ctx
  const changed = (['trip', 'people', 'health', 'check'] as const).filter(
    (group) => canonicalJson(before[group]) !== canonicalJson(given[group]),
  )
  if (changed.length === 0 && held.length === readsOf(row).length) return row
  const opens = reopened(before, given)
  const checked = opens.includes('check') && !changed.includes('check') ? { ...given, check: NO_TICKS } : given
  // Ticks may come from a page that is out of date: another device has changed plan, people or price since.
  const after = { ...checked, check: standingTicks(deps, checked) }
  await voidConsents(deps, trx, row.id, {
    persons: opens.includes('consent') ? 'all' : changedMembers(before.people, after.people),
  })
  if (changed.length > 0) await recordChange(deps, trx, row.id, changed)
  const columns = columnsOf(deps, after, langOf(row))
  await countDraft(ctx, trx, row, { bytes: Buffer.byteLength(columns.answers) })
  await removeOwnerOfFormerContact(ctx, trx, row, columns)
  return updateDraft(ctx, trx, row, {
    ...columns,
    reads: JSON.stringify(held.filter(({ page }) => !opens.some((id) => id === page))),
    review: opens.includes('health') ? reviewOfChanged(row) : row.review,
    ...(replaced ? { person_replaced_at: deps.clock() } : {}),
  })
}

/**
 * An application from a partner's link or a school's campaign is for one student only: what was agreed names one person
 * and one price.
 */
export const familyClosed = ({
  partner_link,
  campaign_id,
}: Pick<OrderTable, 'partner_link' | 'campaign_id'>): boolean => partner_link !== null || campaign_id !== null

function requireFamilyOpen(row: OrderTable, { people }: Answers): void {
  if (people.family.length > 0 && familyClosed(row))
    throw new Refusal('not_editable', { fields: { 'people.family': 'family_one_student' } })
}
