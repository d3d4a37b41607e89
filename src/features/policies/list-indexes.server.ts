/**
 * Indexes for lists of policies: a page and its counts are read from the index alone, however many policies there are
 * (decision 0066).
 */
import { sql } from 'kysely'
import type { Migrations } from '../../server/db/migration-type.ts'

const BY_CONTACT = ['buyer_mobile_mac', 'buyer_email_mac', 'insured_mobile_mac', 'insured_email_mac'] as const

export const listIndexMigrations: Migrations = {
  policies_060_list_indexes: {
    up: async (db) => {
      await db.schema.dropIndex('policies_user_id').execute()
      await sql`create index policies_user_ends on policies (user_id, status, ends, id, starts)`.execute(db)
      await sql`create index policies_user_starts on policies (user_id, status, starts, id)`.execute(db)
      // Finds the policy of a payable, for its invoice.
      await db.schema
        .createIndex('policy_versions_payable')
        .on('policy_versions')
        .columns(['payable_kind', 'payable_id'])
        .execute()
      // Policies bought by an account mostly match its contact as well: the index lets the list skip them without
      // reading each.
      for (const column of BY_CONTACT) {
        await db.schema.dropIndex(`policies_${column}`).execute()
        await db.schema.createIndex(`policies_${column}`).on('policies').columns([column, 'user_id']).execute()
      }
    },
  },
}
