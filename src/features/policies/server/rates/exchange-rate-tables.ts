/** The table of published exchange rates, and its migration. */
import { bigint, defineTable, text, type RowsOf } from '../../../../server/db/define-table.ts'
import type { Currency } from '../../../../lib/money/money.ts'

const exchangeRates = defineTable('exchange_rates', {
  columns: {
    day: text(),
    currency: text<Currency>(),
    /** CNY for one unit, for 100 of JPY and KRW; four decimals. */
    rate: text(),
    source_en: text(),
    source_cn: text(),
    imported_at: bigint(),
  },
  key: { name: 'exchange_rates_key', on: ['day', 'currency'] },
  copy: { not: 'nothing about a person' },
  afterClosing: 'gone',
  growth: { only: 'operators' },
})

export const rateTables = { exchange_rates: exchangeRates }

declare module '../../../../server/db/database-rows.ts' {
  interface Database extends RowsOf<typeof rateTables> {}
}
