/** Campaigns of schools. What their students write is stored with the applications. */
import type { Kysely } from 'kysely'
import type { Lang } from '../../lib/locale.ts'
import { BIGINT, INTEGER, JSON_TEXT, TEXT, withState, type Stateful } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'

export interface CollectionTables {
  campaigns: CampaignTable
  campaign_invitations: InvitationTable
}

/** A student on a school's list. */
export interface InvitationTable {
  id: string
  campaign_id: string
  /** Finds her again when a list is imported twice. */
  email_mac: string
  /** `ListedStudent`, sealed. */
  facts: string
  /** Token of her link: sealed, and the hash by which it is found. */
  token: string
  token_hash: string
  lang: Lang
  order_id: string | null
  created_at: number
}

export interface CampaignTable extends Stateful {
  /** 160 random bits: what the link names it by. */
  address: string
  name_en: string
  name_cn: string
  /** The school that its students attend, filled in for them; '' for none. */
  institution: string
  plan: string
  /** '' where each student chooses, like `start`, `end` and `destination`. */
  tier: string
  start: string
  end: string
  destination: string
  payer: string
  /** JSON of `CampaignField[]`. */
  fields: string
  places: number | null
  opens_at: number
  closes_at: number
  /** Latest instant for a school that pays; `null` where the student pays. */
  pay_until: number | null
  created_at: number
}

export const collectionMigrations: Migrations = {
  collection_002_invitations: {
    up: async (db: Kysely<never>) => {
      await db.schema
        .createTable('campaign_invitations')
        .addColumn('id', TEXT, (c) => c.primaryKey())
        .addColumn('campaign_id', TEXT, (c) => c.notNull())
        .addColumn('email_mac', TEXT, (c) => c.notNull())
        .addColumn('facts', TEXT, (c) => c.notNull())
        .addColumn('token', TEXT, (c) => c.notNull())
        .addColumn('token_hash', TEXT, (c) => c.notNull().unique())
        .addColumn('lang', TEXT, (c) => c.notNull())
        .addColumn('order_id', TEXT)
        .addColumn('created_at', BIGINT, (c) => c.notNull())
        .addUniqueConstraint('campaign_invitations_once', ['campaign_id', 'email_mac'])
        .execute()
    },
  },
  collection_001_campaigns: {
    up: async (db: Kysely<never>) => {
      await withState(db.schema.createTable('campaigns'))
        .addColumn('address', TEXT, (c) => c.notNull().unique())
        .addColumn('name_en', TEXT, (c) => c.notNull())
        .addColumn('name_cn', TEXT, (c) => c.notNull())
        .addColumn('institution', TEXT, (c) => c.notNull())
        .addColumn('plan', TEXT, (c) => c.notNull())
        .addColumn('tier', TEXT, (c) => c.notNull())
        .addColumn('start', TEXT, (c) => c.notNull())
        .addColumn('end', TEXT, (c) => c.notNull())
        .addColumn('destination', TEXT, (c) => c.notNull())
        .addColumn('payer', TEXT, (c) => c.notNull())
        .addColumn('fields', JSON_TEXT, (c) => c.notNull())
        .addColumn('places', INTEGER)
        .addColumn('opens_at', BIGINT, (c) => c.notNull())
        .addColumn('closes_at', BIGINT, (c) => c.notNull())
        .addColumn('pay_until', BIGINT)
        .addColumn('created_at', BIGINT, (c) => c.notNull())
        .execute()
    },
  },
}
