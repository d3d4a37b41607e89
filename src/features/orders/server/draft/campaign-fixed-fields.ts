/** The fields of an application that a school's campaign fixed (decision 0077). */
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { orderCampaignSchema, type OrderCampaign, type OrderView, type Trip } from '../../contract.ts'
import type { Lang } from '../../../../lib/locale.ts'
import { fullReview } from '../order-columns.ts'
import type { OrderTable } from '../../tables.ts'
import { schoolsOf } from './schools.ts'

export const CAMPAIGN = 'orders.campaign'

export interface CampaignOrigin {
  id: string
  terms: OrderCampaign
}

export const campaignOf = (deps: Pick<Deps, 'seal'>, row: Pick<OrderTable, 'campaign'>): OrderCampaign | null =>
  row.campaign === null ? null : deps.seal.openCached(CAMPAIGN, orderCampaignSchema, row.campaign)

/** The campaign as the buyer sees it. */
export function campaignView(
  deps: Pick<Deps, 'seal'>,
  row: Pick<OrderTable, 'campaign'>,
  lang: Lang,
): OrderView['campaign'] {
  const terms = campaignOf(deps, row)
  return terms && { name: terms.name[lang], address: terms.address, payer: terms.payer, fixed: terms.fixed }
}

/** The campaign for an application that repeats a closed one: the same one, as long as it accepts applications. */
export async function campaignAgain(deps: Deps, row: OrderTable): Promise<CampaignOrigin | undefined> {
  const terms = campaignOf(deps, row)
  return terms && row.campaign_id !== null && (await schoolsOf(deps).takesApplications(deps, row.campaign_id, row.id))
    ? { id: row.campaign_id, terms }
    : undefined
}

/** Refuses a change of any field that the school fixed. */
export function requireFixedTrip(deps: Pick<Deps, 'seal'>, row: OrderTable, before: Trip, after: Trip): void {
  const terms = campaignOf(deps, row)
  if (!terms) return
  const changed = (['plan', ...terms.fixed] as const).filter((field) => before[field] !== after[field])
  if (changed.length > 0)
    throw new Refusal('not_editable', {
      fields: Object.fromEntries(changed.map((field) => [`trip.${field}`, 'invalid'])),
    })
}

/**
 * Reserves a place in the campaign for an application that is being sent; returns until when the school pays, where it
 * pays.
 */
export async function placeInCampaign(deps: Deps, trx: Trx, row: OrderTable): Promise<number | null> {
  if (row.campaign_id === null) return null
  const reviewed = fullReview(row)?.status === 'passed'
  const invitation = campaignOf(deps, row)?.invitation
  const { payUntil } = await schoolsOf(deps).takePlace(deps, trx, row.campaign_id, { order: row, invitation, reviewed })
  return payUntil
}
