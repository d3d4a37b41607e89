/** Adds the students of a campaign to a list that their school pays for at once. */
import { z } from 'zod'
import type { Lang } from '../../../../lib/locale.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { newNumber } from '../../../../server/order-and-claim-numbers.ts'
import { recordCreation, writeEvent } from '../../../../server/transition.ts'
import {
  planSet,
  PLAN,
  LEAST_PAY_MS,
  PAY_MARGIN_MS,
  type OrderTable,
  groupPaymentMachine,
  lockGroup,
  type GroupPaymentTable,
} from '../../../orders/server/door.ts'
import { payerOf } from '../student-side-of-campaign.ts'
import type { CampaignTable } from '../../tables.ts'
import { expireGroupJob } from './end-group-payment.ts'
import { sealContact } from './group-payment-messages.ts'
import { divide, type Candidate, type StayOff } from './who-stays-off-a-list.ts'

/** Applications per transaction, so that students and others can write in between. */
const BATCH = 100
/** Premiums are charged in this. */
const CURRENCY = 'CNY'

export interface ListCounts extends StayOff {
  /** Number of students added now. */
  added: number
}

export interface NewList {
  lang: Lang
  /** Mailbox of the payer; the earlier one stays if it is not given. */
  contact?: string | undefined
  /** Also adds those who are not on the campaign's list of students: the school has confirmed them. */
  withUninvited?: boolean
  by: string
  why: string
  progress?: (added: number) => void
}

/**
 * Adds every student with a complete application to the campaign's list: the existing draft, or a new one. Each batch
 * is a transaction of its own, so that an interrupted run can be repeated.
 */
export async function makeGroupPayment(
  deps: Deps,
  campaign: CampaignTable,
  { lang, contact, withUninvited = false, by, why, progress = () => undefined }: NewList,
): Promise<{ row: GroupPaymentTable; counts: ListCounts }> {
  if (payerOf(campaign) !== 'school' || campaign.pay_until === null) throw new Refusal('student_pays')
  const row = await draftOf(deps, campaign, { lang, contact, by, why })
  const counts: ListCounts = { added: 0, paying: 0, duplicate: 0, uninvited: 0 }
  for (let after = ''; ;) {
    const found = await candidates(deps, campaign, { after, until: row.pay_until })
    const last = found.at(-1)
    if (!last) break
    const batch = await deps.write((trx) =>
      putOnList(deps, trx, campaign, {
        group: row.id,
        ids: found.map(({ id }) => id),
        withUninvited,
      }),
    )
    counts.added += batch.added
    counts.paying += batch.paying
    counts.duplicate += batch.duplicate
    counts.uninvited += batch.uninvited
    progress(counts.added)
    after = last.id
  }
  if (counts.added > 0)
    await deps.write((trx) =>
      writeEvent(trx, {
        entity: 'group_payment',
        entity_id: row.id,
        at: deps.clock(),
        by,
        from_status: 'draft',
        to_status: 'students_added',
        why,
        data: { added: counts.added },
      }),
    )
  return { row, counts }
}

/** A campaign has one draft list at a time. Refuses `campaign_over` when the school’s time to pay is over. */
async function draftOf(
  deps: Deps,
  campaign: CampaignTable,
  { lang, contact, by, why }: Pick<NewList, 'lang' | 'contact' | 'by' | 'why'>,
): Promise<GroupPaymentTable> {
  return deps.write(async (trx) => {
    await lockFor(trx, `campaign-lists:${campaign.id}`)
    const sealed = contact === undefined ? undefined : sealContact(deps, contact)
    const draft = await trx
      .selectFrom('group_payments')
      .selectAll()
      .where('campaign_id', '=', campaign.id)
      .where('status', '=', 'draft')
      .executeTakeFirst()
    if (draft) {
      if (sealed === undefined) return draft
      await trx.updateTable('group_payments').set({ contact: sealed }).where('id', '=', draft.id).execute()
      return { ...draft, contact: sealed }
    }
    const now = deps.clock()
    const { expires_at: latest } =
      (await payable(trx, campaign, now)
        .select((eb) => eb.fn.min('expires_at').as('expires_at'))
        .executeTakeFirst()) ?? {}
    if (!latest)
      throw new Refusal(now > Number(campaign.pay_until) - LEAST_PAY_MS ? 'campaign_over' : 'nobody_to_pay_for')
    const row: GroupPaymentTable = {
      id: newNumber('YFG', now),
      status: 'draft',
      version: 1,
      updated_at: now,
      campaign_id: campaign.id,
      currency: CURRENCY,
      lang,
      contact: sealed ?? null,
      pay_until: latest - PAY_MARGIN_MS,
      created_at: now,
      closed_at: null,
      paid_at: null,
      payment_id: null,
    }
    await trx.insertInto('group_payments').values(row).execute()
    await recordCreation(trx, {
      machine: groupPaymentMachine,
      id: row.id,
      status: 'draft',
      by,
      at: now,
      why,
      data: { campaign: campaign.id },
    })
    await deps.outbox.enqueue(
      trx,
      expireGroupJob,
      { id: row.id },
      { key: `${expireGroupJob.kind}:${row.id}`, runAt: row.pay_until + PAY_MARGIN_MS / 2 },
    )
    return row
  })
}

/** Applications of the campaign that were sent and accepted, wait for payment and are on no list. */
const payable = (db: Trx | Deps['db'], { id }: Pick<CampaignTable, 'id'>, now: number) =>
  db
    .selectFrom('orders')
    .where('campaign_id', '=', id)
    .where('status', '=', 'awaiting_payment')
    .where('group_payment', 'is', null)
    .where('expires_at', '>', now + LEAST_PAY_MS)
    .where('kind', '=', PLAN)
    .where('currency', '=', CURRENCY)

/** `until`: the end of the list's time to pay; none of its applications may expire earlier. */
const lasting = (db: Trx | Deps['db'], campaign: CampaignTable, { until, now }: { until: number; now: number }) =>
  payable(db, campaign, now).where('expires_at', '>=', until + PAY_MARGIN_MS)

const candidates = (
  deps: Deps,
  campaign: CampaignTable,
  { after, until }: { after: string; until: number },
): Promise<Pick<OrderTable, 'id'>[]> =>
  lasting(deps.db, campaign, { until, now: deps.clock() })
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
    .execute()

async function putOnList(
  deps: Deps,
  trx: Trx,
  campaign: CampaignTable,
  { group, ids, withUninvited }: { group: string; ids: readonly string[]; withUninvited: boolean },
): Promise<ListCounts> {
  const now = deps.clock()
  // Prevents the student from paying, changing or giving up the application at the same moment.
  for (const id of ids) await lockFor(trx, `order:${id}`)
  await lockGroup(trx, group)
  const list = await trx
    .selectFrom('group_payments')
    .select(['status', 'pay_until'])
    .where('id', '=', group)
    .executeTakeFirst()
  if (list?.status !== 'draft') throw new Refusal('not_draft')
  // Read under the locks: before them, a student may have changed the application and its premium.
  const complete: Candidate[] = await lasting(trx, campaign, { until: list.pay_until, now })
    .select(['id', 'premium_minor', 'insured_id_mac', 'breakdown', 'plan', 'tier'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const { take, ...stay } = await divide(trx, campaign, complete, { withUninvited })
  const held =
    take.length === 0
      ? []
      : await trx
          .updateTable('orders')
          .set({ group_payment: group })
          .where(
            'id',
            'in',
            take.map(({ id }) => id),
          )
          .where('status', '=', 'awaiting_payment')
          .where('group_payment', 'is', null)
          .returning('id')
          .execute()
  const taken = new Set(held.map(({ id }) => id))
  const before = await trx
    .selectFrom('group_payment_orders')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('group_id', '=', group)
    .executeTakeFirst()
  const rows = take
    .filter(({ id }) => taken.has(id))
    .map((one, i) => ({
      group_id: group,
      order_id: one.id,
      position: (before?.last ?? 0) + i + 1,
      amount_minor: Number(one.premium_minor),
      ...agesOf(one),
      state: 'held' as const,
      reason: null,
      updated_at: now,
    }))
  if (rows.length > 0) {
    // Removed before, and added again.
    await trx
      .deleteFrom('group_payment_orders')
      .where('group_id', '=', group)
      .where(
        'order_id',
        'in',
        rows.map((it) => it.order_id),
      )
      .where('state', '=', 'left')
      .execute()
    await trx.insertInto('group_payment_orders').values(rows).execute()
  }
  return { added: rows.length, ...stay }
}

const linesSchema = z.array(z.object({ age: z.number().int() }))

/** The ages to which this application's price applies. */
function agesOf({ plan: id, breakdown }: Candidate): { ages_from: number | null; ages_to: number | null } {
  const premium = planSet().find(id)?.premium
  const age = linesSchema.parse(JSON.parse(breakdown))[0]?.age
  const band =
    premium?.unit === 'month' && age !== undefined
      ? premium.bands.find(({ from, to }) => age >= from && age <= to)
      : undefined
  return { ages_from: band?.from ?? null, ages_to: band?.to ?? null }
}
