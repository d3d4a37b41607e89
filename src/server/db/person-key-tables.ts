/** The key of each person, for their texts in append-only tables (`server/person-keys.ts`). */
import { BIGINT, TEXT } from './column-types.ts'
import type { Migrations } from './migration-type.ts'

export interface PersonKeyTables {
  person_keys: PersonKeyTable
}

interface PersonKeyTable {
  user_id: string
  /** Sealed. */
  wrapped_key: string
  created_at: number
}

export const personKeyMigrations: Migrations = {
  '0_foundation_010_person_keys': {
    up: async (db) => {
      await db.schema
        .createTable('person_keys')
        .addColumn('user_id', TEXT, (c) => c.primaryKey())
        .addColumn('wrapped_key', TEXT, (c) => c.notNull())
        .addColumn('created_at', BIGINT, (c) => c.notNull())
        .execute()
    },
  },
}
