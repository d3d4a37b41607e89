/** What ordering asks of a campaign: whether it takes an application now, and until when that may be paid. */
import type { Trx } from '../../server/db/database.ts'
import { lockFor } from '../../server/db/lock.ts'
import type { Deps } from '../../server/dependencies.ts'
import { Refusal } from '../../server/call-handlers.ts'
import { LEAST_PAY_MS, LIVE } from '../orders/rules.server.ts'
import { campaignStanding, REFUSAL_OF_STANDING, type CampaignStanding } from './campaign-standing.ts'
import type { CampaignTable } from './tables.server.ts'

/**
 * Whether it takes an application now. Drafts take no place: whoever leaves one lying would keep somebody else out. One whose health answers were
 * read and passed is a draft again, and keeps the place that it was sent for.
 */
export async function standingOf(deps: Deps, db: Trx | Deps['db'], row: CampaignTable): Promise<CampaignStanding> {
  const { taken } = await db.selectFrom('orders').select((eb) => eb.fn.countAll().as('taken'))
    .where('campaign_id', '=', row.id).where((eb) => eb.or([eb('status', 'in', [...LIVE]), eb.and([eb('status', '=', 'created'), eb('review', 'is not', null)])]))
    .executeTakeFirstOrThrow()
  const limits = { ended: row.status === 'ended', opensAt: Number(row.opens_at), closesAt: Number(row.closes_at), places: row.places }
  return campaignStanding(limits, Number(taken), deps.clock())
}

/** Refuses by the code of why. */
export async function requireOpen(deps: Deps, db: Trx | Deps['db'], row: CampaignTable): Promise<void> {
  const standing = await standingOf(deps, db, row)
  if (standing !== 'open') throw new Refusal(REFUSAL_OF_STANDING[standing])
}

/** May an application that was closed be made again in its campaign? */
export async function takesApplications(deps: Deps, id: string): Promise<boolean> {
  const row = await deps.db.selectFrom('campaigns').selectAll().where('id', '=', id).executeTakeFirst()
  return row !== undefined && (await standingOf(deps, deps.db, row)) === 'open'
}

/**
 * Takes a place for an application that is sent, in the caller's transaction: two who are sent at once do not both get the last one. Whoever had
 * been sent in time and passed the review of health answers since keeps the place, but not in a campaign that was ended or that the school can pay for no more.
 */
export async function takePlace(deps: Deps, trx: Trx, id: string, { reviewed }: { reviewed: boolean }): Promise<{ payUntil: number | null }> {
  await lockFor(trx, `campaign:${id}`)
  const row = await trx.selectFrom('campaigns').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const unpayable = row.pay_until !== null && deps.clock() > Number(row.pay_until) - LEAST_PAY_MS
  if (row.status === 'ended' || unpayable) throw new Refusal('campaign_over')
  if (!reviewed) await requireOpen(deps, trx, row)
  return { payUntil: row.pay_until === null ? null : Number(row.pay_until) }
}
