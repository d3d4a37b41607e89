/** Reading columns of an order's row. */
import { z } from 'zod'
import { LANGS, type Lang } from '../../lib/locale.ts'
import type { OrderTable } from './tables.server.ts'

/** An operator's decision on health answers, and the answers that it covers. */
const reviewSchema = z.object({
  status: z.enum(['waiting', 'passed', 'declined']), at: z.number().int(), why: z.string().nullable(), mac: z.string(),
  /** The application was sent after it, and then turned back into a draft. */
  reopened: z.literal(true).optional(),
})
export type Review = z.output<typeof reviewSchema>

/** The language the order was made in: its messages and documents use it. */
export const langOf = (row: Pick<OrderTable, 'lang'>): Lang => LANGS.find((lang) => lang === row.lang) ?? 'en'

export const fullReview = (row: Pick<OrderTable, 'review'>): Review | null =>
  row.review === null ? null : reviewSchema.parse(JSON.parse(row.review))

/** A draft whose health answers the insurer accepted: its buyer only has to check and submit it. */
export const isAccepted = (row: Pick<OrderTable, 'status' | 'review'>): boolean => row.status === 'created' && fullReview(row)?.status === 'passed'

/** The column `review` of an order that is turned back into a draft. */
export function reviewOfReopened(row: Pick<OrderTable, 'review'>): string | null {
  const review = fullReview(row)
  return review && JSON.stringify({ ...review, reopened: true })
}
