/**
 * Calls of ordering (domain §4; design §6.11). A draft is saved at every step with compare-and-swap on `version`; the
 * server computes the premium itself and refuses to submit what the buyer did not see.
 */
import { z } from 'zod/mini'
import { patternText } from '../../lib/bounded-schemas.ts'
import { call, MOST_BODY_BYTES } from '../../lib/contract.ts'
import { moneySchema } from '../../lib/money/money-schema.ts'
import { LANGS } from '../../lib/locale.ts'
import { FAMILY_TIES, memberKey, MOST_FAMILY, peopleDraftSchema } from './rules/people-draft.ts'
import {
  breakdownLine,
  checkSchema,
  consentView,
  day,
  healthSchema,
  instant,
  logEntry,
  orderId,
  orderVersion,
  orderView,
  pageText,
  READ_PAGES,
  sha256,
  slug,
  TEXT_PAGES,
  tripSchema,
} from './rules/order-schemas.ts'

export * from './rules/order-schemas.ts'

const one = z.object({ id: orderId })
const changing = z.extend(one, { version: orderVersion })

export const MOST_BEGUN_HERE = 10

export const createOrder = call({
  path: 'order/create',
  access: 'holder',
  transport: 'multipart',
  input: z.object({
    trip: tripSchema,
    /** The student's date of birth as given for the price, so that it is not asked for twice. */
    birthDate: z.optional(day),
    /** The family that the price was asked for with, so that spouse and children are not typed twice. */
    family: z.optional(
      z.array(z.object({ relationship: z.enum(FAMILY_TIES), birthDate: day })).check(
        z.maxLength(MOST_FAMILY),
        z.refine((all) => all.filter(({ relationship }) => relationship === 'spouse').length < 2, 'invalid'),
      ),
    ),
    /** Orders that this tab began before: if nobody is signed in, the name of who bought the one paid last. */
    begunHere: z.optional(z.array(orderId).check(z.maxLength(MOST_BEGUN_HERE))),
    /** The same key returns the same order: a doubled tap makes one draft. */
    key: patternText(/^[\w-]{8,80}$/, 80),
  }),
  output: orderView,
  errors: ['plan_unknown', 'not_online', 'plan_retired', 'drafts_many', 'drafts_account', 'unfinished_many'],
})

/**
 * Creates an application that begins with data from a partner, for whoever came by its link; `link` names the visit of
 * somebody who is signed in. What the visitor chose on a plan's page takes precedence. `link_used`: the visit is over.
 */
export const createLinkedOrder = call({
  path: 'order/createLinked',
  access: 'holder',
  transport: 'multipart',
  input: z.object({
    trip: z.optional(tripSchema),
    birthDate: z.optional(day),
    link: z.optional(patternText(/^[0-9a-z]{26}$/, 26)),
    key: patternText(/^[\w-]{8,80}$/, 80),
  }),
  output: orderView,
  errors: [
    'link_used',
    'plan_unknown',
    'not_online',
    'plan_retired',
    'drafts_many',
    'drafts_account',
    'unfinished_many',
  ],
})

/**
 * A new application begun from an earlier one. From an order that ended without a policy: with every answer that is
 * still valid; dates that have passed, health answers that are too old and all confirmations by the buyer are asked for
 * anew. From a paid one, for another person: with the buyer, the plan and the trip only. From one that waits for
 * payment only where the caller may not reopen it. `not_closed` carries `state`.
 */
export const orderAgain = call({
  path: 'order/again',
  access: 'holder',
  input: z.extend(one, { key: patternText(/^[\w-]{8,80}$/, 80) }),
  output: orderView,
  errors: [
    'not_closed',
    'plan_unknown',
    'not_online',
    'plan_retired',
    'drafts_many',
    'drafts_account',
    'unfinished_many',
  ],
})

export const getOrder = call({ path: 'order/get', access: 'holder', input: one, output: orderView })

/**
 * Saves the groups given, each as a whole; other groups stay unchanged. May be incomplete. Only while `created`.
 * Sensitive data only with the separate consent (`sensitiveConsent`). `conflict` carries `version`; `not_editable` the
 * status.
 */
export const saveOrder = call({
  path: 'order/save',
  access: 'holder',
  transport: 'multipart',
  bodyBytes: MOST_BODY_BYTES,
  input: z.extend(changing, {
    trip: z.optional(tripSchema),
    people: z.optional(peopleDraftSchema),
    health: z.optional(healthSchema),
    check: z.optional(checkSchema),
  }),
  output: orderView,
  errors: [
    'not_editable',
    'plan_unknown',
    'not_online',
    'plan_retired',
    'drafts_many',
    'drafts_account',
    'unfinished_many',
  ],
})

/** The price that the server would ask for these days and this person; nothing is saved. */
export const quoteOrder = call({
  path: 'order/quote',
  access: 'holder',
  input: z.extend(one, { trip: z.optional(tripSchema), birthDate: z.optional(day) }),
  output: z.object({
    premium: z.nullable(moneySchema),
    breakdown: z.array(breakdownLine),
    priceError: z.nullable(z.string()),
  }),
  errors: ['plan_unknown'],
})

export const orderText = call({
  path: 'order/text',
  access: 'holder',
  /** `tier`: shows the text as it would be for another tier of the plan. */
  input: z.extend(one, { page: z.enum(TEXT_PAGES), tier: z.optional(z.union([slug, z.literal('')])) }),
  output: pageText,
})

/**
 * Confirms that a page was read. In order: `read_order` names the page that comes first in `page`.
 * `text_changed`: the text is no longer the one shown; load it again.
 */
export const readPage = call({
  path: 'order/read',
  access: 'holder',
  input: z.extend(changing, {
    page: z.enum(READ_PAGES),
    sha256,
    openedAt: instant,
    /** For the record: whether the buyer saw the whole text, or only how it differs from the tier read before. */
    shown: z._default(z.enum(['whole', 'differences']), 'whole'),
  }),
  output: orderView,
  errors: ['not_editable', 'read_order', 'text_changed', 'record_full'],
})

/**
 * Withdraws the separate consent to sensitive data: numbers of IDs and passports, health answers and a child's data are
 * deleted from the draft.
 */
export const withdrawSensitive = call({
  path: 'order/sensitiveWithdraw',
  access: 'holder',
  input: changing,
  output: orderView,
  errors: ['not_editable'],
})

/** Sends the consent page to the student. Can be sent again after a minute, or at once to another destination. */
export const sendConsent = call({
  path: 'order/consentSend',
  access: 'holder',
  /** `person`: the key of a family member. */
  input: z.extend(changing, { channel: z.enum(['mobile', 'email']), person: z.optional(memberKey) }),
  output: orderView,
  errors: ['not_editable', 'consent_not_needed', 'reach_required', 'too_soon', 'consent_settled'],
})

const consentCode = patternText(/^[0-9a-z]{26}$/, 26)
/** The student's page, opened by the code in the message; the code alone gives access. */
export const viewConsent = call({
  path: 'order/consentView',
  access: 'open',
  input: z.object({ code: consentCode }),
  output: consentView,
  errors: ['consent_expired'],
})

/** `amount_differs`: the typed sum is not the plan's. Refusing needs no amount. */
export const agreeConsent = call({
  path: 'order/consentAgree',
  access: 'open',
  input: z.object({
    code: consentCode,
    agree: z.boolean(),
    /** The student has confirmed "The name is mine". */
    nameConfirmed: z._default(z.boolean(), false),
    /** The student's own consent to the use of their sensitive data, required to agree (PIPL art. 29). */
    sensitive: z._default(z.boolean(), false),
    amount: z._default(z.nullable(z.int().check(z.minimum(0))), null),
    sha256,
    openedAt: instant,
  }),
  output: z.object({ status: z.enum(['agreed', 'refused']) }),
  errors: ['consent_expired', 'consent_settled', 'text_changed'],
})

/**
 * Sends the application. `invalid` lists every field; `incomplete` names the open `step`; `price_changed` carries
 * `premium`; `duplicate` requires `check.second`. With a yes among the health answers the application goes to review
 * first.
 */
export const submitOrder = call({
  path: 'order/submit',
  access: 'holder',
  input: z.extend(changing, {
    /** The premium that was shown, minor units. */
    premium: z.int().check(z.nonnegative()),
    /** Checksum of the declarations that were shown. */
    sha256,
    openedAt: instant,
  }),
  output: orderView,
  errors: [
    'not_editable',
    'incomplete',
    'price_changed',
    'text_changed',
    'duplicate',
    'start_past',
    'start_soon',
    'campaign_not_begun',
    'campaign_over',
    'campaign_full',
    'campaign_device',
  ],
})

/**
 * Turns the application back into a draft to change something, while no payment is in progress. `reopen_elsewhere`: the
 * caller has it only by an address that was typed in it; the device that made it can, and `order/again` makes a new one
 * of it.
 */
export const reopenOrder = call({
  path: 'order/reopen',
  access: 'holder',
  input: changing,
  output: orderView,
  errors: ['not_reopenable', 'payment_started', 'school_paying', 'reopen_elsewhere', 'record_full'],
})

/** Gives up an unpaid order: a draft is discarded, an application cancelled, even one under review. */
export const cancelOrder = call({
  path: 'order/cancel',
  access: 'holder',
  input: changing,
  output: orderView,
  errors: ['not_cancellable'],
})

/** The buyer's own sales record (design §6.11), with its hash chain checked now. */
export const salesLog = call({
  path: 'order/salesLog',
  access: 'holder',
  input: one,
  output: z.object({ order: orderId, algorithm: z.string(), intact: z.boolean(), entries: z.array(logEntry) }),
})

/** The sales record as a PDF for people to read, drawn on request. `language` is the document's. */
export const salesRecordFile = call({
  module: 'file',
  path: 'order/salesRecord',
  access: 'holder',
  input: z.extend(one, { language: z.enum(LANGS) }),
  output: z.instanceof(Uint8Array),
})
