/** What ordering asks about a campaign: whether it accepts an application now, and until when that may be paid. */
import type { Trx } from '../../server/db/database.ts'
import { lockFor } from '../../server/db/transaction-lock.ts'
import type { Deps } from '../../server/dependencies.ts'
import { Refusal } from '../../server/call-handlers.ts'
import { LEAST_PAY_MS } from '../orders/when-payable.server.ts'
import { LIVE } from '../orders/order-states.server.ts'
import { campaignStanding, REFUSAL_OF_STANDING, type CampaignStanding } from './campaign-open-now.ts'
import type { CampaignTable } from './tables.server.ts'

/**
 * Whether it accepts an application now. Drafts take no place: an abandoned one would keep somebody else out. An
 * application that passed the health review is a draft again, but keeps the place that it got when it was sent.
 */
export async function standingOf(deps: Deps, db: Trx | Deps['db'], row: CampaignTable): Promise<CampaignStanding> {
  const { taken } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll().as('taken'))
    .where('campaign_id', '=', row.id)
    .where((eb) =>
      eb.or([eb('status', 'in', [...LIVE]), eb.and([eb('status', '=', 'created'), eb('review', 'is not', null)])]),
    )
    .executeTakeFirstOrThrow()
  const limits = {
    ended: row.status === 'ended',
    opensAt: row.opens_at,
    closesAt: row.closes_at,
    places: row.places,
  }
  return campaignStanding(limits, Number(taken), deps.clock())
}

/** Refuses with the code of the reason. */
export async function requireOpen(deps: Deps, db: Trx | Deps['db'], row: CampaignTable): Promise<void> {
  const standing = await standingOf(deps, db, row)
  if (standing !== 'open') throw new Refusal(REFUSAL_OF_STANDING[standing])
}

/** May a closed application be made again in its campaign? */
export async function takesApplications(deps: Deps, id: string): Promise<boolean> {
  const row = await deps.db.selectFrom('campaigns').selectAll().where('id', '=', id).executeTakeFirst()
  return row !== undefined && (await standingOf(deps, deps.db, row)) === 'open'
}

/**
 * Takes a place for an application that is being sent, in the caller's transaction: of two sent at once, only one gets
 * the last place. An application that was sent in time and has passed the health review since keeps its place, but not
 * in a campaign that was ended or that the school can no longer pay for.
 */
export async function takePlace(
  deps: Deps,
  trx: Trx,
  id: string,
  { reviewed }: { reviewed: boolean },
): Promise<{ payUntil: number | null }> {
  await lockFor(trx, `campaign:${id}`)
  const row = await trx.selectFrom('campaigns').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const unpayable = row.pay_until !== null && deps.clock() > row.pay_until - LEAST_PAY_MS
  if (row.status === 'ended' || unpayable) throw new Refusal('campaign_over')
  if (!reviewed) await requireOpen(deps, trx, row)
  return { payUntil: row.pay_until === null ? null : row.pay_until }
}
