/** Readers' answers about texts. Rows of one device cannot be linked with each other. */
import type { Lang } from '../../lib/locale.ts'
import { BIGINT, INTEGER, TEXT } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'
import type { FeedbackKind, FeedbackReason } from './contract.ts'

export interface InfoTables {
  reading_feedback: ReadingFeedbackTable
}

interface ReadingFeedbackTable {
  /** Keyed hash of device and entry together: finds the earlier answer, and reveals nothing else. */
  voice: string
  kind: FeedbackKind
  slug: string
  lang: Lang
  /** 0 or 1. */
  helpful: number
  reason: FeedbackReason | null
  /** Sealed. */
  text: string | null
  updated_at: number
}

export const infoMigrations: Migrations = {
  info_001_feedback: {
    up: async (db) => {
      await db.schema
        .createTable('reading_feedback')
        .addColumn('voice', TEXT, (c) => c.primaryKey())
        .addColumn('kind', TEXT, (c) => c.notNull())
        .addColumn('slug', TEXT, (c) => c.notNull())
        .addColumn('lang', TEXT, (c) => c.notNull())
        .addColumn('helpful', INTEGER, (c) => c.notNull())
        .addColumn('reason', TEXT)
        .addColumn('text', TEXT)
        .addColumn('updated_at', BIGINT, (c) => c.notNull())
        .execute()
      await db.schema.createIndex('reading_feedback_entry').on('reading_feedback').columns(['kind', 'slug']).execute()
      await db.schema.createIndex('reading_feedback_updated').on('reading_feedback').column('updated_at').execute()
    },
  },
}
