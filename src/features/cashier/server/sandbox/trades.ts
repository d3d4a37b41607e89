/** What the sandbox gateway does with trades and refunds. Every call may be repeated and takes effect once. */
import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { newId } from '../../../../server/new-id.ts'
import { scheduleDeliveries, settleJob } from './deliveries.ts'
import type { createBody, Delivery, Outcome, refundBody, RefundReply, TradeReply, TradeState } from './protocol.ts'
import type { GatewayRefundTable, GatewayTradeTable } from './tables.ts'

/** A late confirmation by the bank comes after this, ms; one after expiry, this long after it. */
export const LATE_AFTER = 20_000
const LATE_AFTER_EXPIRY = 90_000

export const PAY_PAGE = '/sandbox/gateway/pay'

export const tradeReplyOf = (row: GatewayTradeTable): TradeReply => ({
  ref: row.ref,
  merchantRef: row.merchant_ref,
  state: row.status,
  amountMinor: row.amount_minor,
  currency: row.currency,
  paidAt: row.paid_at === null ? null : row.paid_at,
  expiresAt: row.expires_at,
  payUrl: `${PAY_PAGE}/${row.token}`,
})

export async function createTrade(deps: Deps, body: z.output<typeof createBody>): Promise<TradeReply> {
  const now = deps.clock()
  return deps.write(async (trx) => {
    await trx
      .insertInto('gateway_trades')
      .values({
        ref: `SG${newId().toUpperCase()}`,
        merchant_ref: body.merchantRef,
        token: randomBytes(20).toString('base64url'),
        method: body.method,
        amount_minor: body.amountMinor,
        currency: body.currency,
        subject: body.subject,
        lang: body.lang,
        status: body.expiresAt <= now ? 'closed' : 'open',
        delivery: null,
        return_url: body.returnUrl,
        notify_path: body.notifyPath,
        created_at: now,
        settles_at: null,
        paid_at: null,
        expires_at: body.expiresAt,
      })
      .onConflict((c) => c.column('merchant_ref').doNothing())
      .execute()
    const row = await trx
      .selectFrom('gateway_trades')
      .selectAll()
      .where('merchant_ref', '=', body.merchantRef)
      .executeTakeFirstOrThrow()
    return tradeReplyOf(row)
  })
}

/** The trade's present state: reading an unpaid trade after its time closes it. */
export async function findTrade(
  deps: Deps,
  by: { merchantRef: string } | { token: string },
): Promise<GatewayTradeTable | undefined> {
  const [column, value] = 'token' in by ? (['token', by.token] as const) : (['merchant_ref', by.merchantRef] as const)
  const row = await deps.db.selectFrom('gateway_trades').selectAll().where(column, '=', value).executeTakeFirst()
  if (row?.status === 'open' && row.expires_at <= deps.clock()) {
    await deps.write((trx) => updateTrade(trx, row.ref, 'open', { status: 'closed' }))
    return findTrade(deps, by)
  }
  return row
}

/** Closes an open trade; any other stays unchanged, including one at the bank (`processing`). */
export async function closeTrade(deps: Deps, merchantRef: string): Promise<TradeReply | undefined> {
  const found = await findTrade(deps, { merchantRef })
  if (found?.status === 'open') await deps.write((trx) => updateTrade(trx, found.ref, 'open', { status: 'cancelled' }))
  const row = found && (await findTrade(deps, { merchantRef }))
  return row && tradeReplyOf(row)
}

const STATE_BY_OUTCOME: Record<Exclude<Outcome, 'pay'>, TradeState> = {
  refuse: 'refused',
  cancel: 'cancelled',
  authorization: 'authorization',
}

/** Applies the choice of the person on the gateway's page. The first choice counts; a second click changes nothing. */
export async function applyPayerChoice(
  deps: Deps,
  token: string,
  outcome: Outcome,
  delivery: Delivery,
): Promise<GatewayTradeTable | undefined> {
  const row = await findTrade(deps, { token })
  if (row?.status !== 'open') return row
  const now = deps.clock()
  const later = outcome === 'pay' ? settlesAt(delivery, now, row.expires_at) : undefined
  await deps.write(async (trx) => {
    const set: Partial<GatewayTradeTable> =
      later !== undefined
        ? { status: 'processing', delivery, settles_at: later }
        : {
            status: outcome === 'pay' ? 'paid' : STATE_BY_OUTCOME[outcome],
            delivery,
            paid_at: outcome === 'pay' ? now : null,
          }
    if (!(await updateTrade(trx, row.ref, 'open', set))) return
    if (later !== undefined)
      await deps.outbox.enqueue(trx, settleJob, { ref: row.ref }, { key: `${settleJob.kind}:${row.ref}`, runAt: later })
    else await notifyMerchant(deps, trx, row.ref, delivery)
  })
  return findTrade(deps, { token })
}

function settlesAt(delivery: Delivery, now: number, expiresAt: number): number | undefined {
  if (delivery === 'late') return now + LATE_AFTER
  return delivery === 'after_expiry' ? Math.max(now, expiresAt) + LATE_AFTER_EXPIRY : undefined
}

/** The bank confirms what was processing. */
export async function settleTrade(deps: Deps, ref: string): Promise<void> {
  await deps.write(async (trx) => {
    if (await updateTrade(trx, ref, 'processing', { status: 'paid', paid_at: deps.clock() }))
      await notifyMerchant(deps, trx, ref, 'now')
  })
}

async function notifyMerchant(deps: Deps, trx: Trx, ref: string, delivery: Delivery): Promise<void> {
  const row = await trx.selectFrom('gateway_trades').selectAll().where('ref', '=', ref).executeTakeFirstOrThrow()
  await scheduleDeliveries(deps, trx, row, { trade: tradeReplyOf(row) }, delivery)
}

async function updateTrade(trx: Trx, ref: string, from: TradeState, set: Partial<GatewayTradeTable>): Promise<boolean> {
  const done = await trx
    .updateTable('gateway_trades')
    .set(set)
    .where('ref', '=', ref)
    .where('status', '=', from)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export type RefundRefusal = 'unknown' | 'unpaid' | 'too_much'

/** Refunds money: at once, or as the fault switches say. Never more than was paid. */
export async function refundTrade(deps: Deps, body: z.output<typeof refundBody>): Promise<RefundReply | RefundRefusal> {
  return deps.write(async (trx) => {
    const trade = await trx
      .selectFrom('gateway_trades')
      .selectAll()
      .where('merchant_ref', '=', body.tradeMerchantRef)
      .executeTakeFirst()
    if (!trade) return 'unknown'
    const refunds = await trx.selectFrom('gateway_refunds').selectAll().where('trade_ref', '=', trade.ref).execute()
    const known = refunds.find((it) => it.merchant_ref === body.merchantRef)
    if (known) return refundReplyOf(known, trade)
    if (trade.status !== 'paid' || trade.currency !== body.currency) return 'unpaid'
    const given = refunds.filter((it) => it.status !== 'failed').reduce((sum, it) => sum + it.amount_minor, 0)
    if (given + body.amountMinor > trade.amount_minor) return 'too_much'
    const faults = await trx.selectFrom('gateway_faults').selectAll().where('left', '>', 0).execute()
    const on = (name: string) => faults.some((it) => it.name === name)
    const row: GatewayRefundTable = {
      ref: `SR${newId().toUpperCase()}`,
      merchant_ref: body.merchantRef,
      trade_ref: trade.ref,
      amount_minor: body.amountMinor,
      status: on('refunds_fail') ? 'failed' : on('refunds_slow') ? 'pending' : 'done',
      created_at: deps.clock(),
    }
    await trx.insertInto('gateway_refunds').values(row).execute()
    const reply = refundReplyOf(row, trade)
    if (row.status !== 'pending') await scheduleDeliveries(deps, trx, trade, { refund: reply }, 'now')
    return reply
  })
}

export async function findRefund(deps: Deps, merchantRef: string): Promise<RefundReply | undefined> {
  const row = await deps.db
    .selectFrom('gateway_refunds')
    .selectAll()
    .where('merchant_ref', '=', merchantRef)
    .executeTakeFirst()
  if (!row) return undefined
  const trade = await deps.db
    .selectFrom('gateway_trades')
    .selectAll()
    .where('ref', '=', row.trade_ref)
    .executeTakeFirstOrThrow()
  return refundReplyOf(row, trade)
}

/** The bank has made the delayed refunds. */
export async function settleRefunds(deps: Deps): Promise<void> {
  await deps.write((trx) =>
    trx.updateTable('gateway_refunds').set({ status: 'done' }).where('status', '=', 'pending').execute(),
  )
}

const refundReplyOf = (row: GatewayRefundTable, trade: GatewayTradeTable): RefundReply => ({
  ref: row.ref,
  merchantRef: row.merchant_ref,
  state: row.status,
  amountMinor: row.amount_minor,
  currency: trade.currency,
})
