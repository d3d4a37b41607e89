/** The table of published exchange rates, and its migration. */
import type { Day } from '../../lib/dates.ts'
import type { Currency } from '../../lib/money.ts'
import { BIGINT, TEXT } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'

export interface RateTables {
  exchange_rates: ExchangeRateTable
}

interface ExchangeRateTable {
  day: Day
  currency: Currency
  /** CNY for one unit, for 100 of JPY and KRW; four decimals. */
  rate: string
  source_en: string
  source_cn: string
  imported_at: number
}

export const rateMigrations: Migrations = {
  policies_002_exchange_rates: {
    up: async (db) => {
      await db.schema
        .createTable('exchange_rates')
        .addColumn('day', TEXT, (c) => c.notNull())
        .addColumn('currency', TEXT, (c) => c.notNull())
        .addColumn('rate', TEXT, (c) => c.notNull())
        .addColumn('source_en', TEXT, (c) => c.notNull())
        .addColumn('source_cn', TEXT, (c) => c.notNull())
        .addColumn('imported_at', BIGINT, (c) => c.notNull())
        .addPrimaryKeyConstraint('exchange_rates_key', ['day', 'currency'])
        .execute()
    },
  },
}
