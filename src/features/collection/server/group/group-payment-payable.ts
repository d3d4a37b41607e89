/** A list of students as a payable that is paid once: each application on it is credited with its own premium. */
import type { Lang } from '../../../../lib/locale.ts'
import { money } from '../../../../lib/money/money.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import {
  type PayableKind,
  type PayableState,
  type PayableView,
  openLinkUrl,
  returnByRule,
} from '../../../cashier/server/door.ts'
import { transition } from '../../../../server/transition.ts'
import {
  markRefunded,
  planSet,
  coverBegun,
  PAY_MARGIN_MS,
  GROUP,
  groupPaymentRef,
  groupPaymentMachine,
  isPaidGroup,
  groupPaymentOf,
  heldSum,
  lockGroup,
  type GroupPaymentTable,
} from '../../../orders/server/door.ts'
import type { CampaignTable } from '../../tables.ts'
import { creditJob } from './credit-applications.ts'
import { groupPaymentMessages, openContact, tellSchool } from './group-payment-messages.ts'
import { listSums } from './group-payment-sums.ts'

const DAY = 86_400_000

function standingOf({ status, pay_until: until }: GroupPaymentTable, now: number): PayableState['standing'] {
  if (status === 'draft') return 'not_submitted'
  if (status === 'open') return now >= until ? 'expired' : 'payable'
  return isPaidGroup(status) ? 'paid' : status === 'cancelled' ? 'cancelled' : 'expired'
}

/** The sum is that of the students on the list now: the next payment asks for it. */
async function find(_deps: Deps, db: Trx | Deps['db'], id: string, now: number): Promise<PayableState | undefined> {
  const row = await groupPaymentOf(db, id)
  if (!row) return undefined
  const { all } = await listSums(db, row)
  return {
    number: id,
    standing: standingOf(row, now),
    amount: money(all.amount, row.currency),
    payUntil: row.pay_until,
    byTransfer: true,
    linkType: 'collection',
    links: { worksUntil: row.pay_until, shownFor: LIMITS.groupPaymentShownDays * DAY },
  }
}

export const campaignOfGroup = (
  db: Trx | Deps['db'],
  { campaign_id: id }: Pick<GroupPaymentTable, 'campaign_id'>,
): Promise<CampaignTable> => db.selectFrom('campaigns').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Names of what the school pays for, in a language. */
export function wordsOfCampaign(
  { plan: id, tier, ...campaign }: CampaignTable,
  lang: Lang,
): { school: string; plan: string; tier: string; insurer: string } {
  const plans = planSet()
  const plan = plans.find(id)
  const words = plan && plans.words(lang, id)
  return {
    school: lang === 'cn' ? campaign.name_cn : campaign.name_en,
    plan: words?.name ?? '',
    tier: words?.tiers[tier]?.name ?? '',
    insurer: plan ? plans.insurerWords(lang, plan.insurer).name : '',
  }
}

async function describe(deps: Deps, id: string, lang: Lang): Promise<PayableView> {
  const row = await groupPaymentOf(deps.db, id)
  if (!row) throw new Refusal('not_found')
  const campaign = await campaignOfGroup(deps.db, row)
  const { school, ...names } = wordsOfCampaign(campaign, lang)
  const { all } = await listSums(deps.db, row)
  return {
    status: row.status,
    settled: row.status === 'done',
    about: deps.words(lang, 'grouppay:about', { count: all.students }),
    ...names,
    start: campaign.start,
    end: campaign.end,
    insured: '',
    buyer: '',
    campaign: school,
    application: null,
    back: null,
    after: null,
  }
}

async function contact(deps: Deps, trx: Trx, id: string): Promise<{ to: string; lang: Lang } | undefined> {
  const row = await groupPaymentOf(trx, id)
  const to = row && openContact(deps, row)
  return to === undefined ? undefined : { to, lang: row?.lang ?? 'cn' }
}

/**
 * Books the payment of the list. Parts of students who left after this payment was begun are refunded at once. A job
 * credits the applications in batches; until then the list's own state prevents them from being given up or paid
 * again.
 */
const paid: PayableKind['paid'] = async (deps, trx, { id, paymentId, at, boughtAt }) => {
  await lockGroup(trx, id)
  const row = await groupPaymentOf(trx, id)
  if (!row) return 'dead'
  if (isPaidGroup(row.status)) return row.payment_id === paymentId ? 'paid' : 'already'
  if (row.status !== 'open' || boughtAt > row.pay_until + PAY_MARGIN_MS) return 'dead'
  const campaign = await campaignOfGroup(trx, row)
  const { students, amount } = await heldSum(trx, id)
  const payment = await trx
    .selectFrom('payments')
    .select('paid_minor')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const left = (payment.paid_minor ?? 0) - amount
  if (students === 0 || left < 0 || coverBegun(campaign.start, boughtAt)) return 'dead'
  const next = await transition(trx, {
    machine: groupPaymentMachine,
    id,
    to: 'paid',
    version: row.version,
    by: `payment:${paymentId}`,
    at,
    set: { paid_at: boughtAt, payment_id: paymentId },
    data: { students, amount, left },
  })
  if (left > 0) {
    await returnByRule(trx, deps, {
      subject: `${GROUP}:${id}`,
      payables: [groupPaymentRef(id)],
      payments: [paymentId],
      amount: left,
      reason: 'left_list',
      lines: [{ id: 'left_list', amount: left }],
      by: 'system',
      why: 'students left the list after the payment was begun',
    })
  }
  await deps.outbox.enqueue(trx, creditJob, { id, round: 1 }, { key: `${creditJob.kind}:${id}:1` })
  await tellSchool(deps, trx, next, groupPaymentMessages.group_payment_paid)
  return 'paid'
}

/** The part of a student whose policy could not be issued was refunded: that application is closed. */
async function returned(_deps: Deps, trx: Trx, { at, subject }: { at: number; subject: string }): Promise<void> {
  const [kind, application = ''] = subject.split(':')
  if (kind !== 'order') return
  const order = await trx.selectFrom('orders').select('status').where('id', '=', application).executeTakeFirst()
  if (order?.status === 'issue_failed') await markRefunded(trx, application, at)
}

export const groupPayable: PayableKind = {
  kind: GROUP,
  named: 'grouppay:named',
  refundReasons: 'grouppay:refundReason',
  lock: lockGroup,
  find,
  describe,
  contact,
  paid,
  returned,
  // Its payer uses the link; nobody can pay it by a login.
  requirePayer: async () => {
    throw new Refusal('not_found')
  },
  payerUrl: (deps, db, id) => openLinkUrl(deps, db, groupPaymentRef(id)),
}
