/**
 * Campaigns of schools: a student applies by the link that her school gave out, without a login (decision 0077). Group
 * payments: whoever has the school's link sees the list that it pays for, and the state of each student on it (decision
 * 0083).
 */
import { z } from 'zod/mini'
import { boundedText, patternText } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'
import { LANGS } from '../../lib/locale.ts'
import { moneySchema } from '../../lib/money/money-schema.ts'
import { CAMPAIGN_FIELDS, detailsSchema } from './rules/campaign-fields.ts'
import { CAMPAIGN_STANDINGS } from './rules/campaign-open-now.ts'

const instant = z.int()
const campaignAddress = patternText(/^[\w-]{20,40}$/, 40)

/** Token of the link that a student on a school's list got by mail. */
const invite = z.optional(patternText(/^[\w-]{20,40}$/, 40))

export const PAYERS = ['student', 'school'] as const
export type Payer = (typeof PAYERS)[number]

/** States of an application on the campaign's page; the same words as those of orders. */
export const APPLICATION_STATES = [
  'created',
  'under_review',
  'declined',
  'awaiting_payment',
  'paid',
  'issuing',
  'issued',
  'issue_failed',
  'refunded',
  'cancelled',
  'expired',
] as const

const ownApplication = z.object({
  id: z.string(),
  status: z.enum(APPLICATION_STATES),
  /** Shortened, because a phone is handed around in a class. Empty until a name is given. */
  insured: z.string(),
  premium: z.nullable(moneySchema),
  payUntil: z.nullable(instant),
})
export type OwnApplication = z.output<typeof ownApplication>

const campaignView = z.object({
  /** Names in the request's language. */
  name: z.string(),
  plan: z.string(),
  /** Id of the plan, for its page. */
  planId: z.string(),
  tier: z.string(),
  insurer: z.string(),
  /** First and last day of cover; empty where each student chooses. */
  start: z.string(),
  end: z.string(),
  /** In words; empty where each student chooses. */
  destination: z.string(),
  payer: z.enum(PAYERS),
  fields: z.array(z.enum(CAMPAIGN_FIELDS)),
  opensAt: instant,
  closesAt: instant,
  standing: z.enum(CAMPAIGN_STANDINGS),
  /** What the school's list says about the campaign's fields, for whoever has the link of a student on it. */
  invited: z.nullable(z.record(z.string(), z.string())),
  /** Applications of this campaign that the caller's device or login can open, newest first. */
  mine: z.array(ownApplication),
})
export type CampaignView = z.output<typeof campaignView>

export const openCampaign = call({
  path: 'collection/campaign',
  access: 'holder',
  input: z.object({ campaign: campaignAddress, invite }),
  output: campaignView,
})

/** Begins an application with the fields that the school fixed. The same key returns the same application. */
export const beginApplication = call({
  path: 'collection/begin',
  access: 'holder',
  transport: 'multipart',
  input: z.object({
    campaign: campaignAddress,
    invite,
    details: detailsSchema,
    /** The separate consent that the school sees the details and the state. Required where the school pays. */
    shared: z._default(z.boolean(), false),
    key: patternText(/^[\w-]{8,80}$/, 80),
  }),
  output: z.object({ order: z.string() }),
  errors: ['campaign_not_begun', 'campaign_over', 'campaign_full', 'drafts_many', 'drafts_account', 'unfinished_many'],
})

const count = z.int().check(z.nonnegative())
/** Token of a payment link's address. */
const link = boundedText(100, 'invalid').check(z.minLength(1))

/** Students per page of the list. */
export const STUDENTS_PER_PAGE = 50

/**
 * State of a student as shown to the payer: waits for the payment · left before it · the policy is being issued ·
 * insured · its part is or will be refunded, because no policy could be issued · insured, and cancelled afterwards.
 */
export const LISTED_STATES = ['to_pay', 'left', 'issuing', 'insured', 'returning', 'returned', 'cancelled'] as const
export type ListedStudentState = (typeof LISTED_STATES)[number]

const student = z.object({
  /** Number of the application. */
  application: z.string(),
  /** Shortened. */
  name: z.string(),
  /** Answers to what the school asked for, in the order of `fields`. */
  details: z.array(z.string()),
  amount: moneySchema,
  state: z.enum(LISTED_STATES),
})
export type ListedStudentView = z.output<typeof student>

const groupView = z.object({
  number: z.string(),
  status: z.enum(['open', 'paid', 'done', 'cancelled', 'expired']),
  /** Cancelled, because every student left. */
  empty: z.boolean(),
  /** Names in the request's language. */
  school: z.string(),
  plan: z.string(),
  planId: z.string(),
  tier: z.string(),
  insurer: z.string(),
  start: z.string(),
  end: z.string(),
  /** What the school asked its students for. */
  fields: z.array(z.string()),
  payUntil: z.int(),
  paidAt: z.nullable(z.int()),
  students: count,
  amount: moneySchema,
  /** Students with the same price, and the ages to which it applies; the parts add up to the amount, to the cent. */
  parts: z.array(
    z.object({
      ages: z.nullable(z.object({ from: count, to: count })),
      students: count,
      premium: moneySchema,
      amount: moneySchema,
    }),
  ),
  /**
   * Students of the campaign who are not on this list: invited without an application · begun · sent, but not accepted
   * or not on a list yet · insured otherwise · not insured.
   */
  outside: z.object({ invited: count, begun: count, sent: count, insured: count, notInsured: count }),
  /** Students on the list by state, and the sum that was or will be refunded. */
  states: z.partialRecord(z.enum(LISTED_STATES), count),
  returned: moneySchema,
  list: z.object({ page: count, pages: count, students: z.array(student) }),
  now: z.int(),
})
export type GroupPaymentView = z.output<typeof groupView>

/** The list of a school's link. Refuses `link_ended` and `link_expired`, like the payment. */
export const readGroupPayment = call({
  path: 'collection/group',
  access: 'holder',
  input: z.object({ link, page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)), 1) }),
  output: groupView,
  errors: ['link_ended', 'link_expired'],
})

/** The receipt of a paid list. */
export const groupReceipt = call({
  module: 'file',
  path: 'collection/receipt',
  access: 'holder',
  input: z.object({ link, language: z.enum(LANGS) }),
  output: z.instanceof(Uint8Array),
  errors: ['not_paid', 'link_ended', 'link_expired'],
})

/**
 * The private link by which the school requests the invoice of its payment. `not_available`: nothing is issued yet, or
 * everything was refunded · `exists`: it was requested already.
 */
export const groupInvoice = call({
  path: 'collection/groupInvoice',
  access: 'holder',
  input: z.object({ link }),
  output: z.object({ url: z.string() }),
  errors: ['not_available', 'exists', 'link_ended', 'link_expired'],
})
