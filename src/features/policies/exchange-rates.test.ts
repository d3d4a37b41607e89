import { expect, it } from 'vitest'
import { convert, CURRENCIES, money } from '../../lib/money.ts'
import { loadRates, certificateRate, sampleRates, sheetRate } from './exchange-rates.server.ts'

const table = loadRates(process.cwd())
const onThird = sampleRates(table, '2026-03-03')

it('makes up a sample for every currency and day, which says that it is one', () => {
  for (const currency of CURRENCIES) {
    if (currency === 'CNY') continue
    for (const day of ['2024-12-31', '2026-03-03', '2027-01-01']) {
      const rate = sheetRate(sampleRates(table, day), currency, 'CNY')
      expect(convert(money(1_000_000, currency), rate, 'CNY').amount).toBeGreaterThan(0)
      expect(rate).toMatchObject({ day, source: { en: 'sample rate, made up for this day', cn: '示例汇率，并非公布数据' } })
    }
  }
})

it('a certificate prints the day from which the table has its rate, not the day of issue', () => {
  expect(certificateRate(table, 'USD', '2026-03-03', 'en')).toMatchObject({ rate: '7.0500', day: '2026-01-01' })
  expect(certificateRate(table, 'EUR', '2024-06-01', 'en').day).toBe('2025-01-01')
})

it('quotes yen and won for a hundred', () => {
  expect(sheetRate(onThird, 'JPY', 'CNY')).toMatchObject({ rate: '4.6500', per: 100 })
  expect(sheetRate(onThird, 'KRW', 'CNY').per).toBe(100)
})

it('reckons the rate of two foreign currencies from both, half up at six decimals', () => {
  // 9.1500 CNY for a pound and 4.6800 for an Australian dollar.
  expect(sheetRate(onThird, 'GBP', 'AUD')).toMatchObject({ rate: '1.955128', per: 1 })
  // 4.6500 CNY for a hundred yen.
  expect(sheetRate(onThird, 'JPY', 'AUD')).toMatchObject({ rate: '0.993590', per: 100 })
})
