import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  add,
  convert,
  decimalsOf,
  formatAmount,
  formatCurrency,
  formatMoney,
  fromMajor,
  money,
  percent,
  scale,
  subtract,
} from './money.ts'
import { CURRENCIES, isCurrency, USUAL_CURRENCIES } from './currencies.ts'
import { currencyName } from './country-currency.ts'

const nbsp = '\u00a0'

describe('formatMoney', () => {
  it('writes sums by domain §8', () => {
    expect(formatMoney(money(169322, 'CNY'), 'en')).toBe('CNY\u00a01,693.22')
    expect(formatMoney(money(169322, 'CNY'), 'cn')).toBe('1,693.22元')
    expect(formatMoney(money(50000, 'USD'), 'en')).toBe(`USD${nbsp}500.00`)
    expect(formatMoney(money(50000, 'USD'), 'cn')).toBe('500.00美元')
  })
  it('gives JPY and KRW no decimals', () => {
    expect(formatMoney(money(48600, 'JPY'), 'en')).toBe(`JPY${nbsp}48,600`)
    expect(formatMoney(money(48600, 'KRW'), 'cn')).toBe('48,600韩元')
  })
  it('uses the minus sign U+2212', () => {
    expect(formatMoney(money(-18814, 'CNY'), 'en')).toBe('−CNY\u00a0188.14')
    expect(formatMoney(money(-18814, 'CNY'), 'cn', { style: 'bare' })).toBe('−188.14')
    expect(formatMoney(money(-18814, 'CNY'), 'en', { style: 'ledger' })).toBe(`−${nbsp}188.14`)
  })
  it('prints zero', () => {
    expect(formatMoney(money(-0, 'CNY'), 'en', { style: 'bare' })).toBe('0.00')
  })
})

describe('formatAmount', () => {
  it('shortens limits', () => {
    expect(formatAmount(fromMajor(2_000_000, 'CNY'), 'en')).toBe('CNY\u00a02,000,000')
    expect(formatAmount(fromMajor(2_000_000, 'CNY'), 'cn')).toBe('200万元')
    expect(formatAmount(fromMajor(6500, 'CAD'), 'cn')).toBe('6,500加元')
    expect(formatAmount(fromMajor(12500, 'CNY'), 'cn')).toBe('1.25万元')
    expect(formatAmount(fromMajor(99_990_000, 'CNY'), 'cn')).toBe('9,999万元')
    expect(formatAmount(fromMajor(100_000_000, 'CNY'), 'cn')).toBe('1亿元')
    expect(formatAmount(fromMajor(125_000_000, 'JPY'), 'cn')).toBe('1.25亿日元')
    expect(formatAmount(fromMajor(123_456_700, 'CNY'), 'cn')).toBe('12,345.67万元')
    expect(formatAmount(fromMajor(9.9, 'GBP'), 'en')).toBe(`GBP${nbsp}9.90`)
  })
})

describe('every currency', () => {
  it('has no decimals where it has no cents, else two', () => {
    expect(CURRENCIES.filter((it) => decimalsOf(it) === 0).sort()).toEqual([
      'BIF',
      'CLP',
      'DJF',
      'GNF',
      'ISK',
      'JPY',
      'KMF',
      'KRW',
      'PYG',
      'RWF',
      'UGX',
      'VND',
      'VUV',
      'XAF',
      'XOF',
      'XPF',
    ])
    expect(CURRENCIES.filter((it) => decimalsOf(it) === 3).sort()).toEqual([
      'BHD',
      'IQD',
      'JOD',
      'KWD',
      'LYD',
      'OMR',
      'TND',
    ])
    expect(formatMoney(money(1_250_000, 'VND'), 'en')).toBe(`VND${nbsp}1,250,000`)
    expect(formatMoney(money(125_000, 'THB'), 'en')).toBe(`THB${nbsp}1,250.00`)
  })
  it('has a Chinese name of its own', () => {
    const names = CURRENCIES.map((it) => formatCurrency(it, 'cn'))
    expect(new Set(names).size).toBe(CURRENCIES.length)
    for (const name of names) expect(name).toMatch(/^[\p{Script=Han}·-]+$/u)
    expect(formatMoney(money(125_000, 'TWD'), 'cn')).toBe('1,250.00新台币')
  })
  it('keeps the names that stand in contracts', () => {
    expect(USUAL_CURRENCIES.map((it) => formatCurrency(it, 'cn')).join(' ')).toBe(
      '人民币 美元 欧元 英镑 澳元 新西兰元 加元 瑞士法郎 港元 新加坡元 林吉特 瑞典克朗 丹麦克朗 挪威克朗 日元 韩元',
    )
  })
  it('is told from other codes', () =>
    expect(['THB', 'KWD', 'XAF', 'ABC', 'toString'].map(isCurrency)).toEqual([true, true, true, false, false]))
  it('keeps its whole units in minor ones', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CURRENCIES), fc.nat(1e9), (currency, whole) => {
        expect(fromMajor(whole, currency).amount).toBe(whole * 10 ** decimalsOf(currency))
      }),
    )
  })
})

it('every currency of ISO 4217 that people pay with has a name in both languages', () => {
  const known = Intl.supportedValuesOf('currency').filter((code) => isCurrency(code))
  expect(known.length).toBeGreaterThan(150)
  for (const code of CURRENCIES) {
    expect(currencyName(code, 'en')).not.toBe(code)
    expect(currencyName(code, 'cn')).not.toBe(code)
  }
  expect([currencyName('KWD', 'en'), currencyName('KWD', 'cn')]).toEqual(['Kuwaiti Dinar', '科威特第纳尔'])
  expect([formatMoney(money(12_500, 'KWD'), 'en'), formatMoney(money(12_500, 'KWD'), 'cn')]).toEqual([
    'KWD\u00a012.500',
    '12.500科威特第纳尔',
  ])
})

describe('arithmetic', () => {
  it('rounds half up', () => {
    expect(scale(money(5, 'CNY'), 1, 2).amount).toBe(3)
    expect(scale(money(-5, 'CNY'), 1, 2).amount).toBe(-3)
    expect(percent(money(188136, 'CNY'), 10).amount).toBe(18814)
  })
  it('converts by the sheets of domain §5.4', () => {
    expect(convert(money(23840, 'GBP'), { rate: '9.1500' }, 'CNY').amount).toBe(218136)
    expect(convert(money(1758700, 'USD'), { rate: '7.1000' }, 'CNY').amount).toBe(12486770)
    expect(convert(money(14580, 'JPY'), { rate: '4.6500', per: 100 }, 'CNY').amount).toBe(67797)
  })
  it('refuses to add different currencies and fractions of a cent', () => {
    expect(() => add(money(1, 'CNY'), money(1, 'USD'))).toThrow(RangeError)
    expect(() => money(0.5, 'CNY')).toThrow(RangeError)
  })
  it('adds up: a − b + b = a', () => {
    const amount = fc.integer({ min: -1e9, max: 1e9 })
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        expect(add(subtract(money(a, 'CNY'), money(b, 'CNY')), money(b, 'CNY')).amount).toBe(a)
      }),
    )
  })
  it('a share and the rest make the whole, and never err by more than half a cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e11 }), fc.integer({ min: 0, max: 100 }), (amount, share) => {
        const part = percent(money(amount, 'CNY'), share)
        expect(Number.isSafeInteger(part.amount)).toBe(true)
        expect(Math.abs(part.amount * 100 - amount * share)).toBeLessThanOrEqual(50)
      }),
    )
  })
})

describe('grouping', () => {
  it('is exact to the last cent', () => {
    expect(formatMoney(money(Number.MAX_SAFE_INTEGER, 'USD'), 'en', { style: 'bare' })).toBe('90,071,992,547,409.91')
    expect(formatMoney(money(7, 'USD'), 'en', { style: 'bare' })).toBe('0.07')
    expect(formatMoney(money(0, 'JPY'), 'en', { style: 'bare' })).toBe('0')
  })
  it('is what Intl writes', () => {
    fc.assert(
      fc.property(fc.nat(1e13), (amount) => {
        const intl = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(amount / 100)
        expect(formatMoney(money(amount, 'USD'), 'en', { style: 'bare' })).toBe(intl)
      }),
    )
  })
})

it('names the currencies that are younger than a browser', async () => {
  vi.resetModules()
  // A browser that does not know a code answers the code itself.
  vi.spyOn(Intl.DisplayNames.prototype, 'of').mockImplementation((code) => code)
  const inOlder = await import('./country-currency.ts')
  const namesIn = (lang: 'en' | 'cn') =>
    (['SLE', 'XCG', 'ZWG'] as const).map((code) => inOlder.currencyName(code, lang))
  expect(namesIn('en')).toEqual(['Sierra Leonean Leone', 'Caribbean guilder', 'Zimbabwean Gold'])
  expect(namesIn('cn')).toEqual(['塞拉利昂新利昂', '加勒比盾', '津巴布韦金元'])
  vi.restoreAllMocks()
  vi.resetModules()
})
