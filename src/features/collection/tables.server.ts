/** Campaigns of schools. What their students write lies with the applications. */
import type { Kysely } from 'kysely'
import { BIGINT, INTEGER, JSON_TEXT, TEXT, withState, type Stateful } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'

export interface CollectionTables {
  campaigns: CampaignTable
}

export interface CampaignTable extends Stateful {
  /** 160 random bits: what the link names it by. */
  address: string
  name_en: string
  name_cn: string
  /** The school where its students go to, filled in for them; '' for none. */
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
  /** Until when a school that pays may do so; `null` where the student pays. */
  pay_until: number | null
  created_at: number
}

export const collectionMigrations: Migrations = {
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
