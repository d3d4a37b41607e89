/** What whoever has the school's link sees of a list: sums, states, and a page of its students. */
import type { Output, Parsed } from '../../../../lib/contract.ts'
import { money } from '../../../../lib/money/money.ts'
import { Refusal, type Context } from '../../../../server/http/call-handlers.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { openPaymentLink } from '../../../cashier/server/door.ts'
import { maskedName } from '../../../../lib/people/masked-name.ts'
import {
  campaignOf,
  insuredName,
  GROUP,
  GROUP_PAYMENT_STATES,
  isPaidGroup,
  type ListedState,
  groupPaymentOf,
  type GroupPaymentTable,
} from '../../../orders/server/door.ts'
import { fieldsOf } from '../student-side-of-campaign.ts'
import {
  STUDENTS_PER_PAGE,
  type GroupPaymentView,
  type ListedStudentState,
  type readGroupPayment,
} from '../../contract.ts'
import type { CampaignTable } from '../../tables.ts'
import { campaignOfGroup, wordsOfCampaign } from './group-payment-payable.ts'
import { listSums } from './group-payment-sums.ts'

/** The list of this link. Refuses `not_found` for a link to anything else. */
export async function groupOfLink(ctx: Context, link: string): Promise<GroupPaymentTable> {
  const { payable } = await openPaymentLink(ctx, link)
  const row = payable.kind === GROUP ? await groupPaymentOf(ctx.deps.db, payable.id) : undefined
  if (!row) throw new Refusal('not_found')
  return row
}

export async function groupView(
  ctx: Context,
  { link, page }: Parsed<typeof readGroupPayment>,
): Promise<Output<typeof readGroupPayment>> {
  const { deps, lang } = ctx
  const row = await groupOfLink(ctx, link)
  const campaign = await campaignOfGroup(deps.db, row)
  const sums = await listSums(deps.db, row)
  const cny = (amount: number) => money(amount, row.currency)
  const status = GROUP_PAYMENT_STATES.find((it) => it === row.status)
  if (status === undefined || status === 'draft') throw new Refusal('not_found')
  const { start, end, plan: planId } = campaign
  const states = await statesOf(deps, row)
  return {
    number: row.id,
    status,
    empty: status === 'cancelled' && sums.all.students === 0,
    ...wordsOfCampaign(campaign, lang),
    planId,
    start,
    end,
    fields: fieldsOf(campaign).map((field) => deps.words(lang, `collection:field.${field}`)),
    payUntil: row.pay_until,
    paidAt: row.paid_at === null ? null : row.paid_at,
    students: sums.all.students,
    amount: cny(sums.all.amount),
    parts: await partsOf(deps, row),
    outside: await outsideOf(deps, row, campaign),
    states,
    returned: cny(await returnedOf(deps, row)),
    list: await studentsOf(ctx, row, campaign, page),
    now: deps.clock(),
  }
}

/** Students on the list now; for a list that closed unpaid, those who were on it at the end. */
export async function partsOf(
  { db }: Pick<Deps, 'db'>,
  { id, status, currency }: GroupPaymentTable,
): Promise<GroupPaymentView['parts']> {
  const closed = status === 'expired' || status === 'cancelled'
  const rows = await db
    .selectFrom('group_payment_orders')
    .select((eb) => ['ages_from', 'ages_to', 'amount_minor', eb.fn.countAll().as('students')])
    .where('group_id', '=', id)
    .where((eb) => (closed ? eb('reason', 'in', ['expired', 'list_cancelled']) : eb('state', '!=', 'left')))
    .groupBy(['ages_from', 'ages_to', 'amount_minor'])
    .orderBy('ages_from')
    .orderBy('amount_minor')
    .execute()
  return rows.map(({ ages_from: from, ages_to: to, amount_minor: premium, students }) => ({
    ages: from === null || to === null ? null : { from, to },
    students: Number(students),
    premium: money(premium, currency),
    amount: money(premium * Number(students), currency),
  }))
}

/** Numbers only: a school must not learn whose health answers are reviewed, who was refused and who gave up (0077). */
async function outsideOf(
  { db }: Deps,
  { id }: GroupPaymentTable,
  campaign: CampaignTable,
): Promise<GroupPaymentView['outside']> {
  const rows = await db
    .selectFrom('orders')
    .select((eb) => ['status', eb.fn.countAll().as('n')])
    .where('campaign_id', '=', campaign.id)
    .where('status', '!=', 'discarded')
    .where((eb) => eb.or([eb('group_payment', 'is', null), eb('group_payment', '!=', id)]))
    .groupBy('status')
    .execute()
  const of = (...statuses: string[]): number =>
    rows.filter((row) => statuses.includes(row.status)).reduce((sum, row) => sum + Number(row.n), 0)
  const { n } = await db
    .selectFrom('campaign_invitations')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('campaign_id', '=', campaign.id)
    .where('order_id', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    invited: Number(n),
    begun: of('created'),
    sent: of('under_review', 'awaiting_payment', 'paid', 'issuing'),
    insured: of('issued'),
    notInsured: of('declined', 'cancelled', 'expired', 'issue_failed', 'refunded'),
  }
}

/** The state shown to a payer, from the list, the application and its policy. */
function stateOf(
  group: GroupPaymentTable,
  { state, order, policy }: { state: ListedState; order: string | null; policy: string | null },
): ListedStudentState {
  if (state === 'left') return 'left'
  if (state === 'held') return isPaidGroup(group.status) ? 'issuing' : 'to_pay'
  if (state === 'returned') return order === 'issue_failed' ? 'returning' : 'returned'
  if (order === 'issued') return policy === 'cancelled' ? 'cancelled' : 'insured'
  return order === 'issue_failed' ? 'returning' : order === 'refunded' ? 'returned' : 'issuing'
}

/**
 * Applications that were on the list when it was closed, or are now: the school is not told who gave up before it was
 * shown the list.
 */
export const shownToSchool = (
  { db }: Pick<Deps, 'db'>,
  { id, closed_at: closed }: Pick<GroupPaymentTable, 'id' | 'closed_at'>,
) =>
  db
    .selectFrom('group_payment_orders')
    .where('group_payment_orders.group_id', '=', id)
    .where((eb) =>
      closed === null
        ? eb('group_payment_orders.state', '!=', 'left')
        : eb.or([eb('group_payment_orders.state', '!=', 'left'), eb('group_payment_orders.updated_at', '>=', closed)]),
    )

const listed = (deps: Pick<Deps, 'db'>, group: GroupPaymentTable) =>
  shownToSchool(deps, group)
    .leftJoin('orders', 'orders.id', 'group_payment_orders.order_id')
    .leftJoin('policies', 'policies.id', 'orders.policy_id')

async function statesOf(deps: Deps, group: GroupPaymentTable): Promise<GroupPaymentView['states']> {
  const rows = await listed(deps, group)
    .select((eb) => [
      'group_payment_orders.state',
      'orders.status as order',
      'policies.status as policy',
      eb.fn.countAll().as('n'),
    ])
    .groupBy(['group_payment_orders.state', 'orders.status', 'policies.status'])
    .execute()
  const states: Partial<Record<ListedStudentState, number>> = {}
  for (const { n, ...row } of rows) {
    const state = stateOf(group, row)
    states[state] = (states[state] ?? 0) + Number(n)
  }
  return states
}

/**
 * The sum of the payment that was or will be refunded. A request that nobody has decided on reserves its money, but may
 * be refused.
 */
export async function returnedOf(
  { db }: Pick<Deps, 'db'>,
  { payment_id: payment }: GroupPaymentTable,
): Promise<number> {
  if (payment === null) return 0
  const row = await db.selectFrom('payments').select('refund_minor').where('id', '=', payment).executeTakeFirst()
  const asked = await db
    .selectFrom('refunds')
    .select((eb) => eb.fn.sum('amount_minor').as('sum'))
    .where('payment_id', '=', payment)
    .where('status', 'in', ['requested', 'under_review'])
    .executeTakeFirst()
  return (row?.refund_minor ?? 0) - Number(asked?.sum ?? 0)
}

async function studentsOf(
  { deps, lang }: Context,
  group: GroupPaymentTable,
  campaign: CampaignTable,
  asked: number,
): Promise<GroupPaymentView['list']> {
  const { n } = await shownToSchool(deps, group)
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  const pages = Math.max(1, Math.ceil(Number(n) / STUDENTS_PER_PAGE))
  const page = Math.min(asked, pages)
  const rows = await listed(deps, group)
    .select([
      'group_payment_orders.order_id',
      'group_payment_orders.amount_minor',
      'group_payment_orders.state',
      'orders.status as order',
      'orders.insured_name',
      'orders.campaign',
      'policies.status as policy',
    ])
    .orderBy('group_payment_orders.position')
    .orderBy('group_payment_orders.order_id')
    .limit(STUDENTS_PER_PAGE)
    .offset((page - 1) * STUDENTS_PER_PAGE)
    .execute()
  const fields = fieldsOf(campaign)
  return {
    page,
    pages,
    students: rows.map((row) => {
      const details = campaignOf(deps, row)?.details ?? {}
      return {
        application: row.order_id,
        name: maskedName(insuredName(deps, row, lang)),
        details: fields.map((field) => details[field] ?? ''),
        amount: money(row.amount_minor, group.currency),
        state: stateOf(group, row),
      }
    }),
  }
}
