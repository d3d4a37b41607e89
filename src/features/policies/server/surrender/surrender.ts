/**
 * Cancelling a policy. The buyer may at any time (terms 9.1) and requests it at a sum that was shown; an operator
 * checks what the sum depends on (who asks, the letter of a refused visa), and on approval the policy ends as of the
 * day of the request. Claims are decided as before, and change nothing of the sum (terms 9.3). With nothing to refund
 * there is nothing to decide, and it ends at once.
 */
import { addDays, dayOf, formatDay } from '../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { formatMoney, money } from '../../../../lib/money/money.ts'
import { Refusal, type UserContext } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import {
  type RefundDecision,
  type RefundSubject,
  latestRequest,
  requestRefund,
  type RefundRequest,
  takeBackRequest,
  takenBackSince,
  decideBy,
  AmountTooHigh,
} from '../../../cashier/server/door.ts'
import { policyForCaller, type OwnedPolicy } from '../people/policy-access.ts'
import { planOf } from '../documents/policy-document-facts.ts'
import { documentResources } from '../documents/document-resources.ts'
import type { SurrenderQuote } from '../../surrender-calls.ts'
import { workOut, type WorkedOut } from './surrender-quote.ts'
import { payingSchool, refundToInWords } from './paying-school.ts'
import { returnedBefore } from './returned-before.ts'
import { isSurrendering, policyOf, subjectOf } from './surrender-request.ts'
import type { PolicyTable } from '../../tables.ts'
import { policyMessages, tellPolicyholder } from '../messages/policy-messages.ts'
import { RIGHT_TO_CANCEL, SURRENDER_REFUSALS } from './reasons-to-refuse-surrender.ts'
import { describeLetters, refuseUncheckedLetters, refuseUnreadLetters, settleLetters } from './visa-refusal-letters.ts'
import { addVersion, payablesOf, versionsOf } from '../versions/policy-versions.ts'
import { claimsOn } from '../hooks.ts'

const DAY = 86_400_000
/**
 * Each request causes a mail and work for an operator, so requests of one policy can be taken back only this often
 * within so many ms.
 */
const MOST_TAKEN_BACK = 3
const TAKEN_BACK_WITHIN = 30 * DAY

/** The refund if cancelled today; refuses for anyone who may not cancel, and for what cannot be cancelled. */
export async function quoteSurrender(ctx: UserContext, id: string): Promise<SurrenderQuote> {
  const { deps } = ctx
  const { row } = await buyersPolicy(ctx, id)
  const found = await workedOut(deps, deps.db, row)
  const withLetter = await withRefusalLetter(deps, deps.db, row, found)
  return {
    id,
    ...found,
    visaRefused: withLetter && { lines: withLetter.lines, amount: withLetter.amount },
    school: await payingSchool(deps, deps.db, row, ctx.lang),
  }
}

/**
 * The refund with a visa refusal letter; `null` where it makes no difference: before the start, by the plan's own rule,
 * and after a claim was paid, which was for care abroad.
 */
export async function withRefusalLetter(
  deps: Deps,
  db: Deps['db'] | Trx,
  row: PolicyTable,
  without?: WorkedOut,
): Promise<WorkedOut | null> {
  const { lastDay, claims, amount } = without ?? (await workedOut(deps, db, row))
  const found = lastDay === null || claims === 'paid' ? null : await workedOut(deps, db, row, true)
  return found && found.amount.amount > amount.amount ? found : null
}

/** A policy that the caller bought; refuses `not_buyer` for one that only insures them. */
export async function buyersPolicy(ctx: UserContext, id: string): Promise<OwnedPolicy> {
  const owned = await policyForCaller(ctx, { id })
  if (owned.role !== 'buyer') throw new Refusal('not_buyer')
  return owned
}

/** The refund as of today; `visaRefused` with the letter. Refuses what cannot be cancelled. */
async function workedOut(deps: Deps, db: Deps['db'] | Trx, row: PolicyTable, visaRefused = false): Promise<WorkedOut> {
  if (row.status !== 'issued') throw new Refusal('ended')
  if (await isSurrendering(db, row.id)) throw new Refusal('requested')
  const found = workOut({
    plan: planOf(documentResources(deps).plans, row).plan,
    premium: money(row.premium_minor, row.currency),
    returned: money(await returnedBefore(db, row), row.currency),
    starts: row.starts,
    ends: row.ends,
    today: dayOf(deps.clock()),
    claims: await claimsOn(deps).standing(db, row.id),
    visaRefused,
  })
  if (found === 'ended') throw new Refusal('ended')
  return found
}

/** Requests it at the sum that the buyer saw. A repeated call, or a second device, makes no second request. */
export async function surrender(
  ctx: UserContext,
  { id, amount }: { id: string; amount: number },
): Promise<{ outcome: 'requested' | 'cancelled' }> {
  await buyersPolicy(ctx, id)
  const { deps } = ctx
  const by = `user:${ctx.caller.userId}`
  return deps.write(async (trx) => {
    await lockFor(trx, `policy:${id}`)
    const row = await trx.selectFrom('policies').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const found = await workedOut(deps, trx, row)
    if (found.amount.amount !== amount) throw new Refusal('changed')
    if (amount === 0) {
      await addVersion(deps, trx, id, {
        change: { reason: 'surrender', lastDay: dayOf(deps.clock()), refund: 0 },
        kinds: [],
        by,
        why: 'nothing to return',
      })
      return { outcome: 'cancelled' }
    }
    await askForRefund(deps, trx, row, found, by)
    return { outcome: 'requested' }
  })
}

/** The same for a policyholder who wrote or called; `visaRefused` with the letter at hand. `refunds approve` decides it. */
export async function surrenderByOperator(
  deps: Deps,
  number: string,
  { visaRefused, by, why }: RefundDecision & { visaRefused: boolean },
): Promise<WorkedOut> {
  return deps.write(async (trx) => {
    const named = await trx.selectFrom('policies').select('id').where('number', '=', number).executeTakeFirst()
    if (!named) throw new Refusal('not_found')
    await lockFor(trx, `policy:${named.id}`)
    const row = await trx.selectFrom('policies').selectAll().where('id', '=', named.id).executeTakeFirstOrThrow()
    const found = await workedOut(deps, trx, row, visaRefused)
    if (found.amount.amount > 0) await askForRefund(deps, trx, row, found, by, why)
    else
      await addVersion(deps, trx, row.id, {
        change: { reason: 'surrender', lastDay: dayOf(deps.clock()), refund: 0 },
        kinds: [],
        by,
        why,
      })
    return found
  })
}

/**
 * Returns the id of the request. Refuses `call_us` where the money cannot be refunded automatically, or the request was
 * taken back too often.
 */
export async function askForRefund(
  deps: Deps,
  trx: Trx,
  row: PolicyTable,
  found: WorkedOut,
  by: string,
  why?: string,
): Promise<string> {
  if (
    by.startsWith('user:') &&
    (await takenBackSince(trx, subjectOf(row.id), deps.clock() - TAKEN_BACK_WITHIN)) >= MOST_TAKEN_BACK
  )
    throw new Refusal('call_us')
  const payables = payablesOf(await versionsOf(trx, row.id))
  const lines = found.lines.map((it) => ({
    id: it.id,
    amount: it.amount.amount,
    values: { daysInForce: found.daysInForce, daysOfTerm: found.daysOfTerm },
  }))
  const requestId = await requestRefund(trx, deps, {
    subject: subjectOf(row.id),
    payables,
    amount: found.amount.amount,
    reason: 'surrender',
    lines,
    by,
    ...(why ? { why } : {}),
  }).catch((error: unknown) => {
    if (error instanceof AmountTooHigh) throw new Refusal('call_us')
    throw error
  })
  await tellPolicyholder(deps, trx, row, {
    message:
      found.lastDay === null
        ? policyMessages.policy_surrender_requested_early
        : policyMessages.policy_surrender_requested,
    key: `${row.id}:${deps.clock()}`,
    vars: {
      amount: formatMoney(found.amount, row.lang),
      until: formatDay(dayOf(decideBy(deps.clock())), row.lang),
      payBy: formatDay(addDays(dayOf(deps.clock()), LIMITS.refundDays), row.lang),
      refundTo: await refundToInWords(deps, trx, row),
    },
  })
  return requestId
}

/** Takes the request back while it waits for a decision; the reserved money is released and the policy continues. */
export async function takeBack(ctx: UserContext, id: string): Promise<Record<string, never>> {
  await buyersPolicy(ctx, id)
  const { deps } = ctx
  return deps.write(async (trx) => {
    await lockFor(trx, `policy:${id}`)
    const request = await latestRequest(trx, subjectOf(id))
    if (request?.status !== 'under_review') throw new Refusal('not_under_review')
    await takeBackRequest(deps, trx, request.id, { by: `user:${ctx.caller.userId}`, why: 'taken back' })
    await settleLetters(trx, request.id, deps.clock())
    return {}
  })
}

async function approved(deps: Deps, trx: Trx, request: RefundRequest, { by, why }: RefundDecision): Promise<void> {
  const id = policyOf(request)
  await lockFor(trx, `policy:${id}`)
  await refuseUncheckedLetters(trx, request.id)
  await refuseUnreadLetters(trx, request, { by, why })
  await settleLetters(trx, request.id, deps.clock())
  await addVersion(deps, trx, id, {
    change: { reason: 'surrender', lastDay: dayOf(request.requestedAt), refund: request.amount },
    kinds: [],
    by,
    why,
    at: request.requestedAt,
  })
}

async function rejected(deps: Deps, trx: Trx, request: RefundRequest, { why }: RefundDecision): Promise<void> {
  const row = await trx.selectFrom('policies').selectAll().where('id', '=', policyOf(request)).executeTakeFirstOrThrow()
  await tellPolicyholder(deps, trx, row, {
    message: policyMessages.policy_surrender_rejected,
    key: request.id,
    vars: { why },
  })
  await settleLetters(trx, request.id, deps.clock())
}

export const surrenderRefundSubject: RefundSubject = {
  kind: 'policy',
  approved,
  rejected,
  refusals: SURRENDER_REFUSALS,
  describe: async (db, { id }) => [RIGHT_TO_CANCEL, ...(await describeLetters(db, id))],
}
