/** Creates the tables of claims; rows are typed in tables.server.ts. */
import { sql, type Kysely } from 'kysely'
import { BIGINT, INTEGER, JSON_TEXT, TEXT, withState } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'
import {
  createCaseTables,
  createLetterTables,
  createMatchKeys,
  addRequestVersions,
  addPayees,
} from './case-migrations.server.ts'

export const claimMigrations: Migrations = {
  claims_001_tables: {
    up: async (db: Kysely<never>) => {
      await withState(db.schema.createTable('claims'))
        .addColumn('created_at', BIGINT, (c) => c.notNull())
        .addColumn('user_id', TEXT, (c) => c.notNull())
        .addColumn('policy_id', TEXT, (c) => c.notNull())
        .addColumn('case_number', TEXT, (c) => c.unique())
        .addColumn('lang', TEXT, (c) => c.notNull())
        .addColumn('insurer', TEXT, (c) => c.notNull())
        .addColumn('plan', TEXT, (c) => c.notNull())
        .addColumn('tier', TEXT, (c) => c.notNull())
        .addColumn('type', TEXT)
        .addColumn('incident_day', TEXT)
        .addColumn('answers', TEXT, (c) => c.notNull())
        .addColumn('key_versions', JSON_TEXT, (c) => c.notNull())
        .addColumn('step', TEXT, (c) => c.notNull())
        .addColumn('outcome', TEXT)
        .addColumn('paid_minor', BIGINT)
        .addColumn('currency', TEXT)
        .addColumn('complex', INTEGER, (c) => c.notNull().defaultTo(0))
        .addColumn('handler', TEXT)
        .addColumn('start_key', TEXT, (c) => c.notNull().unique())
        .addColumn('submitted_at', BIGINT)
        .addColumn('registered_at', BIGINT)
        .addColumn('decided_at', BIGINT)
        .addColumn('closed_at', BIGINT)
        .addColumn('lapses_at', BIGINT, (c) => c.notNull())
        .addColumn('reminded_at', BIGINT)
        .addColumn('answers_sha256', TEXT)
        .addColumn('account', TEXT)
        .execute()
      await db.schema.createIndex('claims_user').on('claims').columns(['user_id', 'updated_at']).execute()
      await db.schema.createIndex('claims_status').on('claims').columns(['status', 'updated_at']).execute()
      await db.schema.createIndex('claims_policy').on('claims').column('policy_id').execute()
      await db.schema
        .createTable('claim_signatures')
        .addColumn('id', TEXT, (c) => c.primaryKey())
        .addColumn('claim_id', TEXT, (c) => c.notNull().references('claims.id'))
        .addColumn('kind', TEXT, (c) => c.notNull())
        .addColumn('name', TEXT, (c) => c.notNull())
        .addColumn('strokes', TEXT, (c) => c.notNull())
        .addColumn('picture_file', TEXT)
        .addColumn('text_version', TEXT, (c) => c.notNull())
        .addColumn('text_lang', TEXT, (c) => c.notNull())
        .addColumn('text_sha256', TEXT, (c) => c.notNull())
        .addColumn('device', TEXT, (c) => c.notNull())
        .addColumn('at', BIGINT, (c) => c.notNull())
        .addColumn('void_at', BIGINT)
        .execute()
      await db.schema.createIndex('claim_signatures_claim').on('claim_signatures').column('claim_id').execute()
      await withState(db.schema.createTable('claim_documents'))
        .addColumn('claim_id', TEXT, (c) => c.notNull().references('claims.id'))
        .addColumn('kind', TEXT, (c) => c.notNull())
        .addColumn('category', INTEGER, (c) => c.notNull())
        .addColumn('item_id', TEXT)
        .addColumn('name', TEXT, (c) => c.notNull())
        .addColumn('mime', TEXT, (c) => c.notNull())
        .addColumn('pages', INTEGER, (c) => c.notNull())
        .addColumn('size', BIGINT, (c) => c.notNull())
        .addColumn('sha256', TEXT, (c) => c.notNull())
        .addColumn('received_at', BIGINT, (c) => c.notNull())
        .addColumn('by', TEXT, (c) => c.notNull())
        .addColumn('reason', JSON_TEXT)
        .addColumn('file_id', TEXT, (c) => c.notNull())
        .addColumn('thumb_id', TEXT)
        .addColumn('removed_at', BIGINT)
        .execute()
      await db.schema
        .createIndex('claim_documents_claim')
        .on('claim_documents')
        .columns(['claim_id', 'received_at'])
        .execute()
      await createCaseTables(db)
    },
  },
  claims_002_letters: { up: createLetterTables },
  claims_003_rate_awaited: { up: (db) => db.schema.alterTable('claims').addColumn('rate_awaited', TEXT).execute() },
  claims_004_document_fault: {
    up: async (db: Kysely<never>) => db.schema.alterTable('claim_documents').addColumn('fault', TEXT).execute(),
  },
  claims_010_lists: {
    up: async (db: Kysely<never>) => {
      // `backfillSummaries` and `backfillSealedText` fill it in: sealing needs the application's key.
      await db.schema.alterTable('claims').addColumn('brief', TEXT).execute()
      await db.schema.alterTable('claim_decisions').addColumn('paid_minor', BIGINT).execute()
    },
  },
  claims_011_reused_documents: {
    up: (db) => db.schema.alterTable('claim_documents').addColumn('reused_from', TEXT).execute(),
  },
  // A page of a person's claims and the counts are read from these indexes alone (decision 0066).
  claims_020_list_indexes: {
    up: async (db: Kysely<never>) => {
      await db.schema.dropIndex('claims_user').execute()
      await db.schema.createIndex('claims_user').on('claims').columns(['user_id', 'updated_at', 'id']).execute()
      await db.schema
        .createIndex('claims_user_status')
        .on('claims')
        .columns(['user_id', 'status', 'updated_at', 'id'])
        .execute()
      await sql`create index claim_appeals_open on claim_appeals (claim_id) where status = 'open'`.execute(db)
    },
  },
  claims_021_heirs: { up: (db) => db.schema.alterTable('claim_payees').addColumn('person', TEXT).execute() },
  claims_012_request_versions: { up: addRequestVersions },
  claims_014_payees: { up: addPayees },
  claims_022_payment_way: {
    up: async (db: Kysely<never>) => {
      await db.schema.alterTable('claim_payments').addColumn('way', TEXT).execute()
      // Before this migration operators instructed the bank by hand: no batch may contain these payments.
      await sql`update claim_payments set way = 'by_hand'`.execute(db)
    },
  },
  // `backfillMatchKeys` fills it in: hashing needs the application's key.
  claims_023_match_keys: { up: createMatchKeys },
  claims_013_handler_name: { up: (db) => db.schema.alterTable('claims').addColumn('handler_name', TEXT).execute() },
}
