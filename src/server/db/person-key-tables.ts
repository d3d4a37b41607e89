/** The key of each person, for their texts in append-only tables (`server/person-keys.ts`). */
import { bigint, defineTable, text } from './define-table.ts'

const personKeys = defineTable('person_keys', {
  columns: {
    user_id: text().key(),
    /** Sealed. */
    wrapped_key: text(),
    created_at: bigint(),
  },
})

export const personKeyTables = { person_keys: personKeys }
