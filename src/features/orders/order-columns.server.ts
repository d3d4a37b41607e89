/** Reading columns of an order's row. */
import { LANGS, type Lang } from '../../lib/locale.ts'
import { reviewSchema, type OrderTable, type Review } from './tables.server.ts'

/** The language the order was made in: its messages and documents use it. */
export const langOf = (row: Pick<OrderTable, 'lang'>): Lang => LANGS.find((lang) => lang === row.lang) ?? 'en'

export const fullReview = (row: Pick<OrderTable, 'review'>): Review | null =>
  row.review === null ? null : reviewSchema.parse(JSON.parse(row.review))
