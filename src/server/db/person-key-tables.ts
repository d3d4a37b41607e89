/** The key of each person, for their texts in append-only tables (`server/personal-data/person-keys.ts`). */
import { bigint, defineTable, text, type RowsOf } from './define-table.ts'

const personKeys = defineTable('person_keys', {
  columns: {
    user_id: text().key(),
    /** Sealed. */
    wrapped_key: text().sealed((row) => `person.key:${String(row['user_id'])}`),
    created_at: bigint(),
  },
  copy: { not: 'the key of what a person wrote; what lies under it is in the copy' },
  afterClosing: 'gone',
  growth: { each: 'users', most: 'one' },
})

export const personKeyTables = { person_keys: personKeys }

declare module './database-rows.ts' {
  interface Database extends RowsOf<typeof personKeyTables> {}
}
