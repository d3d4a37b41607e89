import { bigint, defineTable, integer, text, type RowsOf } from '../db/define-table.ts'

/** One row that `/readyz` overwrites, to see that the store accepts writes. */
const healthProbe = defineTable('health_probe', {
  columns: { id: integer().key(), at: bigint(), bytes: text() },
  copy: { not: 'nothing about a person' },
  afterClosing: 'gone',
  growth: { only: 'the product itself' },
})

export const healthTables = { health_probe: healthProbe }

declare module '../db/database-rows.ts' {
  interface Database extends RowsOf<typeof healthTables> {}
}
