/** The text by which a store recognises its SECRET (`secret-canary.ts`). */
import { BIGINT, TEXT } from '../db/column-types.ts'
import type { Migrations } from '../db/migration-type.ts'

export interface SecretCanaryTables {
  secret_canaries: SecretCanaryTable
}

interface SecretCanaryTable {
  id: string
  /** Sealed. One row for each secret that has sealed here since the store has canaries. */
  sealed: string
  created_at: number
}

export const secretCanaryMigrations: Migrations = {
  '0_foundation_011_secret_canaries': {
    up: async (db) => {
      await db.schema
        .createTable('secret_canaries')
        .addColumn('id', TEXT, (c) => c.primaryKey())
        .addColumn('sealed', TEXT, (c) => c.notNull())
        .addColumn('created_at', BIGINT, (c) => c.notNull())
        .execute()
    },
  },
}
