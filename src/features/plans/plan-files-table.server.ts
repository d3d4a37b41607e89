/** The table of plan files as the server last read them, and its migration (decision 0117). */
import { BIGINT, TEXT } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'

export interface PlanFileTables {
  plan_files: PlanFileTable
}

interface PlanFileTable {
  /** From the root of the project: `content/plans/us-campus.yaml`. */
  path: string
  text: string
  /** Of the text, hex: what has changed is found without reading all texts. */
  sha256: string
  read_at: number
}

export const planFileMigrations: Migrations = {
  plans_001_plan_files: {
    up: async (db) => {
      await db.schema
        .createTable('plan_files')
        .addColumn('path', TEXT, (c) => c.primaryKey())
        .addColumn('text', TEXT, (c) => c.notNull())
        .addColumn('sha256', TEXT, (c) => c.notNull())
        .addColumn('read_at', BIGINT, (c) => c.notNull())
        .execute()
    },
  },
}
