import { expect, it } from 'vitest'
import { convert, CURRENCIES, money } from '../../lib/money.ts'
import { loadRates, sheetRateOn } from './rates.server.ts'

const table = loadRates(process.cwd())

it('has a rate for every currency that a claim may be in, on any day', () => {
  for (const currency of CURRENCIES) {
    if (currency === 'CNY') continue
    for (const day of ['2024-12-31', '2026-03-03', '2027-01-01']) {
      const rate = sheetRateOn(table, currency, day, 'CNY')
      expect(convert(money(1_000_000, currency), rate, 'CNY').amount).toBeGreaterThan(0)
      expect(rate.source).toEqual({ en: 'sample rate table', cn: '示例汇率表' })
    }
  }
})

it('quotes yen and won for a hundred, and the day it was asked for', () => {
  expect(sheetRateOn(table, 'JPY', '2026-03-03', 'CNY')).toMatchObject({ rate: '4.6500', per: 100, day: '2026-03-03' })
  expect(sheetRateOn(table, 'KRW', '2026-03-03', 'CNY').per).toBe(100)
  // Before the table begins its first day is the one that is quoted.
  expect(sheetRateOn(table, 'GBP', '2024-01-01', 'CNY')).toMatchObject({ rate: '9.0500', per: 1, day: '2025-01-01' })
})

it('reckons the rate of two foreign currencies from both, half up at six decimals', () => {
  // 9.1500 CNY for a pound and 4.6800 for an Australian dollar.
  expect(sheetRateOn(table, 'GBP', '2026-03-03', 'AUD')).toMatchObject({ rate: '1.955128', per: 1 })
  // 4.6500 CNY for a hundred yen.
  expect(sheetRateOn(table, 'JPY', '2026-03-03', 'AUD')).toMatchObject({ rate: '0.993590', per: 100 })
})
