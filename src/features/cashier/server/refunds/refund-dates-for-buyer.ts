/** Instants of a refund that its buyer is told. */
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import type { RefundRequest } from './request-and-decide-refund.ts'

const DAY = 86_400_000

/** Latest instant by which an operator decides on a request. */
export const decideBy = (requestedAt: number): number => requestedAt + LIMITS.refundReviewDays * DAY

/** Instant at which the last part of a refund was settled; `null` while one is not. */
export function settledAtOf(parts: readonly Pick<RefundRequest['parts'][number], 'settled_at'>[]): number | null {
  const settled = parts.map((it) => it.settled_at ?? 0)
  return settled.every((at) => at > 0) ? Math.max(...settled) : null
}
