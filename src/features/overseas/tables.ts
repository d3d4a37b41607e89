/** Applications that are passed on to overseas insurers. Their data about people is sealed. */
import { contactInFacts } from '../../server/keys/hashed-texts.ts'
import { bigint, defineTable, stateful, text, type RowOf, type RowsOf } from '../../server/db/define-table.ts'
import type { Lang } from '../../lib/locale.ts'
import type { ApplicationStatus, DeclineReason } from './contract.ts'

const overseasApplications = defineTable('overseas_applications', {
  columns: {
    ...stateful<ApplicationStatus>(),
    /** Slug of `content/overseas`, and the SHA-256 of the text that the applicant saw. */
    product: text(),
    product_sha256: text(),
    /** The device that sent it without a login; `null` once it belongs to a person. */
    holder: text().orNull(),
    user_id: text().orNull(),
    lang: text<Lang>(),
    /** Sealed `ApplicationFacts`. */
    facts: text().sealed('overseas_applications.facts'),
    /** Keyed hash of the contact: anyone who proves the contact by a login sees the application. */
    contact_mac: text(),
    /** The owner and the browser's key: sending the same application again creates no second one. */
    submission_key: text().once(),
    consent_version: text(),
    consent_sha256: text(),
    submitted_at: bigint(),
    referred_at: bigint().orNull(),
    closed_at: bigint().orNull(),
    reason: text<DeclineReason>().orNull(),
    /** When the insurer was told that a referred application was withdrawn. */
    insurer_told_at: bigint().orNull(),
  },
  indexes: {
    overseas_applications_contact_mac: ['contact_mac', 'submitted_at'],
    overseas_applications_holder: ['holder', 'submitted_at'],
    overseas_applications_status: ['status', 'submitted_at'],
    overseas_applications_user_id: ['user_id', 'submitted_at'],
    overseas_applications_closed: { on: ['closed_at'], where: 'closed_at is not null' },
    overseas_applications_updated: ['updated_at'],
  },
  copy: { file: 'orders', by: 'user_id', of: 'users' },
  afterClosing: 'gone',
  growth: { limits: ['overseasDay'] },
  hashes: { columns: ['contact_mac'], texts: contactInFacts('overseas_applications.facts', 'contact') },
})
export type OverseasApplicationTable = RowOf<typeof overseasApplications>

export const overseasTables = { overseas_applications: overseasApplications }

declare module '../../server/db/database-rows.ts' {
  interface Database extends RowsOf<typeof overseasTables> {}
}
