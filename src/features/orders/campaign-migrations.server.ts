/** Columns of orders for a school's campaign and for the group payment by which a school pays several orders. */
import type { Kysely } from 'kysely'
import { TEXT } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'

export const campaignMigrations: Migrations = {
  orders_083_group_payment: {
    up: async (db: Kysely<never>) => {
      await db.schema.alterTable('orders').addColumn('group_payment', TEXT).execute()
      await db.schema.createIndex('orders_group_payment').on('orders').columns(['group_payment', 'status']).execute()
    },
  },
  orders_011_campaign: {
    up: async (db: Kysely<never>) => {
      await db.schema.alterTable('orders').addColumn('campaign_id', TEXT).execute()
      await db.schema.alterTable('orders').addColumn('campaign', TEXT).execute()
      await db.schema.createIndex('orders_campaign').on('orders').columns(['campaign_id', 'status']).execute()
    },
  },
}
