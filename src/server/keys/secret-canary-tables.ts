/** The text by which a store recognises its SECRET (`secret-canary.ts`). */
import { bigint, defineTable, text, type RowsOf } from '../db/define-table.ts'

const secretCanaries = defineTable('secret_canaries', {
  columns: {
    id: text().key(),
    /** Sealed. One row for each secret that has sealed here since the store has canaries. */
    sealed: text().sealed('secret_canaries.sealed'),
    created_at: bigint(),
  },
  copy: { not: 'nothing about a person' },
  afterClosing: 'gone',
  growth: { only: 'the product itself' },
})

export const secretCanaryTables = { secret_canaries: secretCanaries }

declare module '../db/database-rows.ts' {
  interface Database extends RowsOf<typeof secretCanaryTables> {}
}
