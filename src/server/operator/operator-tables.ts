/** People who may run operator commands. A row is never deleted and its id never reused: events name it. */
import type { Kysely } from 'kysely'
import { BIGINT, INTEGER, TEXT, withState, type Stateful } from '../db/column-types.ts'
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
  /** 1: somebody else has seen the key, so its owner must replace it before anything else. */
  key_temporary: number
  /** Names of roles, separated by commas. */
  roles: string
  created_at: number
}

/** What one operator wants to change and another has to confirm: one for each operator it is about. */
export interface OperatorProposalTable {
  /** The short name of the operator that it is about. */
  id: string
  kind: 'add' | 'roles' | 'rotate'
  name: string
  /** Names of roles, separated by commas; empty for `rotate`. */
  roles: string
  /** Who proposed it: `operator:<id>`. */
  by: string
  at: number
}

export interface OperatorTables {
  operators: OperatorTable
  operator_proposals: OperatorProposalTable
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
  '0_operator_002_proposals': {
    up: async (db: Kysely<never>) => {
      await db.schema
        .alterTable('operators')
        .addColumn('key_temporary', INTEGER, (c) => c.notNull().defaultTo(0))
        .execute()
      await db.schema
        .createTable('operator_proposals')
        .addColumn('id', TEXT, (c) => c.primaryKey())
        .addColumn('kind', TEXT, (c) => c.notNull())
        .addColumn('name', TEXT, (c) => c.notNull())
        .addColumn('roles', TEXT, (c) => c.notNull())
        .addColumn('by', TEXT, (c) => c.notNull())
        .addColumn('at', BIGINT, (c) => c.notNull())
        .execute()
    },
  },
}
