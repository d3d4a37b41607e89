/** Sending the application: the server checks everything again, by the same rules, on the stored answers only. */
import { formatInstant, startOfCover } from '../../../lib/days/dates.ts'
import type { FieldErrors } from '../../../lib/errors.ts'
import { formatMoney, type Money } from '../../../lib/money/money.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import type { Parsed } from '../../../lib/contract.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { Refusal, type Context } from '../../../server/http/call-handlers.ts'
import { transition } from '../../../server/transition.ts'
import { actorOf, orderForCaller, callerOwns } from './access/order-access.ts'
import type { PageText, submitOrder } from '../contract.ts'
import { campaignView, placeInCampaign } from './draft/campaign-fixed-fields.ts'
import { draftAtVersion } from './draft/draft.ts'
import { notifyBuyer, orderMessages } from './order-messages.ts'
import { openOrder, prefillOf, textFor, type Opened } from './draft/load-open-order.ts'
import { prefilledFields } from '../rules/partner-prefill.ts'
import { familyRecord } from './sales-record/family-record.ts'
import { clauseVersion } from './draft/catalogue.ts'
import { langOf, type Review } from './order-columns.ts'
import { acceptedBefore, macOfReviewed, needsReview } from './review/review-need.ts'
import { expireOrderJob } from './order-jobs.ts'
import { LEAST_PAY_MS, PAY_MARGIN_MS, payDeadline } from './when-payable.ts'
import { orderMachine } from './order-states.ts'
import { recordAct } from './sales-record/write-sales-log.ts'
import { openStep } from '../steps.ts'
import type { OrderTable } from '../tables.ts'
import { duplicatesOf, insuredMacs } from './order-view.ts'

/** Most letters that confirm the sending of one application. */
const SUBMIT_LETTERS = 5

export async function submit(ctx: Context, input: Parsed<typeof submitOrder>): Promise<OrderTable> {
  const { deps } = ctx
  await orderForCaller(ctx, input.id)
  return deps.write(async (trx) => {
    const row = await draftAtVersion(trx, input.id, input.version)
    const opened = await openOrder(deps, trx, row)
    refuseOpen(opened)
    refuseTooSoon(row, deps.clock())
    const text = textFor(deps, opened, 'declarations', ctx.lang)
    if (text.sha256 !== input.sha256) throw new Refusal('text_changed', { page: 'declarations' })
    const prefilled = confirmedPrefill(deps, opened)
    refuseUnticked(opened, text)
    const premium = agreedPrice(opened, input.premium)
    const duplicates = await refuseDuplicate(ctx, trx, opened)
    const schoolPaysUntil = await placeInCampaign(deps, trx, row)
    await recordAct(deps, trx, row.id, {
      kind: 'submitted',
      data: {
        premium: premium.amount,
        currency: premium.currency,
        tier: row.tier,
        start: row.start,
        end: row.end,
        lang: ctx.lang,
        declarations: text.declarations.map(({ id }) => id).filter((id) => opened.check.declarations.includes(id)),
        textVersion: text.version,
        sha256: text.sha256,
        openedAt: Math.min(input.openedAt, deps.clock()),
        clauseVersion: readTermsOf(row),
        second: duplicates > 0,
        device: ctx.device,
        deathBenefit: opened.consequences.deathBenefit,
        ...familyRecord(opened),
        ...(prefilled.length > 0 ? { prefilled } : {}),
      },
    })
    return needsReview(deps, opened)
      ? toReview(ctx, trx, opened)
      : toPayment(ctx, trx, opened, { premium, schoolPaysUntil })
  })
}

/**
 * The version of the terms that the buyer has read: nothing is submitted before today's are (`refuseOpen`). The draft
 * itself may have been saved last under earlier ones.
 */
const readTermsOf = (row: OrderTable): string => clauseVersion(row.plan, langOf(row))

/** Refuses unless every step before the check is complete; for the people page it names the fields. */
function refuseOpen(opened: Opened): void {
  const { peopleErrors } = opened
  if (peopleErrors['trip.start'] === 'start_past')
    throw new Refusal('start_past', { fields: peopleErrors, step: 'people' })
  const step = openStep(opened)
  if (step === 'people') throw new Refusal('invalid', { fields: peopleErrors, step })
  if (step !== 'check') throw new Refusal('incomplete', { step })
}

/** Refuses shortly before midnight when cover begins then, because nobody could pay in time. */
function refuseTooSoon({ start }: OrderTable, now: number): void {
  if (now > startOfCover(start) - LEAST_PAY_MS)
    throw new Refusal('start_soon', { fields: { 'trip.start': 'start_soon' }, step: 'people' })
}

/** Answers that still have the partner's value; refuses until the buyer has confirmed them. */
function confirmedPrefill(deps: Deps, { row, answers, check }: Opened): string[] {
  const said = prefillOf(deps, row)
  const fields = said ? prefilledFields(said, answers) : []
  if (fields.length > 0 && !check.prefilled)
    throw new Refusal('invalid', { fields: { 'check.prefilled': 'declaration_required' }, step: 'check' })
  return fields
}

function refuseUnticked({ check }: Opened, { declarations }: PageText): void {
  const open = declarations.filter(({ id, without }) => !without && !check.declarations.includes(id))
  const fields: FieldErrors = Object.fromEntries(open.map(({ id }) => [`check.${id}`, 'declaration_required']))
  if (open.length > 0) throw new Refusal('invalid', { fields, step: 'check' })
}

function agreedPrice({ price: { premium } }: Opened, shown: number): Money {
  if (!premium) throw new Refusal('incomplete', { step: 'people' })
  if (premium.amount !== shown) throw new Refusal('price_changed', { premium })
  return premium
}

/**
 * How many live orders there are for the same person, plan and days; refuses until the buyer confirms that a second is
 * meant.
 */
async function refuseDuplicate(ctx: Context, trx: Trx, { row, answers, check }: Opened): Promise<number> {
  // When two buyers send at the same moment, the later one finds the other's order.
  for (const mac of [...new Set(insuredMacs(ctx.deps, answers))].sort()) await lockFor(trx, `insured:${mac}`)
  const found = await duplicatesOf(ctx.deps, trx, row, answers)
  if (found.length > 0 && !check.second) {
    const orders = found.filter((other) => callerOwns(ctx, other)).map(({ id }) => id)
    throw new Refusal('duplicate', { fields: { 'check.second': 'second_required' }, orders })
  }
  return found.length
}

async function toReview(ctx: Context, trx: Trx, opened: Opened): Promise<OrderTable> {
  const { deps, caller } = ctx
  const [at, { row }] = [deps.clock(), opened]
  const acceptedAt = acceptedBefore(row)
  const review: Review = {
    status: 'waiting',
    at,
    why: null,
    mac: macOfReviewed(deps, opened),
    ...(acceptedAt === undefined ? {} : { acceptedAt }),
  }
  const next = await transition(trx, {
    machine: orderMachine,
    id: row.id,
    to: 'under_review',
    version: row.version,
    by: actorOf(caller),
    at,
    why: acceptedAt === undefined ? 'health answers' : 'changed after it was accepted',
    set: { review: JSON.stringify(review), submitted_at: at, clause_version: readTermsOf(row) },
  })
  await recordAct(deps, trx, row.id, { kind: 'under_review', data: acceptedAt === undefined ? {} : { acceptedAt } })
  await notifyBuyer(
    deps,
    trx,
    next,
    opened.answers,
    orderMessages.order_under_review,
    { days: String(LIMITS.healthReviewDays) },
    ctx.ip,
  )
  return next
}

async function toPayment(
  ctx: Context,
  trx: Trx,
  opened: Opened,
  { premium, schoolPaysUntil }: { premium: Money; schoolPaysUntil: number | null },
): Promise<OrderTable> {
  const { deps, caller } = ctx
  const [at, { row, answers }] = [deps.clock(), opened]
  const expiresAt = payDeadline(at, row.start, schoolPaysUntil)
  const next = await transition(trx, {
    machine: orderMachine,
    id: row.id,
    to: 'awaiting_payment',
    version: row.version,
    by: actorOf(caller),
    at,
    set: {
      premium_minor: premium.amount,
      currency: premium.currency,
      breakdown: JSON.stringify(opened.price.breakdown),
      submitted_at: at,
      clause_version: readTermsOf(row),
      expires_at: expiresAt,
    },
  })
  await deps.outbox.enqueue(
    trx,
    expireOrderJob,
    { orderId: row.id },
    { key: `${expireOrderJob.kind}:${row.id}:${expiresAt}`, runAt: expiresAt - PAY_MARGIN_MS },
  )
  // The address is unverified: sending, reopening and sending again must not fill a stranger's mailbox.
  if ((await timesSubmitted(trx, row.id)) > SUBMIT_LETTERS) return next
  const lang = langOf(row)
  const campaign = campaignView(deps, row, lang)
  if (campaign?.payer === 'school')
    await notifyBuyer(deps, trx, next, answers, orderMessages.order_submitted_school, { school: campaign.name }, ctx.ip)
  else
    await notifyBuyer(
      deps,
      trx,
      next,
      answers,
      orderMessages.order_submitted,
      { premium: formatMoney(premium, lang), until: formatInstant(expiresAt - PAY_MARGIN_MS, lang) },
      ctx.ip,
    )
  return next
}

async function timesSubmitted(trx: Trx, id: string): Promise<number> {
  const { times } = await trx
    .selectFrom('sales_log')
    .select((eb) => eb.fn.countAll().as('times'))
    .where('order_id', '=', id)
    .where('kind', '=', 'submitted')
    .executeTakeFirstOrThrow()
  return Number(times)
}
