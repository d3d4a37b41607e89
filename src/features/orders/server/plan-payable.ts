/** An application for a plan as a payable: the only payable from which a policy is issued. */
import { sql } from 'kysely'
import { namesOnAccounts } from '../../../lib/people/compare-account-name.ts'
import { maskContact } from '../../../lib/people/contact.ts'
import { formatInstant } from '../../../lib/days/dates.ts'
import { listInWords, type Lang } from '../../../lib/locale.ts'
import { formatMoney, type Money } from '../../../lib/money/money.ts'
import { nameIn } from '../../../lib/people/name-in-language.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import {
  type PayableKind,
  type PayableState,
  type PayableView,
  RETURNED_UNDELIVERED,
} from '../../cashier/server/door.ts'
import { hasWaiverLetter, loadPlans } from '../../plans/server/door.ts'
import { isPaidGroup } from './group/group-payment-states.ts'
import { groupPaymentOf } from './group/hold-applications.ts'
import { orderForCaller } from './access/order-access.ts'
import { markPaid, markRefunded, orderFacts, type OrderFacts } from './sold-order.ts'
import { campaignView } from './draft/campaign-fixed-fields.ts'
import { isAccepted, langOf } from './order-columns.ts'
import { notifyBuyer, orderMessages } from './order-messages.ts'
import { answersOf } from './draft/load-open-order.ts'
import { PLAN } from './payable-refs.ts'
import { orderDetailPath, orderPath } from '../list-contract.ts'
import { payable, payUntil, premiumOf } from './when-payable.ts'
import type { OrderTable } from '../tables.ts'

/** Finds only applications for a plan: an order of another kind brings no policy. */
const planOrder = (db: Trx | Deps['db'], id: string): Promise<OrderTable | undefined> =>
  db.selectFrom('orders').selectAll().where('id', '=', id).where('kind', '=', PLAN).executeTakeFirst()

async function find(_deps: Deps, db: Trx | Deps['db'], id: string, now: number): Promise<PayableState | undefined> {
  const row = await planOrder(db, id)
  if (!row) return undefined
  const answer = payable(row, now)
  // A draft that was given up shows nothing to a payer.
  const known = row.submitted_at !== null
  const standing =
    answer.ok && row.group_payment !== null
      ? await standingInGroup(db, row.group_payment)
      : answer.ok
        ? 'payable'
        : known
          ? answer.reason
          : isAccepted(row)
            ? 'accepted'
            : 'not_submitted'
  return {
    number: id,
    standing,
    amount: known ? premiumOf(row) : null,
    payUntil: payUntil(row),
    ...(row.campaign_id === null ? {} : { linkType: 'collection' as const }),
  }
}

/** State within a group payment. Once that is paid the order counts as paid, though it is credited a moment later. */
async function standingInGroup(db: Trx | Deps['db'], id: string): Promise<'paid' | 'in_group'> {
  return isPaidGroup((await groupPaymentOf(db, id))?.status) ? 'paid' : 'in_group'
}

async function describe(deps: Deps, id: string, lang: Lang): Promise<PayableView> {
  const row = await planOrder(deps.db, id)
  if (!row) throw new Refusal('not_found')
  const facts = orderFacts(deps, row)
  const campaign = campaignView(deps, row, lang)
  return {
    ...(campaign ? { campaign: campaign.name } : {}),
    status: row.status,
    settled: row.status === 'issued' || row.status === 'refunded',
    about: '',
    ...namesOf(facts, lang),
    start: facts.start || null,
    end: facts.end || null,
    insured: listInWords(
      facts.persons.map((it) => nameIn(it.insured, lang)),
      lang,
    ),
    parts:
      facts.persons.length === 1
        ? []
        : facts.persons.map((it) => ({ name: nameIn(it.insured, lang), amount: it.premium })),
    buyer: nameIn(facts.policyholder, lang),
    application: id,
    back: orderPath(id),
    after: null,
    ...sentTo(facts),
  }
}

/** Documents are sent by email, or by text message where there is no address. */
function sentTo({ policyholder: { email, mobile } }: OrderFacts): Pick<PayableView, 'sentTo'> {
  const to = email ?? mobile
  return to ? { sentTo: maskContact(to) } : {}
}

function namesOf(
  { plan: id, tier }: Pick<OrderFacts, 'plan' | 'tier'>,
  lang: Lang,
): Pick<PayableView, 'plan' | 'tier' | 'insurer' | 'waiverLetter'> {
  const plans = loadPlans()
  const plan = plans.find(id)
  if (!plan) return { plan: '', tier: '', insurer: '' }
  const words = plans.words(lang, id)
  return {
    plan: words.name,
    tier: words.tiers[tier]?.name ?? '',
    insurer: plans.insurerWords(lang, plan.insurer).name,
    waiverLetter: hasWaiverLetter(plan),
  }
}

async function contact(deps: Deps, trx: Trx, id: string): Promise<{ to: string; lang: Lang } | undefined> {
  const row = await planOrder(trx, id)
  // An order that was reopened as a draft may have no complete buyer to write to.
  if (!row || row.submitted_at === null) return undefined
  const { policyholder, lang } = orderFacts(deps, row)
  const to = policyholder.email ?? policyholder.mobile
  return to ? { to, lang } : undefined
}

async function payerNames(deps: Deps, db: Trx | Deps['db'], id: string): Promise<string[]> {
  const row = await planOrder(db, id)
  return row && row.submitted_at !== null ? namesOnAccounts(orderFacts(deps, row).policyholder) : []
}

/**
 * A bank or wallet refused a payment while the order still waits for it: the buyer gets one message, since they may
 * have left the page.
 */
async function tellPaymentFailed(
  deps: Deps,
  trx: Trx,
  { id, amount, method }: { id: string; amount: Money; method: string },
): Promise<void> {
  const row = await planOrder(trx, id)
  const until = row && payUntil(row)
  if (row?.status !== 'awaiting_payment' || !until) return
  const lang = langOf(row)
  await notifyBuyer(deps, trx, row, answersOf(deps, row), orderMessages.order_payment_failed, {
    amount: formatMoney(amount, lang),
    method: deps.words(lang, `cashier:bankOf.${method}`),
    until: formatInstant(until, lang),
  })
}

/**
 * The order was changed after this payment was begun, and costs another sum now. A payment that had ended in our books
 * can still bring money: a wallet's page that was never opened stays payable until it expires.
 */
async function isRepriced(trx: Trx, id: string, paymentId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('orders')
    .innerJoin('payments', 'payments.payable_id', 'orders.id')
    .select(['orders.premium_minor', 'orders.currency', 'payments.paid_minor', 'payments.paid_currency'])
    .where('orders.id', '=', id)
    .where('orders.status', '=', 'awaiting_payment')
    .where('payments.id', '=', paymentId)
    .executeTakeFirst()
  return found !== undefined && (found.paid_minor !== found.premium_minor || found.paid_currency !== found.currency)
}

/** The money came too late. Its refund has messages of its own, which say nothing of cover. */
async function tellNoCover(deps: Deps, trx: Trx, id: string): Promise<void> {
  const row = await planOrder(trx, id)
  if (row && ['awaiting_payment', 'expired', 'cancelled'].includes(row.status))
    await notifyBuyer(deps, trx, row, answersOf(deps, row), orderMessages.order_paid_late, {})
}

/** An order whose policy could not be issued is closed once its money has been returned. */
async function returned(
  _deps: Deps,
  trx: Trx,
  { id, at, whole }: { id: string; at: number; whole: boolean },
): Promise<void> {
  const order = await planOrder(trx, id)
  if (order?.status === 'issue_failed' && whole) await markRefunded(trx, id, at)
}

async function undeliverable(db: Deps['db'], limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.status', '=', 'issue_failed')
    .where('orders.kind', '=', PLAN)
    // Of a school's group payment only a part is returned.
    .where('orders.group_payment', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('refunds')
            .select(sql.lit(1).as('one'))
            .where('refunds.payable_kind', '=', PLAN)
            .whereRef('refunds.payable_id', '=', 'orders.id')
            .where('refunds.reason', 'in', RETURNED_UNDELIVERED)
            .where('refunds.status', '!=', 'rejected'),
        ),
      ),
    )
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

export const planPayable: PayableKind = {
  kind: PLAN,
  param: 'order',
  lock: (trx, id) => lockFor(trx, `order:${id}`),
  find,
  requirePayer: async (ctx, id) => void (await orderForCaller(ctx, id)),
  describe,
  payerNames,
  refundPage: (_db, id) => Promise.resolve(orderDetailPath(id)),
  contact,
  paid: async (deps, trx, { id, ...money }) => {
    // Prevents an operator from adding the order to a school's group payment at the same moment.
    await lockFor(trx, `order:${id}`)
    if (await isRepriced(trx, id, money.paymentId)) return 'repriced'
    const outcome = await markPaid(trx, { orderId: id, ...money })
    if (outcome === 'dead') await tellNoCover(deps, trx, id)
    return outcome
  },
  closed: tellPaymentFailed,
  returned,
  undeliverable,
}
