/** Applications that are passed on to overseas insurers. Their data about people is sealed. */
import type { Kysely } from 'kysely'
import type { Lang } from '../../lib/locale.ts'
import { BIGINT, TEXT, withState, type Stateful } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'
import type { ApplicationStatus, DeclineReason } from './contract.ts'

export interface OverseasTables {
  overseas_applications: OverseasApplicationTable
}

export interface OverseasApplicationTable extends Stateful {
  status: ApplicationStatus
  /** Slug of `content/overseas`, and the SHA-256 of the text that the applicant saw. */
  product: string
  product_sha256: string
  /** The device that sent it without a login; `null` once it belongs to a person. */
  holder: string | null
  user_id: string | null
  lang: Lang
  /** Sealed `ApplicationFacts`. */
  facts: string
  /** Keyed hash of the contact: anyone who proves the contact by a login sees the application. */
  contact_mac: string
  /** The owner and the browser's key: sending the same application again creates no second one. */
  submission_key: string
  consent_version: string
  consent_sha256: string
  submitted_at: number
  referred_at: number | null
  closed_at: number | null
  reason: DeclineReason | null
  /** When the insurer was told that a referred application was withdrawn. */
  insurer_told_at: number | null
}

export const overseasMigrations: Migrations = {
  overseas_001_applications: {
    up: async (db: Kysely<never>) => {
      await withState(db.schema.createTable('overseas_applications'))
        .addColumn('product', TEXT, (c) => c.notNull())
        .addColumn('product_sha256', TEXT, (c) => c.notNull())
        .addColumn('holder', TEXT)
        .addColumn('user_id', TEXT)
        .addColumn('lang', TEXT, (c) => c.notNull())
        .addColumn('facts', TEXT, (c) => c.notNull())
        .addColumn('contact_mac', TEXT, (c) => c.notNull())
        .addColumn('submission_key', TEXT, (c) => c.notNull().unique())
        .addColumn('consent_version', TEXT, (c) => c.notNull())
        .addColumn('consent_sha256', TEXT, (c) => c.notNull())
        .addColumn('submitted_at', BIGINT, (c) => c.notNull())
        .addColumn('referred_at', BIGINT)
        .addColumn('closed_at', BIGINT)
        .addColumn('reason', TEXT)
        .addColumn('insurer_told_at', BIGINT)
        .execute()
      for (const column of ['holder', 'user_id', 'contact_mac', 'status'] as const) {
        await db.schema
          .createIndex(`overseas_applications_${column}`)
          .on('overseas_applications')
          .columns([column, 'submitted_at'])
          .execute()
      }
    },
  },
}
