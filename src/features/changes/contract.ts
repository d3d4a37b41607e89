/**
 * Changes to what a policy says of its people (spec §2 `/personal/modify`; design §2, §5 "Change request"): one item at
 * a time, with proof.
 */
import { z } from 'zod/mini'
import { boundedText, patternText } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'
import { ID_TYPES } from '../../lib/people/id-number.ts'
import { moneySchema as money } from '../../lib/money/money-schema.ts'

const id = patternText(/^[0-9a-z]{26}$/, 26)
/** The same key again, without a file, returns the same request. */
const submissionKey = patternText(/^[\w-]{8,64}$/, 64)
const sha256 = patternText(/^[0-9a-f]{64}$/, 64)

export const CHANGE_ITEMS = ['email', 'mobile', 'name', 'id_number', 'gender', 'birth_date'] as const
export type ChangeItem = (typeof CHANGE_ITEMS)[number]
/**
 * Which of a person's names or numbers: that of the ID that the policy was bought with, that of the passport beside it,
 * or the Chinese name beside a passport's. Only name and ID number can have more than `id`.
 */
const CHANGE_SIDES = ['id', 'passport', 'chinese'] as const
export type ChangeSide = (typeof CHANGE_SIDES)[number]
/** What a request changes, as words name it: its item, or the side of it. */
const CHANGED_THINGS = [...CHANGE_ITEMS, 'passport_name', 'passport_number', 'chinese_name'] as const
export type ChangedThing = (typeof CHANGED_THINGS)[number]
/** `awaiting_payment`: approved, and waits for the difference in premium · `lapsed`: that was not paid in time. */
const CHANGE_STATUSES = ['submitted', 'awaiting_payment', 'approved', 'rejected', 'withdrawn', 'lapsed'] as const
export type ChangeStatus = (typeof CHANGE_STATUSES)[number]
/** Reasons for refusing a request, as the sender is told. */
export const CHANGE_REASONS = [
  'document_unreadable',
  'document_differs',
  'document_unfit',
  'price_differs',
  'age_outside',
  'not_allowed',
] as const
export type ChangeReason = (typeof CHANGE_REASONS)[number]
export const CHANGED_PEOPLE = ['policyholder', 'insured'] as const

const changeRow = z.object({
  id: z.string(),
  policyId: z.string(),
  policyNumber: z.string(),
  item: z.enum(CHANGE_ITEMS),
  what: z.enum(CHANGED_THINGS),
  /** Whose data it is; `null` where policyholder and insured are one person. */
  who: z.nullable(z.enum(CHANGED_PEOPLE)),
  /** Masked; gender as its code, a date of birth as a day. `null` once it was deleted. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  status: z.enum(CHANGE_STATUSES),
  /** Instants, ms. */
  submittedAt: z.int(),
  decidedAt: z.nullable(z.int()),
  dueAt: z.int(),
  reason: z.nullable(z.enum(CHANGE_REASONS)),
  /** The effect on the premium, negative for a refund; `null` until it is decided, and where there is none. */
  difference: z.nullable(money),
  /** For one that waits for payment: until when it can be paid, and whether it can be paid now. */
  pay: z.nullable(z.object({ until: z.int(), possible: z.boolean() })),
  /** Number of files that are stored or being checked, and of those that could not be used. */
  files: z.int(),
  unusable: z.int(),
})
export type ChangeRow = z.output<typeof changeRow>

const values = z.record(z.enum(CHANGE_ITEMS), z.string())
const changeable = z.object({
  id: z.string(),
  number: z.string(),
  planName: z.string(),
  /** One entry where both are the same person. */
  people: z.array(
    z.object({
      who: z.enum(CHANGED_PEOPLE),
      name: z.string(),
      idType: z.enum(ID_TYPES),
      values,
      /** The sides of an item that has several, masked; '' where that one is not on the policy yet. */
      sides: z.array(
        z.object({
          item: z.enum(CHANGE_ITEMS),
          side: z.enum(CHANGE_SIDES),
          what: z.enum(CHANGED_THINGS),
          value: z.string(),
        }),
      ),
    }),
  ),
  /** A request for it waits: another one cannot be sent. */
  open: z.boolean(),
})
export type ChangeablePolicy = z.output<typeof changeable>

/** Several items in one request: only one is changed at a time (spec §5). */
const oneItem = z.enum(CHANGE_ITEMS, {
  error: ({ input }) => {
    const named = [input].flat().filter((it) => typeof it === 'string')
    return CHANGE_ITEMS.filter((item) => named.join().includes(item)).length > 1 ? 'one_item' : 'select_required'
  },
})

const requested = {
  policy: id,
  who: z.enum(CHANGED_PEOPLE),
  item: oneItem,
  side: z._default(z.enum(CHANGE_SIDES), 'id'),
  value: z.pipe(boundedText(254).check(z.trim()), z.string().check(z.minLength(1, 'required'))),
}

/**
 * Effects of a change besides the new value: `pay` and `return`, a difference in premium, line by line for each term;
 * `outside` the plan's ages, and `person`, where the death benefit or an old premium depends on it: an operator checks
 * these two and calls.
 */
const EFFECTS = ['none', 'pay', 'return', 'outside', 'person'] as const
const effect = z.object({
  effect: z.enum(EFFECTS),
  /** Negative for a refund. */
  difference: z.nullable(money),
  lines: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      ageBefore: z.int(),
      ageAfter: z.int(),
      before: money,
      after: money,
    }),
  ),
  /** Age on the first day of cover with the new value, and those of the plan. */
  age: z.nullable(z.object({ age: z.int(), from: z.int(), to: z.int() })),
})
export type ChangeEffect = z.output<typeof effect>

const overview = z.object({
  /** Bought by the caller, current or future; the one asked for first, then by latest end. */
  policies: z.array(changeable),
  /** Latest first. */
  changes: z.array(changeRow),
})
export type ChangesOverview = z.output<typeof overview>

/** The caller's policies that can be changed, and the change record. `policy` comes from a link on the policy's page. */
export const listChanges = call({
  path: 'change/list',
  access: 'login',
  input: z.object({ policy: z.optional(id) }),
  output: overview,
})

/**
 * The effects of a change on premium and benefits, before it is sent. Refuses `invalid` where the rules of the purchase
 * do not allow the value.
 */
export const previewChange = call({
  path: 'change/preview',
  access: 'login',
  input: z.object(requested),
  output: effect,
  errors: ['not_buyer', 'ended'],
})

/**
 * Sends a request with the first file of its proof. Refuses `one_open` while another one for this policy waits,
 * `changed` where the premium would change by another amount than was shown.
 */
export const submitChange = call({
  module: 'file',
  path: 'change/submit',
  access: 'login',
  transport: 'multipart',
  input: z.object({
    key: submissionKey,
    ...requested,
    /** The difference in premium that was shown, minor units. */
    difference: z._default(z.int(), 0),
    /** The separate consent to the use of ID data was ticked. */
    sensitive: z.boolean().check(z.refine((yes) => yes, 'consent_required')),
    /** Of the file as it was sent, hex. */
    sha256: z.optional(sha256),
  }),
  output: z.object({ id: z.string() }),
  errors: ['one_open', 'not_buyer', 'ended', 'too_many_changes', 'changed'],
})

/** Adds a file to a waiting request; the same file twice is stored once. */
export const attachToChange = call({
  module: 'file',
  path: 'change/attach',
  access: 'login',
  transport: 'multipart',
  input: z.object({ id, sha256 }),
  output: z.object({ files: z.int() }),
  errors: ['decided', 'files_full'],
})

/** Takes a waiting request back. */
export const withdrawChange = call({
  path: 'change/withdraw',
  access: 'login',
  input: z.object({ id }),
  output: overview,
  errors: ['decided'],
})
