/**
 * The separate consent to sensitive data (PIPL art. 29, decision 0081). It is stored as a confirmed text (`reads`) with
 * version, checksum and time, once in the sales record. No sensitive data is stored before it, and what it allowed is
 * deleted when it is withdrawn.
 */
import { dayOf } from '../../../../lib/days/dates.ts'
import type { Context } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { callerOwns, orderForCaller } from '../access/order-access.ts'
import type { Answers } from '../../contract.ts'
import { draftAtVersion, storeAnswers } from '../draft/draft.ts'
import { answersOf, prefillOf, readsOf } from '../draft/load-open-order.ts'
import { answersToTakeOver } from '../draft/order-again.ts'
import { prefilledAnswers } from '../../rules/partner-prefill.ts'
import { holdsSensitive, withoutSensitive, withSensitiveOf } from '../../rules/sensitive-data.ts'
import { firstAct, recordAct } from '../sales-record/write-sales-log.ts'
import type { OrderTable } from '../../tables.ts'

/**
 * Adds the data that was left out when the application was begun, from its source: the earlier order that it was begun
 * from, or a partner's data about a child.
 */
export async function answersWithConsent(ctx: Context, trx: Trx, row: OrderTable, answers: Answers): Promise<Answers> {
  const { deps } = ctx
  const today = dayOf(deps.clock())
  const said = prefillOf(deps, row)
  const partners = said && prefilledAnswers(said)
  const prefilled = partners ? withSensitiveOf(answers, partners, today) : answers
  const source = await earlierOrder(ctx, trx, row)
  if (!source) return prefilled
  const taken = answersToTakeOver(ctx, source.row, source.forAnother)
  // A repeated order that was given up before its own consent holds no such data; the order that it repeats does.
  return withSensitiveOf(
    prefilled,
    holdsSensitive(taken, today) ? taken : await answersWithConsent(ctx, trx, source.row, taken),
    today,
  )
}

/** The order that the application was begun from: to repeat it, or to insure somebody else. */
async function earlierOrder(
  ctx: Context,
  trx: Trx,
  { id }: OrderTable,
): Promise<{ row: OrderTable; forAnother: boolean } | undefined> {
  const { again, another, buyerOf } = (await firstAct(ctx.deps, trx, id))?.data ?? {}
  const from = again ?? another ?? buyerOf
  if (typeof from !== 'string') return undefined
  const row = await trx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', from)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return row && callerOwns(ctx, row) ? { row, forAnother: again === undefined } : undefined
}

/** Withdraws the consent: deletes from the draft what it allowed, and records that. */
export async function withdrawSensitive(
  ctx: Context,
  { id, version }: { id: string; version: number },
): Promise<OrderTable> {
  const { deps } = ctx
  await orderForCaller(ctx, id)
  return deps.write(async (trx) => {
    const row = await draftAtVersion(trx, id, version)
    const reads = readsOf(row)
    if (!reads.some(({ page }) => page === 'sensitive-data')) return row
    const before = answersOf(deps, row)
    await recordAct(deps, trx, id, { kind: 'sensitive_withdrawn', data: { device: ctx.device } })
    return storeAnswers(ctx, trx, row, {
      before,
      after: withoutSensitive(before, dayOf(deps.clock())),
      reads: reads.filter(({ page }) => page !== 'sensitive-data' && page !== 'health'),
    })
  })
}
