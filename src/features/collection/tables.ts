/** Campaigns of schools. What their students write is stored with the applications. */
import { contactInFacts } from '../../server/keys/hashed-texts.ts'
import { bigint, defineTable, integer, stateful, text, type RowOf, type RowsOf } from '../../server/db/define-table.ts'
import type { Lang } from '../../lib/locale.ts'

/** A student on a school's list. */
const campaignInvitations = defineTable('campaign_invitations', {
  columns: {
    id: text().key(),
    campaign_id: text(),
    /** Finds her again when a list is imported twice. */
    email_mac: text(),
    /** `ListedStudent`, sealed. */
    facts: text().sealed('campaign_invitations.facts'),
    /** Token of her link: sealed, and the hash by which it is found. */
    token: text().sealed('campaign_invitations.token'),
    token_hash: text().once(),
    lang: text<Lang>(),
    order_id: text().orNull(),
    created_at: bigint(),
  },
  unique: { campaign_invitations_once: ['campaign_id', 'email_mac'] },
  copy: {
    not: 'a list that a school gave, for 30 days after its campaign; what its student applied with is in the application, which is in the copy',
  },
  afterClosing: 'gone',
  growth: { only: 'operators' },
  hashes: { columns: ['email_mac'], texts: contactInFacts('campaign_invitations.facts', 'email') },
})
export type InvitationTable = RowOf<typeof campaignInvitations>

const campaigns = defineTable('campaigns', {
  columns: {
    ...stateful<string>(),
    /** 160 random bits: what the link names it by. */
    address: text().once(),
    name_en: text(),
    name_cn: text(),
    /** The school that its students attend, filled in for them; '' for none. */
    institution: text(),
    plan: text(),
    /** '' where each student chooses, like `start`, `end` and `destination`. */
    tier: text(),
    start: text(),
    end: text(),
    destination: text(),
    payer: text(),
    /** JSON of `CampaignField[]`. */
    fields: text(),
    places: integer().orNull(),
    opens_at: bigint(),
    closes_at: bigint(),
    /** Latest instant for a school that pays; `null` where the student pays. */
    pay_until: bigint().orNull(),
    created_at: bigint(),
  },
  copy: { not: 'nothing about a person' },
  afterClosing: 'gone',
  growth: { only: 'operators' },
})
export type CampaignTable = RowOf<typeof campaigns>

export const collectionTables = { campaigns, campaign_invitations: campaignInvitations }

declare module '../../server/db/database-rows.ts' {
  interface Database extends RowsOf<typeof collectionTables> {}
}
