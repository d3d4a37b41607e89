/** Reading columns of an order's row. */
import { z } from 'zod'
import { LANGS, type Lang } from '../../../lib/locale.ts'
import type { OrderTable } from '../tables.ts'

/** An operator's decision on health answers, and the answers that it covers. */
const reviewSchema = z.object({
  status: z.enum(['waiting', 'passed', 'declined']),
  at: z.number().int(),
  why: z.string().nullable(),
  mac: z.string(),
  /**
   * The draft it left is open again: it was sent and turned back into a draft, or its health answers or insured persons
   * were changed.
   */
  reopened: z.literal(true).optional(),
  /** Waiting: when the insurer had accepted the application before it was changed. */
  acceptedAt: z.number().int().optional(),
})
export type Review = z.output<typeof reviewSchema>

/** The language the order was made in: its messages and documents use it. */
export const langOf = (row: Pick<OrderTable, 'lang'>): Lang => LANGS.find((lang) => lang === row.lang) ?? 'en'

export const fullReview = (row: Pick<OrderTable, 'review'>): Review | null =>
  row.review === null ? null : reviewSchema.parse(JSON.parse(row.review))

/** A draft that the insurer accepted and nobody has changed since: its buyer only has to check and submit it. */
export function isAccepted(row: Pick<OrderTable, 'status' | 'review'>): boolean {
  const review = row.status === 'created' ? fullReview(row) : null
  return review?.status === 'passed' && review.why !== null
}

/**
 * The column `review` of a draft whose health page is open again. What was accepted is compared on sending; the note on
 * it goes, because it may be about another person.
 */
export function reviewOfChanged(row: Pick<OrderTable, 'review'>): string | null {
  const review = fullReview(row)
  return review?.status === 'passed' ? JSON.stringify({ ...review, why: null, reopened: true } satisfies Review) : null
}

/** The column `review` of an order that is turned back into a draft. */
export function reviewOfReopened(row: Pick<OrderTable, 'review'>): string | null {
  const review = fullReview(row)
  return review && JSON.stringify({ ...review, reopened: true })
}
