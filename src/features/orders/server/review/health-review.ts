/** An operator reads health answers that contain a yes, and passes or declines the application (domain §4.3). */
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { transition, recordLook } from '../../../../server/transition.ts'
import { notifyBuyer, orderMessages } from '../order-messages.ts'
import { answersOf } from '../draft/load-open-order.ts'
import { declaredWords } from '../draft/catalogue.ts'
import { fullReview, langOf } from '../order-columns.ts'
import { orderMachine } from '../order-states.ts'
import { readRecord, recordAct } from '../sales-record/write-sales-log.ts'

export interface WaitingReview {
  id: string
  plan: string
  tier: string
  /** Waiting since this instant, ms. */
  since: number
  /** The insurer had accepted it, and it was changed since. */
  changed: boolean
}

/** Applications that wait for review, longest waiting first. */
export async function waitingReviews(deps: Deps): Promise<WaitingReview[]> {
  const rows = await deps.db
    .selectFrom('orders')
    .selectAll()
    .where('status', '=', 'under_review')
    .orderBy('submitted_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    plan: row.plan,
    tier: row.tier,
    since: row.submitted_at ?? row.updated_at,
    changed: fullReview(row)?.acceptedAt !== undefined,
  }))
}

/**
 * What the buyer wrote about each question answered yes. The access is recorded as an event: who, when and why (privacy
 * policy §2).
 */
export async function openReview(deps: Deps, { id, by, why }: ReviewDecision): Promise<Record<string, string>> {
  return deps.write(async (trx) => {
    const row = await trx
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'under_review')
      .executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    await recordLook(trx, { entity: 'order', id, status: row.status, by, at: deps.clock(), why, opened: 'health' })
    const { health } = answersOf(deps, row)
    return Object.fromEntries(
      Object.entries(health.answers)
        .filter(([, answer]) => answer === 'yes')
        .map(([question]) => [question, health.details[question] ?? '']),
    )
  })
}

export interface ReviewDecision {
  id: string
  /** `operator:<name>` */
  by: string
  why: string
}

export interface Decided {
  order: string
  /** A message to the buyer says so. */
  told: boolean
}

/**
 * When the application was accepted before it was changed, and which questions were answered yes then; `undefined` for
 * a first review.
 */
export async function acceptedEarlier(deps: Deps, id: string): Promise<{ at: number; yes: string[] } | undefined> {
  const row = await deps.db.selectFrom('orders').select('review').where('id', '=', id).executeTakeFirst()
  const at = row && fullReview(row)?.acceptedAt
  if (at === undefined) return undefined
  const { entries } = await readRecord(deps, id)
  const before = entries.slice(
    0,
    entries.findLastIndex(({ kind }) => kind === 'review_passed'),
  )
  const answers = before.findLast(({ kind, data }) => kind === 'read' && data['page'] === 'health')?.data['answers']
  return {
    at,
    yes: Object.entries(answers ?? {})
      .filter(([, answer]) => answer === 'yes')
      .map(([question]) => question),
  }
}

/**
 * Passes it: the buyer can pay. Answers changed after that are reviewed again. Throws `Conflict` when it is not waiting
 * for review.
 */
export const passReview = (deps: Deps, decision: ReviewDecision): Promise<Decided> => decide(deps, decision, 'passed')
/** Declines it finally. */
export const declineReview = (deps: Deps, decision: ReviewDecision): Promise<Decided> =>
  decide(deps, decision, 'declined')

async function decide(deps: Deps, { id, by, why }: ReviewDecision, status: 'passed' | 'declined'): Promise<Decided> {
  return deps.write(async (trx) => {
    const at = deps.clock()
    const row = await trx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
    const review = row && fullReview(row)
    const next = await transition(trx, {
      machine: orderMachine,
      id,
      from: 'under_review',
      to: status === 'passed' ? 'created' : 'declined',
      by,
      at,
      why,
      ...(row ? { version: row.version } : {}),
      set: {
        review: JSON.stringify({ status, at, why, mac: review?.mac ?? '' }),
        ...(status === 'passed' ? { submitted_at: null } : {}),
      },
    })
    await recordAct(deps, trx, id, { kind: `review_${status}`, data: { why } })
    const answers = answersOf(deps, next)
    const message = status === 'passed' ? orderMessages.order_review_passed : orderMessages.order_review_declined
    const declared = status === 'passed' ? (declaredWords(answers, langOf(next)) ?? '') : ''
    return {
      order: next.id,
      told: await notifyBuyer(deps, trx, next, answers, message, { why, declared }),
    }
  })
}
