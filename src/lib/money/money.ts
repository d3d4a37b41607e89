/**
 * Money is an integer of minor units with a currency code (design §2); rounding is half up at each printed line
 * (domain §5.4). Words and signs of the currencies follow domain §8.
 */
import type { Lang } from '../locale.ts'
import type { Currency } from './currencies.ts'

export type { Currency } from './currencies.ts'
/** Currencies without a minor unit, and with three decimals of it; all others have two (ISO 4217). */
const WHOLE = 'JPY KRW VND ISK CLP BIF DJF GNF KMF PYG RWF UGX VUV XAF XOF XPF'
const THREE = 'KWD BHD OMR JOD TND IQD LYD'
/** Our names where they are not those of `Intl`, or where an older browser has none. */
const CHINESE: Partial<Record<Currency, string>> = {
  CNY: '元',
  AUD: '澳元',
  CAD: '加元',
  MYR: '林吉特',
  MOP: '澳门元',
  IDR: '印尼盾',
  SLE: '塞拉利昂新利昂',
  XCG: '加勒比盾',
  ZWG: '津巴布韦金元',
}
const NBSP = '\u00a0'
const MINUS = '\u2212'

export interface Money {
  /** Minor units (fen, cents; whole yen). Always an integer. */
  readonly amount: number
  readonly currency: Currency
}

/** An exchange rate as printed: `rate` units of the target for `per` units of the source ("4.6500" per 100 JPY). */
export interface Rate {
  readonly rate: string
  readonly per?: number
}

/** Number of digits of the minor unit. */
export const decimalsOf = (currency: Currency): number =>
  WHOLE.includes(currency) ? 0 : THREE.includes(currency) ? 3 : 2

let names: Intl.DisplayNames | undefined
const chineseName = (currency: Currency): string =>
  CHINESE[currency] ?? (names ??= new Intl.DisplayNames('zh-CN', { type: 'currency' })).of(currency) ?? currency

/** Money from minor units. Throws a `RangeError` on anything but a safe integer. */
export function money(amount: number, currency: Currency): Money {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not minor units: ${amount}`)
  return { amount: amount === 0 ? 0 : amount, currency }
}

/** Money from major units: `(300, 'CNY')` → 30000 fen. Rounds half up to the minor unit. */
export const fromMajor = (value: number, currency: Currency): Money =>
  money(Number(parseDecimal(String(value), decimalsOf(currency))), currency)

/** `amount × numerator ÷ denominator`, half up (away from zero below it), without floating point. */
export function scale(m: Money, numerator: number, denominator: number): Money {
  return money(Number(divide(BigInt(m.amount) * BigInt(numerator), BigInt(denominator))), m.currency)
}

/** A percentage of an amount, with at most two decimals in the percentage: `percent(m, 90)`. */
export const percent = (m: Money, share: number): Money => scale(m, Math.round(share * 100), 10_000)

export function add(first: Money, ...others: Money[]): Money {
  return others.reduce((sum, m) => money(sum.amount + same(sum, m).amount, sum.currency), first)
}

export const subtract = (a: Money, b: Money): Money => money(a.amount - same(a, b).amount, a.currency)
export const compare = (a: Money, b: Money): number => a.amount - same(a, b).amount
export const least = (a: Money, b: Money): Money => (compare(a, b) <= 0 ? a : b)
export const zero = (currency: Currency): Money => money(0, currency)

/** Converts once and rounds half up to the target's minor unit (domain §5.4: only the eligible total is converted). */
export function convert(m: Money, { rate, per = 1 }: Rate, to: Currency): Money {
  const digits = (rate.split('.')[1] ?? '').length
  const scaled = BigInt(m.amount) * parseDecimal(rate, digits) * 10n ** BigInt(decimalsOf(to))
  return money(Number(divide(scaled, BigInt(per) * 10n ** BigInt(digits + decimalsOf(m.currency)))), to)
}

/**
 * `full` "CNY 1,693.22" / "1,693.22元", with the code because ¥ is also the sign of the yen · `bare` only the figure ·
 * `ledger` only the figure with its minus sign set apart, for columns of sums.
 */
export type MoneyStyle = 'full' | 'bare' | 'ledger'

export function formatMoney(m: Money, lang: Lang, { style = 'full' }: { style?: MoneyStyle } = {}): string {
  const sign = m.amount < 0 ? MINUS : ''
  const figure = group(m, decimalsOf(m.currency))
  if (style === 'bare') return sign + figure
  if (style === 'ledger') return sign ? sign + NBSP + figure : figure
  return sign + withUnit(figure, m.currency, lang)
}

/** Only the currency, for heads of columns: "GBP" / "英镑"; CNY is "CNY" / "人民币". */
export const formatCurrency = (currency: Currency, lang: Lang): string =>
  lang === 'en' ? currency : currency === 'CNY' ? '人民币' : chineseName(currency)

const WAN = 10_000
const YI = WAN * WAN

/** Limits and whole sums, short: "CNY 2,000,000", "CAD 50,000" / "200万元", "5万加元". Decimals only where there are any. */
export function formatAmount(m: Money, lang: Lang): string {
  const sign = m.amount < 0 ? MINUS : ''
  const unit = 10 ** decimalsOf(m.currency)
  const major = Math.abs(m.amount) / unit
  if (lang === 'cn' && major >= WAN && major % (WAN / 100) === 0) {
    const [size, name] = major >= YI && major % (YI / 100) === 0 ? ([YI, '亿'] as const) : ([WAN, '万'] as const)
    // At most two decimals are left. `toLocaleString` would make a formatter for every sum.
    const figure = group({ amount: major / (size / 100), currency: 'CNY' }, 2).replace(/\.?0+$/, '')
    return `${sign}${figure}${name}${chineseName(m.currency)}`
  }
  return sign + withUnit(group(m, m.amount % unit === 0 ? 0 : decimalsOf(m.currency)), m.currency, lang)
}

function withUnit(figure: string, currency: Currency, lang: Lang): string {
  if (lang === 'cn') return figure + chineseName(currency)
  return currency + NBSP + figure
}

/**
 * Thousands separated by commas, from the digits themselves: exact for any sum, and a hundred times faster than
 * `toLocaleString` on pages with thousands of sums. `decimals` is the currency's own, or 0 for a whole sum.
 */
function group(m: Money, decimals: number): string {
  const own = decimalsOf(m.currency)
  const digits = String(Math.abs(m.amount)).padStart(own + 1, '0')
  const whole = digits.slice(0, digits.length - own).replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals === 0 ? whole : `${whole}.${digits.slice(digits.length - own)}`
}

function same(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new RangeError(`${a.currency} and ${b.currency} do not add up`)
  return b
}

/** Half up, away from zero for negatives. `denominator` is positive. */
function divide(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n
  const half = ((negative ? -numerator : numerator) * 2n + denominator) / (denominator * 2n)
  return negative ? -half : half
}

/** "9.15" with 4 digits → 91500n; surplus digits round half up. */
function parseDecimal(text: string, digits: number): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (!whole) throw new RangeError(`not a decimal number: ${text}`)
  const exact = BigInt(whole + fraction)
  const value =
    fraction.length <= digits
      ? exact * 10n ** BigInt(digits - fraction.length)
      : divide(exact, 10n ** BigInt(fraction.length - digits))
  return sign ? -value : value
}
