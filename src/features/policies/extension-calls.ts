/**
 * Calls about extending a policy (domain: "buy the next term"): whether it is possible, what it costs, and the request
 * that is then paid.
 */
import { z } from 'zod/mini'
import { boundedRecord, boundedText, patternText } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'
import { moneySchema as money } from '../../lib/money/money-schema.ts'

const id = patternText(/^[0-9a-z]{26}$/, 26)
const day = patternText(/^\d{4}-\d\d-\d\d$/, 10, 'date_format')

/**
 * Why a policy cannot be extended now; words `extension:blocked.<reason>`. `correcting`: a change of the policy is not
 * decided or not paid. `too_early` names the first day on which it is possible. `consent`: the insured is of age now
 * and must consent to a death benefit that someone else buys. `death`: the insured person's death was reported.
 * `continued`: it was bought already.
 */
const BLOCKED_REASONS = [
  'not_buyer',
  'cancelled',
  'surrendering',
  'correcting',
  'ended',
  'not_sold',
  'no_next_term',
  'too_early',
  'longest',
  'age',
  'consent',
  'death',
  'continued',
] as const
export type BlockedReason = (typeof BLOCKED_REASONS)[number]

/** The days on which the next term may end, and the questions to answer first. */
const offer = z.object({
  /** First day of the next term, and the last days of the shortest and the longest one. */
  from: day,
  shortest: day,
  longest: day,
  /** Last days of whole terms, offered as buttons. */
  suggested: z.array(day),
  /** Longest cover in total, years. */
  years: z.int(),
  /** The plan has a waiting period, which does not begin again. */
  waiting: z.boolean(),
  health: z.object({
    sha256: z.string(),
    help: z.string(),
    none: z.string(),
    some: z.string(),
    questions: z.array(z.object({ id: z.string(), text: z.string() })),
  }),
})
export type ExtensionOffer = z.output<typeof offer>

export const extensionOffer = call({
  path: 'policy/extensionOffer',
  access: 'login',
  input: z.object({ id }),
  output: z.object({
    id,
    number: z.string(),
    planName: z.string(),
    tierName: z.string(),
    insurerName: z.string(),
    notice: z.string(),
    insured: z.string(),
    /** Version of the terms of the policy, and of those that its next term would have. */
    clauseVersion: z.string(),
    nextClauseVersion: z.string(),
    plan: z.string(),
    tier: z.string(),
    starts: day,
    ends: day,
    blocked: z.nullable(z.object({ reason: z.enum(BLOCKED_REASONS), from: z.nullable(day) })),
    /** An extension that waits to be paid; while there is one, no other can be requested. */
    pending: z.nullable(z.object({ id, from: day, ends: day, premium: money, payUntil: z.int() })),
    offer: z.nullable(offer),
    /** The next term, where it was bought. */
    next: z.nullable(z.object({ id, number: z.string(), starts: day, ends: day })),
  }),
})

const REFUSALS = ['not_extendable', 'end_too_early', 'end_too_late'] as const

/** The current price of a next term. */
export const extensionQuote = call({
  path: 'policy/extensionQuote',
  access: 'login',
  input: z.object({ id, ends: day }),
  output: z.object({
    from: day,
    ends: day,
    months: z.int(),
    days: z.int(),
    age: z.int(),
    premium: money,
  }),
  errors: REFUSALS,
})

/**
 * Requests it at the price and with the questions that were shown. `pay` is its id at the cashier. Repeated with the
 * same input while unpaid, it returns the same result. `health_yes`: an operator must review a yes first. `changed`:
 * the price is another one now. `text_changed`: the questions or the terms are others now.
 */
export const extendPolicy = call({
  path: 'policy/extend',
  access: 'login',
  input: z.object({
    id,
    ends: day,
    premium: z.int().check(z.nonnegative()),
    sha256: patternText(/^[0-9a-f]{64}$/, 64),
    /** Version of the terms as shown; left out by pages from before the next term could have terms of its own. */
    clauses: z.optional(boundedText(40, 'invalid')),
    answers: boundedRecord(boundedText(10, 'invalid'), z.enum(['yes', 'no']), 20),
    /** The separate consent to the use of the health answers was ticked. */
    sensitive: z.boolean().check(z.refine((yes) => yes, 'consent_required')),
  }),
  output: z.object({ pay: z.string() }),
  errors: [...REFUSALS, 'changed', 'text_changed', 'answer_required', 'health_yes', 'pending', 'extensions_many'],
})

/** Gives up an unpaid extension: the policy does not change. */
export const cancelExtension = call({
  path: 'policy/extensionCancel',
  access: 'login',
  input: z.object({ id }),
  output: z.object({ cancelled: z.literal(true) }),
  errors: ['not_cancellable'],
})
