/** Campaigns of schools: a student applies by the link that her school gave out, without a login (decision 0077). */
import { z } from 'zod'
import { patternText } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'
import { CURRENCIES } from '../../lib/money.ts'
import { CAMPAIGN_FIELDS, detailsSchema } from './campaign-fields.ts'
import { CAMPAIGN_STANDINGS } from './campaign-standing.ts'

const instant = z.number().int()
const campaignAddress = patternText(/^[\w-]{20,40}$/, 40)

/** Of a link that a student of a school's list has by mail. */
const invite = patternText(/^[\w-]{20,40}$/, 40).optional()

export const PAYERS = ['student', 'school'] as const
export type Payer = (typeof PAYERS)[number]

/** States of an application as the campaign's page tells them; the same words as those of orders. */
export const APPLICATION_STATES = [
  'created', 'under_review', 'declined', 'awaiting_payment', 'paid', 'issuing', 'issued', 'issue_failed', 'refunded', 'cancelled', 'expired',
] as const

const ownApplication = z.object({
  id: z.string(),
  status: z.enum(APPLICATION_STATES),
  /** Shortened: a phone is handed around in a class. Empty until a name is given. */
  insured: z.string(),
  premium: z.object({ amount: z.number().int(), currency: z.enum(CURRENCIES) }).nullable(),
  payUntil: instant.nullable(),
})
export type OwnApplication = z.output<typeof ownApplication>

const campaignView = z.object({
  /** Names in the request's language. */
  name: z.string(),
  plan: z.string(),
  /** Of the plan, for its page. */
  planId: z.string(),
  tier: z.string(),
  insurer: z.string(),
  /** First and last day of cover; empty where each student chooses. */
  start: z.string(),
  end: z.string(),
  /** In words; empty likewise. */
  destination: z.string(),
  payer: z.enum(PAYERS),
  fields: z.array(z.enum(CAMPAIGN_FIELDS)),
  opensAt: instant,
  closesAt: instant,
  standing: z.enum(CAMPAIGN_STANDINGS),
  /** What the school's list says to the campaign's fields, for whoever has the link of a student on it. */
  invited: z.record(z.string(), z.string()).nullable(),
  /** Applications of this campaign that the caller's device or login opens, newest first; nobody else's. */
  mine: z.array(ownApplication),
})
export type CampaignView = z.output<typeof campaignView>

export const openCampaign = call({
  path: 'collection/campaign', access: 'holder', input: z.object({ campaign: campaignAddress, invite }), output: campaignView,
})

/** Begins an application with what the school fixed. The same key gives the same application. */
export const beginApplication = call({
  path: 'collection/begin', access: 'holder', transport: 'multipart',
  input: z.object({ campaign: campaignAddress, invite, details: detailsSchema, key: patternText(/^[\w-]{8,80}$/, 80) }),
  output: z.object({ order: z.string() }),
  errors: ['campaign_not_begun', 'campaign_over', 'campaign_full', 'drafts_many'],
})
