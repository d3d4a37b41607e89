/** Orders as lists show them, apart from the rest of ordering: pages that only list orders load this and no form. */
import { z } from 'zod'
import { patternText } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'
import { CURRENCIES } from '../../lib/money.ts'
import { STEP_IDS } from './step-ids.ts'

export const ORDER_STATUSES = [
  'created', 'under_review', 'declined', 'discarded', 'awaiting_payment', 'paid', 'issuing', 'issued', 'issue_failed',
  'refunded', 'cancelled', 'expired',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const orderId = patternText(/^YFO-\d{6}-[0-9A-HJKMNP-TV-Z]{6}$/, 17)
export const orderVersion = z.number().int().min(1)
export const sha256 = patternText(/^[0-9a-f]{64}$/, 64)
export const day = patternText(/^\d{4}-\d\d-\d\d$/, 10, 'date_required')
export const instant = z.number().int().nonnegative()
export const slug = patternText(/^[a-z0-9-]{1,40}$/, 40)
export const moneySchema = z.object({ amount: z.number().int(), currency: z.enum(CURRENCIES) })

/** Where the buyer goes on with an order, and where the student answers; messages link here. Without language, as all paths. */
export const orderPath = (id: string): string => `/confirm?id=${id}`
export const consentPath = (code: string): string => `/confirm?consent=${code}`
/** Begins a new application with the answers of a closed one. */
export const orderAgainPath = (id: string): string => `/confirm?again=${id}`
/** Where it is paid; the guard sends a phone on to its own payment page. */
export const paymentPath = (id: string): string => `/payment/confirm?order=${id}`
/** The same in the flow of a partner's link. */
export const linkedPaymentPath = (id: string, inId: string): string => `/interconnection/pay?order=${id}&in_id=${inId}`
/** Where an order that was sent earlier is paid, on either device. */
export const checkstandPath = (id: string): string => `/checkstand/${id}`

/** What every view of an order begins with. */
export const orderHead = z.object({
  id: orderId,
  status: z.enum(ORDER_STATUSES),
  /** `null` until tier, days and birth date are known and fit. */
  premium: moneySchema.nullable(),
  /** First step that still needs the buyer. */
  open: z.enum(STEP_IDS),
  createdAt: instant,
  updatedAt: instant,
  /** Until when it can be paid; an unpaid order closes a minute later. */
  expiresAt: instant.nullable(),
  policyId: z.string().nullable(),
})

/** `premiumNow`: of the policy that it became, where changes or next terms made it another one; only told of one order that is asked for alone. */
export const orderRow = orderHead.extend({
  premiumNow: moneySchema.nullable(),
  /** Its policies where it brought several; only told of one order that is asked for alone. */
  policies: z.array(z.object({ id: z.string(), number: z.string(), insured: z.string() })),
  plan: slug, tier: z.string(), start: z.string(), end: z.string(), insured: z.string(),
})
export type OrderRow = z.output<typeof orderRow>

/** What a list of orders can be asked for. */
export const ORDER_GROUPS = {
  draft: ['created', 'under_review'],
  /** Of them, those that wait for the buyer. */
  unfinished: ['created'],
  to_pay: ['awaiting_payment'],
  paid: ['paid', 'issuing', 'issued'],
  closed: ['declined', 'issue_failed', 'refunded', 'cancelled', 'expired'],
} as const satisfies Record<string, readonly OrderStatus[]>
export type OrderGroup = keyof typeof ORDER_GROUPS
/** Filters of the list of orders: together they hold each order once. */
export const ORDER_TABS = ['draft', 'to_pay', 'paid', 'closed'] as const satisfies readonly OrderGroup[]
export const ORDER_GROUP_IDS = [...ORDER_TABS, 'unfinished'] as const satisfies readonly OrderGroup[]

/** The page of one order, with its invoice, its refunds and its documents. */
export const orderDetailPath = (id: string): string => `/personal/order?id=${id}`

/**
 * The caller's orders, newest first; discarded drafts are left out. `before` is the last id of the page before; `id` asks for one alone.
 * `counts`, where asked for, are of all of the caller's orders.
 */
export const listOrders = call({
  path: 'order/list', access: 'holder',
  input: z.object({
    id: orderId.optional(), group: z.enum(ORDER_GROUP_IDS).optional(), counts: z.boolean().default(false),
    before: orderId.optional(), limit: z.number().int().min(1).max(50).default(20),
  }),
  output: z.object({
    orders: z.array(orderRow), more: z.boolean(), counts: z.record(z.enum(ORDER_GROUP_IDS), z.number().int()).nullable(),
    /** The server's clock, ms: countdowns do not trust the device's. */
    now: instant,
  }),
})
