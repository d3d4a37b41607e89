/** The order as its buyer sees it. */
import { maskContact } from '../../../lib/people/contact.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Lang } from '../../../lib/locale.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { Context } from '../../../server/http/call-handlers.ts'
import { textSchema } from '../../../server/keys/seal.ts'
import { campaignView } from './draft/campaign-fixed-fields.ts'
import { orderView, type Answers, type OrderRow, type OrderView } from '../contract.ts'
import { insuredDrafts } from '../rules/check-person-fields.ts'
import { insuredName } from './people/insured-names.ts'
import { answersOf, openOrder, prefillOf, type Opened } from './draft/load-open-order.ts'
import { masked, shownByAddress } from './people/masked-numbers.ts'
import { familyOf } from '../rules/people-draft.ts'
import { declaredWords, planSet } from './draft/catalogue.ts'
import { familyClosed } from './draft/draft.ts'
import { LIVE } from './order-states.ts'
import { overlaps } from './draft/overlapping-terms.ts'
import { payUntil, premiumOf } from './when-payable.ts'
import { doneSteps, healthErrors, openStep, stepsOf } from '../steps.ts'
import { fullReview, isAccepted, langOf } from './order-columns.ts'
import { needsReview } from './review/review-need.ts'
import type { OrderTable } from '../tables.ts'
import { DESTINATION, callerOwns, idMac, ownsByAddress } from './access/order-access.ts'

const number = (value: number | null): number | null => (value === null ? null : value)
const breakdown = orderView.shape.breakdown

/** The whole order for its owner. */
export async function buyerOrderView(ctx: Context, row: OrderTable): Promise<OrderView> {
  const { deps } = ctx
  const opened = await openOrder(deps, deps.db, row)
  const draft = opened.status === 'created'
  const found = draft ? await duplicatesOf(deps, deps.db, row, opened.answers) : []
  const withheld = healthWithheld(ctx, opened)
  return {
    id: row.id,
    status: opened.status,
    version: row.version,
    lang: langOf(row),
    premium: draft ? opened.price.premium : premiumOf(row),
    breakdown: draft ? opened.price.breakdown : breakdown.parse(JSON.parse(row.breakdown)),
    priceError: draft ? opened.price.priceError : null,
    sensitiveConsent: opened.sensitiveConsent,
    peopleErrors: draft ? opened.peopleErrors : {},
    unprintable: draft ? opened.unprintable : {},
    healthErrors: draft ? prefixed(healthErrors(opened)) : {},
    clauseVersion: row.clause_version,
    answers: answersShown(ctx, opened),
    consequences: opened.consequences,
    steps: stepsOf(opened),
    done: doneSteps(opened),
    open: openStep(opened),
    reads: opened.reads,
    stale: draft ? opened.stale : [],
    questions: withheld ? [] : [...opened.questions],
    consent: consentOf(deps, opened.consent),
    family: opened.family.map(({ member, consequences, consent }) => ({
      key: member.key,
      consequences,
      consent: consentOf(deps, consent),
    })),
    familyClosed: familyClosedOf(row, opened),
    duplicates: shown(ctx, row, found),
    prefill: prefillView(ctx, row),
    campaign: campaignView(deps, row, ctx.lang),
    review: reviewOf(ctx, opened, withheld),
    needsReview: needsReview(deps, opened),
    personReplaced: row.person_replaced_at !== null,
    mayReopen: row.status === 'awaiting_payment' && !ownsByAddress(ctx, row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    submittedAt: number(row.submitted_at),
    expiresAt: payUntil(row),
    paidAt: number(row.paid_at),
    paymentId: row.payment_id,
    policyId: row.policy_id,
  }
}

const prefixed = (errors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([key, code]) => [`health.${key}`, code]))

function consentOf(deps: Deps, consent: Opened['consent']): OrderView['consent'] {
  if (!consent) return null
  const { status, row } = consent
  if (!row) return { status, destination: null, sentAt: null, settledAt: null }
  if (status === 'not_sent') return { status, destination: null, sentAt: null, settledAt: number(row.settled_at) }
  const destination = maskContact(deps.seal.open(DESTINATION, textSchema, row.destination))
  return { status, destination, sentAt: row.sent_at, settledAt: number(row.settled_at) }
}

function prefillView({ deps, lang }: Context, row: OrderTable): OrderView['prefill'] {
  const said = prefillOf(deps, row)
  return said && { ...said, name: said.name[lang] }
}

/** Why an insurer decided so says as much as the answers. */
function reviewOf({ lang }: Context, { row, answers }: Opened, withheld: boolean): OrderView['review'] {
  const review = fullReview(row)
  return (
    review && {
      status: review.status,
      at: review.at,
      why: withheld ? null : review.why,
      declared: withheld || review.status !== 'passed' ? null : declaredWords(answers, lang),
    }
  )
}

/**
 * Whoever has a sent order by a typed address reads nothing about anybody's health: the address may be another
 * person's. A draft that came back from a review must be confirmed once more, which nobody can without reading it.
 */
const healthWithheld = (ctx: Context, { row, status }: Opened): boolean =>
  status !== 'created' && ownsByAddress(ctx, row)

/**
 * Numbers of IDs and passports are shown in full only in a draft that is being edited, and not to somebody who has it
 * by a typed address.
 */
function answersShown(ctx: Context, opened: Opened): Answers {
  const { row, status, answers, check } = opened
  if (healthWithheld(ctx, opened)) return shownByAddress(answers)
  if (status !== 'created') return masked(answers)
  const draft = { ...answers, check }
  return ownsByAddress(ctx, row) ? masked(draft) : draft
}

const familyClosedOf = (row: OrderTable, { answers }: Opened): OrderView['familyClosed'] =>
  familyClosed(row) ? 'linked' : planSet().plan(answers.trip.plan).family ? null : 'plan'

/**
 * Live orders for one of the same insured persons, plan and overlapping days. Family members are found among issued
 * policies and, before there are any, among what the same buyer sent lately.
 */
export async function duplicatesOf(
  deps: Pick<Deps, 'seal'>,
  db: Trx | Deps['db'],
  row: OrderTable,
  { people }: Pick<Answers, 'people'>,
): Promise<OrderTable[]> {
  const persons = [
    row.insured_id_mac,
    ...familyOf(people).map(({ person }) => idMac(deps, person.idType, person.idNumber)),
  ].filter((mac) => mac !== null)
  if (persons.length === 0 || !row.start || !row.end) return []
  const others = await db
    .selectFrom('orders')
    .selectAll()
    // One list of ids: joined by "or", every order there is would be compared.
    .where(
      'id',
      'in',
      db
        .selectFrom('orders')
        .select('id')
        .where('insured_id_mac', 'in', persons)
        .unionAll(
          db
            .selectFrom('policies')
            .select('order_id as id')
            .where('policies.insured_id_mac', 'in', persons)
            .where('policies.person', '>', 1)
            .where('policies.status', '=', 'issued'),
        ),
    )
    .where('plan', '=', row.plan)
    .where('id', '!=', row.id)
    .where('status', 'in', [...LIVE])
    .orderBy('created_at')
    .execute()
  const waiting = (await unissuedOf(db, row)).filter(
    (other) => !others.some(({ id }) => id === other.id) && insures(deps, other, persons),
  )
  return [...others, ...waiting].filter((other) => overlaps(other, row))
}

/** No family sends more orders than this at once. */
const MOST_WAITING = 20

/** Orders of the same buyer and plan that have no policy yet. */
const unissuedOf = (db: Trx | Deps['db'], { id, plan, user_id: user, holder }: OrderTable): Promise<OrderTable[]> =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('plan', '=', plan)
    .where('id', '!=', id)
    .where(
      'status',
      'in',
      LIVE.filter((it) => it !== 'issued'),
    )
    .where((eb) => (user === null ? eb('holder', '=', holder) : eb('user_id', '=', user)))
    .orderBy('created_at', 'desc')
    .limit(MOST_WAITING)
    .execute()

/** Keyed hashes of the ID documents of everybody whom an order insures. */
export const insuredMacs = (deps: Pick<Deps, 'seal'>, { people }: Pick<Answers, 'people'>): string[] =>
  insuredDrafts(people).flatMap(({ idType, idNumber }) => idMac(deps, idType, idNumber) ?? [])

const insures = (deps: Pick<Deps, 'seal'>, order: OrderTable, persons: readonly string[]): boolean =>
  insuredMacs(deps, answersOf(deps, order)).some((mac) => persons.includes(mac))

function shown(ctx: Context, { start, end }: OrderTable, found: OrderTable[]): OrderView['duplicates'] {
  const own = found.filter((other) => callerOwns(ctx, other))
  const lines = own.map((other) => ({
    order: other.id,
    start: other.start,
    end: other.end,
    status: other.status,
  }))
  return own.length === found.length ? lines : [...lines, { order: null, start, end, status: null }]
}

/** The columns that a line of the list is made from; a draft's needs its answers and reads as well. */
export const LISTED_COLUMNS = [
  'id',
  'status',
  'premium_minor',
  'currency',
  'created_at',
  'updated_at',
  'expires_at',
  'policy_id',
  'plan',
  'tier',
  'start',
  'end',
  'insured_name',
  'review',
] as const satisfies readonly (keyof OrderTable)[]
export type ListedOrder = Pick<OrderTable, (typeof LISTED_COLUMNS)[number]>

/** A line of the list of orders. A draft's price and next step are computed from all of its answers, as of today. */
export function orderRow(
  deps: Deps,
  row: ListedOrder,
  draft: Pick<OrderRow, 'premium' | 'open'> | undefined,
  lang: Lang,
): OrderRow {
  return {
    id: row.id,
    status: row.status,
    premium: draft ? draft.premium : premiumOf(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: payUntil(row),
    policyId: row.policy_id,
    accepted: isAccepted(row),
    cancelledOn: null,
    premiumNow: null,
    policies: [],
    open: draft ? draft.open : row.status === 'under_review' || row.status === 'declined' ? 'check' : 'pay',
    plan: row.plan,
    tier: row.tier,
    start: row.start,
    end: row.end,
    insured: insuredName(deps, row, lang),
  }
}
