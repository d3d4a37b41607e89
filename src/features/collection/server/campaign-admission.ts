/** What ordering asks about a campaign: whether it accepts an application now, and until when that may be paid. */
import { STORAGE_LIMITS } from '../../../lib/storage-limits.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import { LEAST_PAY_MS, LIVE, type Applicant } from '../../orders/server/door.ts'
import { campaignStanding, REFUSAL_OF_STANDING, type CampaignStanding } from '../rules/campaign-open-now.ts'
import type { CampaignTable } from '../tables.ts'

type Db = Trx | Deps['db']

/** Applications that have a place: sent, or sent once and passed by the health review since. */
const placed = (db: Db, campaign: string) =>
  db
    .selectFrom('orders')
    .where('orders.campaign_id', '=', campaign)
    .where((eb) =>
      eb.or([
        eb('orders.status', 'in', [...LIVE]),
        eb.and([eb('orders.status', '=', 'created'), eb('orders.review', 'is not', null)]),
      ]),
    )

const countOf = async (query: ReturnType<typeof placed>): Promise<number> =>
  Number((await query.select((eb) => eb.fn.countAll().as('count')).executeTakeFirstOrThrow()).count)

/** Whether the application was begun by the link of a student on the campaign's list. */
const isInvited = async (db: Db, campaign: string, order: string): Promise<boolean> =>
  (await db
    .selectFrom('campaign_invitations')
    .select('id')
    .where('campaign_id', '=', campaign)
    .where('order_id', '=', order)
    .executeTakeFirst()) !== undefined

/** Students on the campaign's list whose application has no place yet: so many are kept for them. */
async function keptPlaces(db: Db, campaign: string): Promise<number> {
  const { count } = await db
    .selectFrom('campaign_invitations')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('campaign_id', '=', campaign)
    .where((eb) =>
      eb.or([eb('order_id', 'is', null), eb('order_id', 'not in', placed(db, campaign).select('orders.id'))]),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Whether it accepts an application now. Drafts take no place: an abandoned one would keep somebody else out. An
 * application that passed the health review is a draft again, but keeps the place that it got when it was sent.
 * Somebody who is not on the campaign's list gets no place that one of the list may still need: its link may have been
 * passed on.
 */
export async function standingOf(
  deps: Deps,
  db: Db,
  row: CampaignTable,
  { invited }: { invited: boolean },
): Promise<CampaignStanding> {
  const taken = await countOf(placed(db, row.id))
  const kept = invited || row.places === null ? 0 : await keptPlaces(db, row.id)
  const limits = {
    ended: row.status === 'ended',
    opensAt: row.opens_at,
    closesAt: row.closes_at,
    places: row.places,
  }
  return campaignStanding(limits, taken + kept, deps.clock())
}

/** Refuses with the code of the reason. */
export async function requireOpen(deps: Deps, db: Db, row: CampaignTable, of: { invited: boolean }): Promise<void> {
  const standing = await standingOf(deps, db, row, of)
  if (standing !== 'open') throw new Refusal(REFUSAL_OF_STANDING[standing])
}

/** May a closed application be made again in its campaign? */
export async function takesApplications(deps: Deps, campaign: string, order: string): Promise<boolean> {
  const row = await deps.db.selectFrom('campaigns').selectAll().where('id', '=', campaign).executeTakeFirst()
  if (!row) return false
  const invited = await isInvited(deps.db, campaign, order)
  return (await standingOf(deps, deps.db, row, { invited })) === 'open'
}

/** A student of the list who applies again keeps what the list says about her. */
export const moveInvitation = (trx: Trx, campaign: string, { from, to }: { from: string; to: string }) =>
  trx
    .updateTable('campaign_invitations')
    .set({ order_id: to })
    .where('campaign_id', '=', campaign)
    .where('order_id', '=', from)
    .execute()

/**
 * Of the applications that were begun by one invitation, the one that is sent first is the student's: whoever opened
 * her link before her and sent nothing keeps no place from her.
 */
async function takeInvitation(trx: Trx, campaign: string, order: string, invitation: string): Promise<void> {
  await trx
    .updateTable('campaign_invitations')
    .set({ order_id: order })
    .where('campaign_id', '=', campaign)
    .where('id', '=', invitation)
    .where((eb) =>
      eb.or([eb('order_id', 'is', null), eb('order_id', 'not in', placed(trx, campaign).select('orders.id'))]),
    )
    .execute()
}

/**
 * Takes a place for an application that is being sent, in the caller's transaction: of two sent at once, only one gets
 * the last place. An application that was sent in time and has passed the health review since keeps its place, but not
 * in a campaign that was ended or that the school can no longer pay for. Refuses with `campaign_device` a device or
 * account that has taken many places for people who are not on the list: they may be invented.
 */
export async function takePlace(
  deps: Deps,
  trx: Trx,
  campaign: string,
  { order, invitation, reviewed }: Applicant,
): Promise<{ payUntil: number | null }> {
  await lockFor(trx, `campaign:${campaign}`)
  const row = await trx.selectFrom('campaigns').selectAll().where('id', '=', campaign).executeTakeFirstOrThrow()
  const unpayable = row.pay_until !== null && deps.clock() > row.pay_until - LEAST_PAY_MS
  if (row.status === 'ended' || unpayable) throw new Refusal('campaign_over')
  if (!reviewed) {
    if (invitation !== undefined) await takeInvitation(trx, campaign, order.id, invitation)
    const invited = await isInvited(trx, campaign, order.id)
    await requireOpen(deps, trx, row, { invited })
    if (!invited) await requireFewPlaces(trx, campaign, order)
  }
  return { payUntil: row.pay_until }
}

async function requireFewPlaces(
  trx: Trx,
  campaign: string,
  { id, holder, user_id: user }: Applicant['order'],
): Promise<void> {
  const taken = await countOf(
    placed(trx, campaign)
      .where('orders.id', '!=', id)
      .where((eb) =>
        eb.or([
          ...(holder === null ? [] : [eb('orders.holder', '=', holder)]),
          ...(user === null ? [] : [eb('orders.user_id', '=', user)]),
        ]),
      ),
  )
  if (taken >= STORAGE_LIMITS.campaignPlaces) throw new Refusal('campaign_device')
}
