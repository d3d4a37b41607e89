/** Readers' answers about texts. Rows of one device cannot be linked with each other. */
import { bigint, defineTable, integer, text, type RowsOf } from '../../server/db/define-table.ts'
import type { Lang } from '../../lib/locale.ts'
import type { FeedbackKind, FeedbackReason } from './contract.ts'

const readingFeedback = defineTable('reading_feedback', {
  columns: {
    /** Keyed hash of device and entry together: finds the earlier answer, and reveals nothing else. */
    voice: text().key(),
    kind: text<FeedbackKind>(),
    slug: text(),
    lang: text<Lang>(),
    /** 0 or 1. */
    helpful: integer(),
    reason: text<FeedbackReason>().orNull(),
    /** Sealed. */
    text: text().orNull().sealed('reading_feedback.text'),
    updated_at: bigint(),
  },
  indexes: {
    reading_feedback_entry: ['kind', 'slug'],
    reading_feedback_updated: ['updated_at'],
  },
  copy: { not: 'cannot be told whose it is' },
  afterClosing: 'gone',
  growth: { only: '30 in a quarter of an hour from one address (info/server/feedback.ts), for a year' },
})

export const infoTables = { reading_feedback: readingFeedback }

declare module '../../server/db/database-rows.ts' {
  interface Database extends RowsOf<typeof infoTables> {}
}
