/** The protocol between the sandbox gateway and its merchant: JSON, signed in both directions, like a real gateway's. */
import { z } from 'zod'
import { CURRENCIES } from '../../../../lib/money/currencies.ts'
import { GATEWAY_METHODS } from '../../rules/payment-methods.ts'

export const API = '/sandbox/gateway/api'
export const NOTIFY = '/notify/sandbox'

const TRADE_STATES = ['open', 'processing', 'paid', 'refused', 'authorization', 'cancelled', 'closed'] as const
export type TradeState = (typeof TRADE_STATES)[number]

const amount = { amountMinor: z.number().int().positive(), currency: z.enum(CURRENCIES) }

export const createBody = z.object({
  merchantRef: z.string().min(1),
  method: z.enum(GATEWAY_METHODS),
  ...amount,
  subject: z.string(),
  lang: z.enum(['en', 'cn']),
  expiresAt: z.number().int(),
  returnUrl: z.string(),
  notifyPath: z.string().startsWith('/'),
})
export const refBody = z.object({ merchantRef: z.string().min(1) })
export const refundBody = z.object({
  merchantRef: z.string().min(1),
  tradeMerchantRef: z.string().min(1),
  ...amount,
  reason: z.string(),
})

export const tradeReply = z.object({
  ref: z.string(),
  merchantRef: z.string(),
  state: z.enum(TRADE_STATES),
  ...amount,
  paidAt: z.number().int().nullable(),
  expiresAt: z.number().int(),
  payUrl: z.string(),
})
export type TradeReply = z.output<typeof tradeReply>

export const refundReply = z.object({
  ref: z.string(),
  merchantRef: z.string(),
  state: z.enum(['pending', 'done', 'failed']),
  ...amount,
})
export type RefundReply = z.output<typeof refundReply>

export const eventBody = z.object({
  id: z.string().min(1),
  at: z.number().int(),
  trade: tradeReply.optional(),
  refund: refundReply.optional(),
})
export type GatewayEvent = z.output<typeof eventBody>

/** How a person on the gateway's page can have the outcome notified. */
export const DELIVERIES = ['now', 'late', 'after_expiry', 'twice', 'disorder', 'never'] as const
export type Delivery = (typeof DELIVERIES)[number]
export const OUTCOMES = ['pay', 'refuse', 'cancel', 'authorization'] as const
export type Outcome = (typeof OUTCOMES)[number]
