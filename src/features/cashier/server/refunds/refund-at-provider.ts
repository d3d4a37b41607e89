/** Sends an approved refund to its payment's provider, and books what the provider says about it. */
import { money, type Money } from '../../../../lib/money/money.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { tryTransition } from '../../../../server/transition.ts'
import { notifyUrl } from '../providers/callback-urls.ts'
import { refundJob, settleRefund } from './open-and-settle-refund.ts'
import { refundMachine } from '../payment-states.ts'
import { askProvider } from '../providers/provider-health.ts'
import type { RefundResult } from '../providers/provider-interface.ts'
import { providerNamed } from '../providers/provider-registry.ts'
import type { RefundTable } from '../../tables.ts'

/** Sends an approved refund to the provider, or queries one that was sent. */
export async function processRefund(deps: Deps, refundId: string): Promise<void> {
  const row = await deps.db.selectFrom('refunds').selectAll().where('id', '=', refundId).executeTakeFirst()
  if (row?.way !== 'provider' || !SENDABLE.includes(row.status)) return
  const payment = await deps.db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', row.payment_id)
    .executeTakeFirstOrThrow()
  const provider = providerNamed(deps, payment.provider)
  const number = providerRefundId(row)
  const trade = { paymentId: payment.id, ref: payment.gateway_ref }
  const paid = money(Number(payment.paid_minor), payment.paid_currency ?? payment.currency)
  const known = await askProvider(deps, provider, 'refund', { payment: payment.id, refund: refundId }, async () => {
    const result =
      row.status === 'approved'
        ? undefined
        : await provider.queryRefund({ refundId: number, ref: row.gateway_ref, trade })
    if (result || row.status === 'succeeded') return result
    // If unknown it was never accepted: requesting it again with the same id makes it once.
    return provider.refund({
      refundId: number,
      trade,
      amount: refundAmount(row),
      paid,
      reason: row.reason,
      notifyUrl: notifyUrl(deps, provider),
    })
  })
  const by = `gateway:${provider.name}`
  if (known) await deps.write((trx) => applyRefund(trx, deps, known, by, { asked: row.status === 'succeeded' }))
}

const SENDABLE: readonly string[] = ['approved', 'submitted', 'succeeded']

/** The provider's number of an attempt at a refund: it accepts each number once, so a later attempt needs its own. */
const providerRefundId = ({ id, attempt }: RefundTable): string => (attempt === 1 ? id : `${id}.${attempt}`)

/**
 * Books a provider's statement about a refund, however it arrived. A statement about an earlier attempt changes
 * nothing. A refund that had succeeded fails only where the provider was `asked` since: an old notification that
 * arrives late says the same as one of money that the payer's bank sent back.
 */
export async function applyRefund(
  trx: Trx,
  deps: Deps,
  result: RefundResult,
  by: string,
  { asked = false } = {},
): Promise<void> {
  const meant = await refundMeant(trx, deps, result, by)
  if (!meant) return
  const { id } = meant
  const at = deps.clock()
  const base = { machine: refundMachine, id, by, at } as const
  // Only an operator can approve a failed refund again, so a repeated notification has no effect.
  if (meant.status === 'approved')
    await tryTransition(trx, { ...base, to: 'submitted', set: { submitted_at: at, gateway_ref: result.ref } })
  const row = await trx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  if (row?.status === 'succeeded' && result.state === 'failed') return sentBack(trx, deps, row, by, asked)
  if (row?.status !== 'submitted' || result.state === 'pending') return
  if (result.state === 'succeeded' && !sameMoney(result.amount, refundAmount(row))) {
    deps.log.error({ refund: row.id }, 'another sum than asked for was given back')
    return
  }
  await settleRefund(trx, deps, row, result.state, by)
}

/** The refund that a provider speaks of; undefined for an earlier attempt, and for what is not the provider's. */
async function refundMeant(trx: Trx, deps: Deps, result: RefundResult, by: string): Promise<RefundTable | undefined> {
  const [id = ''] = result.refundId.split('.')
  const row = await trx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || row.way !== 'provider' || providerRefundId(row) !== result.refundId) return undefined
  const { provider } = await trx
    .selectFrom('payments')
    .select('provider')
    .where('id', '=', row.payment_id)
    .executeTakeFirstOrThrow()
  if (by === `gateway:${provider}`) return row
  deps.log.error({ refund: id }, 'a provider spoke of another one’s refund')
  return undefined
}

/** The payer's bank sent it back, says the provider: booked if that is its answer, and otherwise it is asked. */
async function sentBack(trx: Trx, deps: Deps, row: RefundTable, by: string, asked: boolean): Promise<void> {
  if (asked) return settleRefund(trx, deps, row, 'failed', by)
  await deps.outbox.enqueue(
    trx,
    refundJob,
    { refundId: row.id },
    { key: `${refundJob.kind}:${row.id}@${deps.clock()}` },
  )
}

const refundAmount = (row: RefundTable): Money => money(row.amount_minor, row.currency)
const sameMoney = (a: Money, b: Money): boolean => a.amount === b.amount && a.currency === b.currency
