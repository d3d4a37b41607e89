/** Partners, their institutions, their keys, and the visits by their links. Keys and the links' data are sealed. */
import type { Kysely } from 'kysely'
import { BIGINT, TEXT, withState, type Stateful } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'

export interface PartnerTables {
  partners: PartnerTable
  partner_institutions: PartnerInstitutionTable
  partner_keys: PartnerKeyTable
  partner_visits: PartnerVisitTable
}

export interface PartnerTable extends Stateful {
  /** Its name in links and messages. Never reused. */
  co_id: string
  name_en: string
  name_cn: string
  /** Address for messages about policies; none if empty. */
  webhook_url: string | null
  created_at: number
}

/** A school or office in whose name links are made. */
export interface PartnerInstitutionTable {
  partner_id: string
  in_id: string
  name_en: string
  name_cn: string
  created_at: number
  ended_at: number | null
}

export interface PartnerKeyTable extends Stateful {
  /** Its id in links and signatures. */
  partner_id: string
  /** Sealed. */
  secret: string
  created_at: number
  valid_from: number
  /** End of the overlap if the next key is valid already; otherwise none. */
  valid_until: number | null
}

/** A link that was used. */
export interface PartnerVisitTable {
  id: string
  partner_id: string
  in_id: string
  /** The partner's nonce, used once. */
  nonce: string
  /** The partner's own reference, repeated in messages. */
  ref: string | null
  /** `Prefill`, sealed; empty once the visit is over. */
  prefill: string | null
  used_at: number
  /** Until when an application may begin by it. */
  ends_at: number
  /** Guest account to which the visit's session belongs. */
  guest_id: string | null
  /** The signed-in user who used it for their own account. */
  user_id: string | null
}

export const partnerMigrations: Migrations = {
  partners_001_tables: {
    up: async (db: Kysely<never>) => {
      await withState(db.schema.createTable('partners'))
        .addColumn('co_id', TEXT, (c) => c.notNull().unique())
        .addColumn('name_en', TEXT, (c) => c.notNull())
        .addColumn('name_cn', TEXT, (c) => c.notNull())
        .addColumn('webhook_url', TEXT)
        .addColumn('created_at', BIGINT, (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('partner_institutions')
        .addColumn('partner_id', TEXT, (c) => c.notNull())
        .addColumn('in_id', TEXT, (c) => c.notNull())
        .addColumn('name_en', TEXT, (c) => c.notNull())
        .addColumn('name_cn', TEXT, (c) => c.notNull())
        .addColumn('created_at', BIGINT, (c) => c.notNull())
        .addColumn('ended_at', BIGINT)
        .addPrimaryKeyConstraint('partner_institutions_key', ['partner_id', 'in_id'])
        .execute()
      await withState(db.schema.createTable('partner_keys'))
        .addColumn('partner_id', TEXT, (c) => c.notNull())
        .addColumn('secret', TEXT, (c) => c.notNull())
        .addColumn('created_at', BIGINT, (c) => c.notNull())
        .addColumn('valid_from', BIGINT, (c) => c.notNull())
        .addColumn('valid_until', BIGINT)
        .execute()
      await db.schema.createIndex('partner_keys_partner').on('partner_keys').column('partner_id').execute()
      await db.schema
        .createTable('partner_visits')
        .addColumn('id', TEXT, (c) => c.primaryKey())
        .addColumn('partner_id', TEXT, (c) => c.notNull())
        .addColumn('in_id', TEXT, (c) => c.notNull())
        .addColumn('nonce', TEXT, (c) => c.notNull())
        .addColumn('ref', TEXT)
        .addColumn('prefill', TEXT)
        .addColumn('used_at', BIGINT, (c) => c.notNull())
        .addColumn('ends_at', BIGINT, (c) => c.notNull())
        .addColumn('guest_id', TEXT)
        .addColumn('user_id', TEXT)
        .addUniqueConstraint('partner_visits_once', ['partner_id', 'nonce'])
        .execute()
      await db.schema.createIndex('partner_visits_used').on('partner_visits').column('used_at').execute()
    },
  },
}
