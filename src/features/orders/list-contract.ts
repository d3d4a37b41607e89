/** Orders as lists show them, apart from the rest of ordering: pages that only list orders load this file and no form. */
import { z } from 'zod/mini'
import { patternText } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'
import { moneySchema } from '../../lib/money/money-schema.ts'
import { STEP_IDS } from './rules/step-ids.ts'

export const ORDER_STATUSES = [
  'created',
  'under_review',
  'declined',
  'discarded',
  'awaiting_payment',
  'paid',
  'issuing',
  'issued',
  'issue_failed',
  'refunded',
  'cancelled',
  'expired',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const orderId = patternText(/^YFO-\d{6}-[0-9A-HJKMNP-TV-Z]{6}$/, 17)
export const orderVersion = z.int().check(z.minimum(1))
export const sha256 = patternText(/^[0-9a-f]{64}$/, 64)
export const day = patternText(/^\d{4}-\d\d-\d\d$/, 10, 'date_required')
export const instant = z.int().check(z.nonnegative())
export const slug = patternText(/^[a-z0-9-]{1,40}$/, 40)

/**
 * Where the buyer continues an order, and where the student gives consent; messages link here. Without the language, as
 * all paths.
 */
export const orderPath = (id: string): string => `/confirm?id=${id}`
export const consentPath = (code: string): string => `/confirm?consent=${code}`
/** Begins a new application from an earlier order: an ended one once more, a paid one for another person. */
export const orderAgainPath = (id: string): string => `/confirm?again=${id}`
/** The order's payment page; the guard redirects a phone to its own payment page. */
export const paymentPath = (id: string): string => `/payment/confirm?order=${id}`
/** The same within the flow of a partner's link. */
export const linkedPaymentPath = (id: string, inId: string): string => `/interconnection/pay?order=${id}&in_id=${inId}`
/** The payment page of an order that was sent earlier, on either device. */
/** A school's or organisation's campaign: where its students apply, and where it pays for them. */
export const campaignPath = (address: string): string => `/h5/collection/${encodeURIComponent(address)}`
export const checkstandPath = (id: string): string => `/checkstand/${id}`

/** The fields that every view of an order has. */
export const orderHead = z.object({
  id: orderId,
  status: z.enum(ORDER_STATUSES),
  /** `null` until tier, days and birth date are known and valid. */
  premium: z.nullable(moneySchema),
  /** First step that still needs the buyer. */
  open: z.enum(STEP_IDS),
  createdAt: instant,
  updatedAt: instant,
  /** Payable until this instant: 90 minutes after sending. */
  expiresAt: z.nullable(instant),
  policyId: z.nullable(z.string()),
})

/**
 * `accepted`: a draft again, after the insurer accepted its health answers. `cancelledOn`: the day on which the last of
 * its policies was cancelled; `null` while one of them is not. `premiumNow`: the premium of the resulting policy, where
 * changes or extensions altered it; given only when one order is asked for by id.
 */
export const orderRow = z.extend(orderHead, {
  accepted: z.boolean(),
  cancelledOn: z.nullable(day),
  premiumNow: z.nullable(moneySchema),
  /** Its policies where there are several; given only when one order is asked for by id. */
  policies: z.array(z.object({ id: z.string(), number: z.string(), insured: z.string(), cancelled: z.boolean() })),
  plan: slug,
  tier: z.string(),
  start: z.string(),
  end: z.string(),
  insured: z.string(),
})
export type OrderRow = z.output<typeof orderRow>

/** The groups by which a list of orders can be filtered. */
export const ORDER_GROUPS = {
  draft: ['created', 'under_review'],
  /** Those of them that wait for the buyer. */
  unfinished: ['created'],
  to_pay: ['awaiting_payment'],
  paid: ['paid', 'issuing', 'issued'],
  closed: ['declined', 'issue_failed', 'refunded', 'cancelled', 'expired'],
} as const satisfies Record<string, readonly OrderStatus[]>
export type OrderGroup = keyof typeof ORDER_GROUPS
/**
 * Paid for, with a policy now or in a minute: it can be invoiced, and the same buyer can insure somebody else in the
 * same way.
 */
export const isPaid = (status: string): boolean => ORDER_GROUPS.paid.some((it) => it === status)
/** Tabs of the list of orders: together they contain each order once. */
export const ORDER_TABS = ['draft', 'to_pay', 'paid', 'closed'] as const satisfies readonly OrderGroup[]
export const ORDER_GROUP_IDS = [...ORDER_TABS, 'unfinished'] as const satisfies readonly OrderGroup[]

/** The page of one order, with its invoice, its refunds and its documents. */
export const orderDetailPath = (id: string): string => `/personal/order?id=${id}`

/**
 * The caller's orders, newest first, without discarded drafts. `before` is the last id of the previous page; `id` asks
 * for a single order. `counts`, where asked for, cover all of the caller's orders.
 */
export const listOrders = call({
  path: 'order/list',
  access: 'holder',
  input: z.object({
    id: z.optional(orderId),
    group: z.optional(z.enum(ORDER_GROUP_IDS)),
    counts: z._default(z.boolean(), false),
    before: z.optional(orderId),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 20),
  }),
  output: z.object({
    orders: z.array(orderRow),
    more: z.boolean(),
    counts: z.nullable(z.record(z.enum(ORDER_GROUP_IDS), z.int())),
    /** The server's clock, ms: countdowns do not trust the device's. */
    now: instant,
  }),
})
