/** People who may run operator commands. A row is never deleted and its id never reused: events name it. */
import { bigint, defineTable, integer, stateful, text, type RowOf, type RowsOf } from '../db/define-table.ts'
import { machine } from '../transition.ts'

const operators = defineTable('operators', {
  columns: {
    ...stateful<OperatorStatus>(),
    /** The handler's name that claimants read; empty for none. */
    name: text(),
    /** SHA-256 hex of the key. Empty for an operator of the sandbox, who needs none. */
    key_hash: text().once().orNull(),
    /** 1: somebody else has seen the key, so its owner must replace it before anything else. */
    key_temporary: integer().else(0),
    /** Names of roles, separated by commas. */
    roles: text(),
    created_at: bigint(),
  },
  copy: { not: 'people who work here' },
  afterClosing: 'gone',
  growth: { only: 'operators' },
})
export type OperatorTable = RowOf<typeof operators>

/** What one operator wants to change and another has to confirm: one for each operator it is about. */
const operatorProposals = defineTable('operator_proposals', {
  columns: {
    /** The short name of the operator that it is about. */
    id: text().key(),
    kind: text<'add' | 'roles' | 'rotate'>(),
    name: text(),
    /** Names of roles, separated by commas; empty for `rotate`. */
    roles: text(),
    /** Who proposed it: `operator:<id>`. */
    by: text(),
    at: bigint(),
  },
  copy: { not: 'who of our own staff is to have which role' },
  afterClosing: 'gone',
  growth: { only: 'operators' },
})
export type OperatorProposalTable = RowOf<typeof operatorProposals>

export type OperatorStatus = 'active' | 'ended'

export const operatorMachine = machine({
  entity: 'operator',
  table: 'operators',
  graph: { active: ['active', 'ended'], ended: [] } satisfies Record<OperatorStatus, OperatorStatus[]>,
})

export const operatorTables = { operators, operator_proposals: operatorProposals }

declare module '../db/database-rows.ts' {
  interface Database extends RowsOf<typeof operatorTables> {}
}
