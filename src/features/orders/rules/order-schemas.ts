/** Data of the calls of ordering: drafts, orders, consents and the sales record. */
import { z } from 'zod/mini'
import { moneySchema } from '../../../lib/money/money-schema.ts'
import { LANGS } from '../../../lib/locale.ts'
import { GENDERS } from '../../../lib/people/id-types.ts'
import { answersSchema } from './order-fields.ts'
import { pageText } from './text-shown-to-buyer-schema.ts'
import { RELATIONSHIPS } from './people-draft.ts'
import { day, instant, ORDER_STATUSES, orderHead, orderId, orderVersion, sha256, slug } from '../list-contract.ts'
import { STEP_IDS } from './step-ids.ts'

export * from './order-fields.ts'
export * from './text-shown-to-buyer-schema.ts'
export * from '../list-contract.ts'
export { RELATIONSHIPS }

/**
 * Texts that the buyer confirms, each by an own act, in this order (domain §4.1). `sensitive-data` is the separate
 * consent on the people page: it is no page of its own and can be given at any time (decision 0081); `health` is
 * confirmed with its answers.
 */
export const READ_PAGES = ['enter', 'before-you-buy', 'terms', 'not-covered', 'sensitive-data', 'health'] as const
export type ReadPage = (typeof READ_PAGES)[number]

const said = z.optional(z.string())
/**
 * Data from a partner about the student and the trip, for an application that came by its link (decision 0074). It has
 * no ID numbers.
 */
export const prefillSchema = z.object({
  /** Ids of the partner, and of its school or office that sent the student. */
  coId: z.string(),
  inId: z.string(),
  /** Name of that school or office. */
  name: z.object({ en: z.string(), cn: z.string() }),
  trip: z.object({ plan: said, tier: said, start: said, end: said, destination: said }),
  relationship: z.optional(z.enum(RELATIONSHIPS)),
  student: z.object({
    idName: said,
    chineseName: said,
    gender: z.optional(z.enum(GENDERS)),
    birthDate: said,
    nationality: said,
    institution: said,
    email: said,
    mobile: said,
  }),
})
export type Prefill = z.output<typeof prefillSchema>

/** The fields of a trip that a school may fix. The plan is always fixed. */
export const FIXED_TRIP_FIELDS = ['tier', 'start', 'end', 'destination'] as const

/**
 * The fields that a school's campaign fixed in an application, and what the school asked the student for (decision
 * 0077).
 */
export const orderCampaignSchema = z.object({
  /** Address of the campaign's page. */
  address: z.string(),
  name: z.object({ en: z.string(), cn: z.string() }),
  payer: z.enum(['student', 'school']),
  fixed: z.array(z.enum(FIXED_TRIP_FIELDS)),
  /** Field → answer to a question of the school. */
  details: z.record(z.string(), z.string()),
  /** The student's invitation that it was begun by, if any. */
  invitation: z.optional(z.string()),
  /** The student agreed that the school sees these answers and the state (PIPL art. 23); it needs that where it pays. */
  shared: z.optional(z.boolean()),
})
export type OrderCampaign = z.output<typeof orderCampaignSchema>

/** One person's part of the premium, as the plans' `quote` gives it. */
export const breakdownLine = z.object({
  who: z.enum(['student', 'spouse', 'child']),
  /** Key of the family member. */
  key: z.optional(z.string()),
  age: z.int(),
  percent: z.number(),
  premium: moneySchema,
  unit: z.optional(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('month'), price: moneySchema, months: z.int(), days: z.int() }),
      z.object({ kind: z.literal('trip'), upToDays: z.int(), days: z.int() }),
    ]),
  ),
})
/** One page read: which text, when it was opened and when confirmed. */
const readSchema = z.object({
  page: z.enum(READ_PAGES),
  lang: z.enum(LANGS),
  textVersion: z.string(),
  sha256,
  openedAt: instant,
  confirmedAt: instant,
  /** The tier whose figures the page showed; '' while none was chosen. */
  tier: z.optional(z.string()),
})
export type PageRead = z.output<typeof readSchema>
export const pageReads = z.array(readSchema)

const consentState = z.object({
  status: z.enum(['not_sent', 'sent', 'agreed', 'refused']),
  /** Masked. */
  destination: z.nullable(z.string()),
  sentAt: z.nullable(instant),
  /** When it was answered; with `not_sent`, when one was answered that no longer stands. */
  settledAt: z.nullable(instant),
})
export type ConsentState = z.output<typeof consentState>

export const consequencesSchema = z.object({
  deathBenefitExcluded: z.nullable(z.enum(['minor_not_parent', 'minor_limit_used'])),
  deathBenefit: z.int(),
  minorLimit: z.nullable(z.int()),
  consentNeeded: z.nullable(z.literal('student')),
  proofOfRelationship: z.boolean(),
  askElsewhere: z.boolean(),
})

export const orderView = z.extend(orderHead, {
  version: orderVersion,
  /** Language the order was made in; evidence stays in it even when the buyer changes the site's language. */
  lang: z.enum(LANGS),
  breakdown: z.array(breakdownLine),
  /** Why there is no premium: a reason of the plans' `quote`; `null` while something is still missing. */
  priceError: z.nullable(z.string()),
  /**
   * State of the separate consent to sensitive data. Without it no such data is accepted. `renew`: its text has
   * changed, or the application was begun before the consent was part of it; the data given so far is kept, and nothing
   * is added until the consent is given again.
   */
  sensitiveConsent: z.enum(['given', 'renew', 'none']),
  /** What is missing or wrong on the people page: `trip.start`, `people.insured.idNumber` … → code. Empty when complete. */
  peopleErrors: z.record(z.string(), z.string()),
  /** For those of them that the documents' fonts cannot draw, the characters: `people.insured.institution` → characters. */
  unprintable: z.record(z.string(), z.string()),
  /** The same for the health page: `health.answers.q1` … */
  healthErrors: z.record(z.string(), z.string()),
  clauseVersion: z.nullable(z.string()),
  /** The buyer's own data. ID numbers are in full only while `created`, masked afterwards. */
  answers: answersSchema,
  consequences: consequencesSchema,
  /** The steps of this order, in order; `consent` only where it is needed. */
  steps: z.array(z.enum(STEP_IDS)),
  done: z.array(z.enum(STEP_IDS)),
  /** Page confirmations that are still valid; a changed plan or day voids some. */
  reads: z.array(readSchema),
  /**
   * Pages that were read for another tier of this plan and have a different text for the present one: only the
   * differences must be read.
   */
  stale: z.array(z.object({ page: z.enum(READ_PAGES), tier: z.string() })),
  /** Health questions of this plan and person, in their order. */
  questions: z.array(slug),
  /** Where several people must consent: `agreed` once all have. */
  consent: z.nullable(consentState),
  /** Spouse and children in this order, in the order of the answers. */
  family: z.array(z.object({ key: z.string(), consequences: consequencesSchema, consent: z.nullable(consentState) })),
  /**
   * Why no family member can be added: the plan insures one person · a partner or a school made the application for one
   * student.
   */
  familyClosed: z.nullable(z.enum(['plan', 'linked'])),
  /**
   * Orders for the same person, plan and overlapping days. About other people's orders it only says that there are
   * some: one line without number and status, with this order's own days.
   */
  duplicates: z.array(
    z.object({ order: z.nullable(orderId), start: day, end: day, status: z.nullable(z.enum(ORDER_STATUSES)) }),
  ),
  /**
   * Data from a partner, with the partner's name in the request's language; `null` for an application without a
   * partner.
   */
  prefill: z.nullable(z.extend(z.omit(prefillSchema, { name: true }), { name: z.string() })),
  /** The school's campaign that the order came from, with its name in the request's language. */
  campaign: z.nullable(
    z.extend(z.omit(orderCampaignSchema, { name: true, details: true, invitation: true, shared: true }), {
      name: z.string(),
    }),
  ),
  /**
   * State of the last health review. A passed one is about the answers that it read: `needsReview` says whether they
   * were changed since.
   */
  review: z.nullable(
    z.object({
      status: z.enum(['waiting', 'passed', 'declined']),
      at: instant,
      why: z.nullable(z.string()),
      /** Of a passed one: how the plan treats what was declared all the same; `null` where nobody may read of health. */
      declared: z.nullable(z.string()),
    }),
  ),
  /** A draft: sent as it is now, the insurer reviews the health answers before it is paid. */
  needsReview: z.boolean(),
  /** Health answers were deleted because another person is insured; `false` once the health page is confirmed again. */
  personReplaced: z.boolean(),
  /** It waits for payment, and the caller may turn it back into a draft. Whoever owns it by a typed address may not. */
  mayReopen: z.boolean(),
  submittedAt: z.nullable(instant),
  paidAt: z.nullable(instant),
  paymentId: z.nullable(z.string()),
})
export type OrderView = z.output<typeof orderView>

export const consentView = z.object({
  status: z.enum(['sent', 'agreed', 'refused', 'closed']),
  text: pageText,
  /** Name of the insured as on the ID, so that they recognise themselves; and the policyholder's name. */
  insured: z.string(),
  policyholder: z.string(),
  relationship: z.enum(RELATIONSHIPS),
  /** The plan, whose benefits and terms the page links to. */
  plan: slug,
  /** The sum to be accepted, whole CNY; 0 where only the purchase itself needs consent. */
  deathBenefit: z.int(),
})
export type ConsentView = z.output<typeof consentView>

export const logEntry = z.object({
  seq: z.int(),
  at: instant,
  kind: z.string(),
  data: z.record(z.string(), z.json()),
  prevHash: z.string(),
  hash: sha256,
})
