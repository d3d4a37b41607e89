/** Visa refusal letters: they prove that the whole premium is to be refunded after the start of cover (terms 9.4). */
import { BIGINT, TEXT } from '../../../server/db/column-types.ts'
import type { Migrations } from '../../../server/db/migration-type.ts'

export interface VisaRefusalTables {
  visa_refusal_letters: VisaRefusalLetterTable
}

export interface VisaRefusalLetterTable {
  /** Id of the receipt. */
  id: string
  policy_id: string
  user_id: string
  /** The refund request that it supports (`refunds.request_id`). */
  request_id: string
  sha256: string
  /** Owner of its files, by which they are deleted. */
  owner: string
  received_at: number
  /** The stored file, once it was checked; or why there is none. */
  file_id: string | null
  failed: string | null
  /** When the request was decided or taken back; the file is deleted `changeFileDays` later. */
  settled_at: number | null
}

export const visaRefusalMigrations: Migrations = {
  // Named so that it runs after the policies' tables: PostgreSQL accepts no reference to a table that does not exist
  // yet.
  policies_060_visa_refusal_letters: {
    up: async (db) => {
      await db.schema
        .createTable('visa_refusal_letters')
        .addColumn('id', TEXT, (c) => c.primaryKey())
        .addColumn('policy_id', TEXT, (c) => c.notNull().references('policies.id'))
        .addColumn('user_id', TEXT, (c) => c.notNull().references('users.id'))
        .addColumn('request_id', TEXT, (c) => c.notNull())
        .addColumn('sha256', TEXT, (c) => c.notNull())
        .addColumn('owner', TEXT, (c) => c.notNull())
        .addColumn('received_at', BIGINT, (c) => c.notNull())
        .addColumn('file_id', TEXT)
        .addColumn('failed', TEXT)
        .addColumn('settled_at', BIGINT)
        .addUniqueConstraint('visa_refusal_letters_once', ['request_id', 'sha256'])
        .execute()
      await db.schema
        .createIndex('visa_refusal_letters_policy')
        .on('visa_refusal_letters')
        .column('policy_id')
        .execute()
      await db.schema
        .createIndex('visa_refusal_letters_settled')
        .on('visa_refusal_letters')
        .column('settled_at')
        .execute()
    },
  },
}
