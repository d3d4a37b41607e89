/** The table of plan files as the server last read them, and its migration (decision 0117). */
import { bigint, defineTable, text, type RowsOf } from '../../../server/db/define-table.ts'

const planFiles = defineTable('plan_files', {
  columns: {
    /** From the root of the project: `content/plans/us-campus.yaml`. */
    path: text().key(),
    text: text(),
    /** Of the text, hex: what has changed is found without reading all texts. */
    sha256: text(),
    read_at: bigint(),
  },
  copy: { not: 'nothing about a person' },
  afterClosing: 'gone',
  growth: { only: 'the product itself' },
})

export const planFileTables = { plan_files: planFiles }

declare module '../../../server/db/database-rows.ts' {
  interface Database extends RowsOf<typeof planFileTables> {}
}
