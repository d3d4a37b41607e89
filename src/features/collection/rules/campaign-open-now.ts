/** Whether a campaign accepts an application now, and if not, why. */

export const CAMPAIGN_STANDINGS = ['open', 'not_begun', 'over', 'full', 'ended'] as const
export type CampaignStanding = (typeof CAMPAIGN_STANDINGS)[number]

export interface CampaignLimits {
  /** An operator has ended it. */
  ended: boolean
  opensAt: number
  /** The first instant at which applications are no longer accepted. */
  closesAt: number
  /** `null` without a limit. */
  places: number | null
}

/** `taken`: applications that were sent and are not closed. */
export function campaignStanding(
  { ended, opensAt, closesAt, places }: CampaignLimits,
  taken: number,
  now: number,
): CampaignStanding {
  if (ended) return 'ended'
  if (now < opensAt) return 'not_begun'
  if (now >= closesAt) return 'over'
  return places !== null && taken >= places ? 'full' : 'open'
}

/** The code by which a campaign refuses an application. */
export const REFUSAL_OF_STANDING = {
  not_begun: 'campaign_not_begun',
  over: 'campaign_over',
  full: 'campaign_full',
  ended: 'campaign_over',
} as const satisfies Record<Exclude<CampaignStanding, 'open'>, string>
