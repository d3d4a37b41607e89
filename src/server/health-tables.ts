/** One row that `/readyz` overwrites, to see that the store accepts writes. */
import type { Kysely } from 'kysely'
import { BIGINT, INTEGER, TEXT } from './db/column-types.ts'
import type { Migrations } from './db/migration-type.ts'

export interface HealthTables {
  health_probe: { id: number; at: number; bytes: string }
}

export const healthMigrations: Migrations = {
  '0_health_001_probe': {
    up: async (db: Kysely<never>) => {
      await db.schema
        .createTable('health_probe')
        .addColumn('id', INTEGER, (c) => c.primaryKey())
        .addColumn('at', BIGINT, (c) => c.notNull())
        .addColumn('bytes', TEXT, (c) => c.notNull())
        .execute()
    },
  },
}
