/** The text by which a store recognises its SECRET (`secret-canary.ts`). */
import { bigint, defineTable, text } from '../db/define-table.ts'

const secretCanaries = defineTable('secret_canaries', {
  columns: {
    id: text().key(),
    /** Sealed. One row for each secret that has sealed here since the store has canaries. */
    sealed: text(),
    created_at: bigint(),
  },
})

export const secretCanaryTables = { secret_canaries: secretCanaries }
