/** Visa refusal letters: they prove that the whole premium is to be refunded after the start of cover (terms 9.4). */
import { bigint, defineTable, text, type RowOf, type RowsOf } from '../../../../server/db/define-table.ts'

const visaRefusalLetters = defineTable('visa_refusal_letters', {
  columns: {
    /** Id of the receipt. */
    id: text().key(),
    policy_id: text().of('policies'),
    user_id: text().of('users'),
    /** The refund request that it supports (`refunds.request_id`). */
    request_id: text(),
    sha256: text(),
    /** Owner of its files, by which they are deleted. */
    owner: text(),
    received_at: bigint(),
    /** The stored file, once it was checked; or why there is none. */
    file_id: text().orNull(),
    failed: text().orNull(),
    /** When the request was decided or taken back; the file is deleted `changeFileDays` later. */
    settled_at: bigint().orNull(),
  },
  unique: { visa_refusal_letters_once: ['request_id', 'sha256'] },
  indexes: {
    visa_refusal_letters_policy: ['policy_id'],
    visa_refusal_letters_settled: ['settled_at'],
    visa_refusal_letters_user: ['user_id'],
  },
  copy: { file: 'policies', by: 'user_id', of: 'users' },
  afterClosing: 'gone',
  growth: { limits: ['maxPhotos'] },
})
export type VisaRefusalLetterTable = RowOf<typeof visaRefusalLetters>

export const visaRefusalTables = { visa_refusal_letters: visaRefusalLetters }

declare module '../../../../server/db/database-rows.ts' {
  interface Database extends RowsOf<typeof visaRefusalTables> {}
}
