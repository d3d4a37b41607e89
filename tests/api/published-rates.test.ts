import { expect } from 'vitest'
import { publishedRates } from '../../src/features/policies/server/rates/published-exchange-rates.ts'
import { describeStore } from '../stores/describe.ts'

const SOURCE = { source_en: 'Central parity', source_cn: '人民币汇率中间价', imported_at: 1 }

describeStore('the rate of a day', [], (test) => {
  test('is that of the day, or of the last day before it once a later one is published, or unknown', async ({
    db,
    write,
  }) => {
    const row = (day: string, currency: 'GBP' | 'AUD', rate: string) => ({ day, currency, rate, ...SOURCE })
    const on = async (day: string, ...currencies: ('GBP' | 'AUD')[]) => {
      const found = await publishedRates({ db }, day, currencies.length > 0 ? currencies : ['GBP'])
      return found && [found.day, found.inCny.GBP]
    }
    // Friday; Saturday and Sunday have no rate.
    await write((trx) =>
      trx
        .insertInto('exchange_rates')
        .values([row('2026-03-06', 'GBP', '9.1500'), row('2026-03-06', 'AUD', '4.6800')])
        .execute(),
    )
    expect(await on('2026-03-06')).toEqual(['2026-03-06', '9.1500'])
    expect(await on('2026-03-05')).toBeUndefined()
    // Whether Saturday's will come is not known yet.
    expect(await on('2026-03-07')).toBeUndefined()
    await write((trx) =>
      trx
        .insertInto('exchange_rates')
        .values([row('2026-03-09', 'GBP', '9.2000')])
        .execute(),
    )
    expect(await on('2026-03-07')).toEqual(['2026-03-06', '9.1500'])
    expect(await on('2026-03-08')).toEqual(['2026-03-06', '9.1500'])
    expect(await on('2026-03-10')).toBeUndefined()
    // Both currencies of one day.
    expect(await on('2026-03-06', 'GBP', 'AUD')).toEqual(['2026-03-06', '9.1500'])
    expect(await on('2026-03-09', 'GBP', 'AUD')).toBeUndefined()
    // A gap longer than any holiday means that an import is missing.
    await write((trx) =>
      trx
        .insertInto('exchange_rates')
        .values([row('2026-04-20', 'GBP', '9.3000')])
        .execute(),
    )
    expect(await on('2026-04-10')).toBeUndefined()
  })
})
