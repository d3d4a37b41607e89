/** Partners, their institutions, their keys, and the visits by their links. Keys and the links' data are sealed. */
import { bigint, defineTable, stateful, text, type RowOf, type RowsOf } from '../../server/db/define-table.ts'

const partners = defineTable('partners', {
  columns: {
    ...stateful<string>(),
    /** Its name in links and messages. Never reused. */
    co_id: text().once(),
    name_en: text(),
    name_cn: text(),
    /** Address for messages about policies; none if empty. */
    webhook_url: text().orNull(),
    created_at: bigint(),
  },
  copy: { not: 'nothing about a person' },
  afterClosing: 'gone',
  growth: { only: 'operators' },
})
export type PartnerTable = RowOf<typeof partners>

/** A school or office in whose name links are made. */
const partnerInstitutions = defineTable('partner_institutions', {
  columns: {
    partner_id: text(),
    in_id: text(),
    name_en: text(),
    name_cn: text(),
    created_at: bigint(),
    ended_at: bigint().orNull(),
  },
  key: { name: 'partner_institutions_key', on: ['partner_id', 'in_id'] },
  copy: { not: 'nothing about a person' },
  afterClosing: 'gone',
  growth: { only: 'operators' },
})
export type PartnerInstitutionTable = RowOf<typeof partnerInstitutions>

const partnerKeys = defineTable('partner_keys', {
  columns: {
    ...stateful<string>(),
    /** Its id in links and signatures. */
    partner_id: text(),
    /** Sealed. */
    secret: text().sealed('partner_keys.secret'),
    created_at: bigint(),
    valid_from: bigint(),
    /** End of the overlap if the next key is valid already; otherwise none. */
    valid_until: bigint().orNull(),
  },
  indexes: {
    partner_keys_partner: ['partner_id'],
  },
  copy: { not: 'nothing about a person' },
  afterClosing: 'gone',
  growth: { only: 'operators' },
})
export type PartnerKeyTable = RowOf<typeof partnerKeys>

/** A link that was used. */
const partnerVisits = defineTable('partner_visits', {
  columns: {
    id: text().key(),
    partner_id: text(),
    in_id: text(),
    /** The partner's nonce, used once. */
    nonce: text(),
    /** The partner's own reference, repeated in messages. */
    ref: text().orNull(),
    /** `Prefill`, sealed; empty once the visit is over. */
    prefill: text().orNull().sealed('partner_visits.prefill'),
    used_at: bigint(),
    /** Until when an application may begin by it. */
    ends_at: bigint(),
    /** Guest account to which the visit's session belongs. */
    guest_id: text().orNull(),
    /** The signed-in user who used it for their own account. */
    user_id: text().orNull(),
  },
  unique: { partner_visits_once: ['partner_id', 'nonce'] },
  indexes: {
    partner_visits_used: ['used_at'],
    partner_visits_guests: { on: ['ends_at'], where: 'guest_id is not null' },
    partner_visits_prefill: { on: ['ends_at'], where: 'prefill is not null' },
  },
  copy: { not: 'links of partners that were used; what they said is in the application, which is in the copy' },
  afterClosing: 'gone',
  growth: { only: 'a partner or provider who signs' },
})
export type PartnerVisitTable = RowOf<typeof partnerVisits>

export const partnerTables = {
  partners,
  partner_institutions: partnerInstitutions,
  partner_keys: partnerKeys,
  partner_visits: partnerVisits,
}

declare module '../../server/db/database-rows.ts' {
  interface Database extends RowsOf<typeof partnerTables> {}
}
