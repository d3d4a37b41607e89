/** People who may run operator commands. A row is never deleted and its id never reused: events name it. */
import { BIGINT, TEXT, withState, type Stateful } from '../db/column-types.ts'
import type { Migrations } from '../db/migration-type.ts'
import { machine } from '../transition.ts'

export interface OperatorTable extends Stateful {
  /** Short name, as events write it (`operator:<id>`). */
  id: string
  status: OperatorStatus
  /** The handler's name that claimants read; empty for none. */
  name: string
  /** SHA-256 hex of the key. Empty for an operator of the sandbox, who needs none. */
  key_hash: string | null
  /** Names of roles, separated by commas. */
  roles: string
  created_at: number
}

export interface OperatorTables {
  operators: OperatorTable
}

export type OperatorStatus = 'active' | 'ended'

export const operatorMachine = machine({
  entity: 'operator',
  table: 'operators',
  graph: { active: ['active', 'ended'], ended: [] } satisfies Record<OperatorStatus, OperatorStatus[]>,
})

export const operatorMigrations: Migrations = {
  '0_operator_001_tables': {
    up: async (db) => {
      await withState(db.schema.createTable('operators'))
        .addColumn('name', TEXT, (c) => c.notNull())
        .addColumn('key_hash', TEXT, (c) => c.unique())
        .addColumn('roles', TEXT, (c) => c.notNull())
        .addColumn('created_at', BIGINT, (c) => c.notNull())
        .execute()
    },
  },
}
