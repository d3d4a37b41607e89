import { expect, it } from 'vitest'
import fc from 'fast-check'
import { convert, decimalsOf, money } from '../../../../lib/money/money.ts'
import { CURRENCIES, USUAL_CURRENCIES } from '../../../../lib/money/currencies.ts'
import { loadRates, certificateRate, sampleRates, sheetRate, unitsPerRate } from './printed-exchange-rates.ts'

const table = loadRates(process.cwd())
const onThird = sampleRates(table, '2026-03-03')

it('makes up a sample for every day and currency of the table, which says that it is one', () => {
  for (const day of ['2024-12-31', '2026-03-03', '2027-01-01']) {
    const listed = CURRENCIES.filter((it) => sampleRates(table, day).inCny[it] !== undefined)
    expect(listed).toEqual(
      expect.arrayContaining([...USUAL_CURRENCIES.slice(1), 'THB', 'PLN', 'TWD', 'MOP', 'VND', 'IDR', 'MNT']),
    )
    for (const currency of listed) {
      const rate = sheetRate(sampleRates(table, day), currency, 'CNY')
      expect(convert(money(1_000_000, currency), rate, 'CNY').amount).toBeGreaterThan(0)
      expect(rate).toMatchObject({
        day,
        source: { en: 'sample rate, made up for this day', cn: '示例汇率，并非公布数据' },
      })
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

it('gives every rate at least three digits, so that a large sum is converted to a thousandth', () => {
  const { inCny } = onThird
  for (const currency of CURRENCIES)
    if (inCny[currency] !== undefined)
      expect(Number(inCny[currency].replace('.', '')), currency).toBeGreaterThanOrEqual(1000)
})

it('converts every currency of the table there and back within half a unit at each end', () => {
  const listed = CURRENCIES.filter((it) => onThird.inCny[it] !== undefined)
  fc.assert(
    fc.property(fc.constantFrom(...listed), fc.integer({ min: 0, max: 1e11 }), (currency, amount) => {
      const rate = sheetRate(onThird, currency, 'CNY')
      const exact = ((amount / 10 ** decimalsOf(currency)) * Number(rate.rate) * 100) / unitsPerRate(currency)
      expect(Math.abs(convert(money(amount, currency), rate, 'CNY').amount - exact)).toBeLessThanOrEqual(0.501)
    }),
  )
})

it('Bulgaria has its lev in the table until the euro, and none after it', () => {
  expect(['2025-12-31', '2026-01-01'].map((day) => sampleRates(table, day).inCny.BGN)).toEqual(['4.3032', undefined])
})
