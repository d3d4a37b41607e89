/**
 * Parses an amount as people type it: with a decimal point or comma, thousands separated by comma, point, space or
 * apostrophe, digits of other scripts, 万. A text that two conventions read differently is never guessed: it is
 * `unclear`, and the person chooses.
 */
import { decimalsOf, formatCurrency, money, type Currency, type Money } from './money.ts'

export const AMOUNT_ERRORS = ['amount_format', 'amount_decimals', 'amount_whole', 'amount_large'] as const
type AmountError = (typeof AMOUNT_ERRORS)[number]

/**
 * `choices` are minor units: everything that the text can mean in this currency; only one where the other meaning does
 * not fit the currency.
 */
export type AmountReading =
  | { kind: 'empty' }
  | { kind: 'sure'; minor: number }
  | { kind: 'unclear'; choices: readonly number[] }
  | { kind: 'wrong'; code: AmountError }

/**
 * Ten thousand million major units of a currency with two decimals: a long stay in Jakarta is a thousand million
 * rupiah.
 */
const LARGEST_AMOUNT = 1_000_000_000_000
const WAN = 4

/** Converts separators that are never decimal marks to one apostrophe, and other scripts' digits and marks to ours. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .trim()
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\u066c\u2018\u2019\u02bc`´]/g, "'")
    .replace(/\u3002/g, '.')
    .replace(/\u066b/g, ',')
}

const GROUPED = /^(?:\d+|[1-9]\d{0,2}(?:([,.' ])\d{3})(?:\1\d{3})*|[1-9]\d?(?:,\d\d)+,\d{3})$/

/** "5,0000" and "1,2345,6789": groups of four, because Chinese and Japanese count in 万. */
const GROUPED_BY_FOUR = /^[1-9]\d{0,3}(?:,\d{4})+$/

interface Meaning {
  whole: string
  fraction: string
  /** The thousands separator that was assumed. */
  group: string | undefined
}

/** Every number that the digits and marks can mean. */
function meanings(text: string): Meaning[] {
  const found: Meaning[] = []
  const add = (whole: string, fraction: string, decimal: string): void => {
    const group = /[,.' ]/.exec(whole)?.[0]
    if (group !== decimal && GROUPED.test(whole)) found.push({ whole: whole.replace(/[,.' ]/g, ''), fraction, group })
  }
  add(text, '', '')
  if (GROUPED_BY_FOUR.test(text)) found.push({ whole: text.replaceAll(',', ''), fraction: '', group: undefined })
  const [, whole, decimal, fraction] = /^(.+)([.,])(\d+)$/.exec(text) ?? []
  if (whole !== undefined && decimal !== undefined && fraction !== undefined) add(whole, fraction, decimal)
  return found
}

/** Minor units of a meaning; `undefined` where digits would be lost. */
function minorOf({ whole, fraction }: Meaning, decimals: number): number | undefined {
  const [kept, surplus] = [fraction.slice(0, decimals), fraction.slice(decimals)]
  return /^0*$/.test(surplus) ? Number(BigInt(whole + kept.padEnd(decimals, '0'))) : undefined
}

/** Parses figures for a currency with this many decimals. */
export function readFigure(text: string, decimals: number): AmountReading {
  // "12,-" and "12.–" are twelve and no cents.
  const all = plain(text)
    .replace(/\s+/g, ' ')
    .replace(/[.,][-–—]{1,2}$/, '')
  if (all === '') return { kind: 'empty' }
  const inWan = /\s?[万萬]$/.test(all)
  const places = decimals + (inWan ? WAN : 0)
  const read = meanings(all.replace(/\s?[万萬]$/, ''))
  if (read.length === 0) return { kind: 'wrong', code: 'amount_format' }
  // "1,275" in a currency with fewer than three decimals: the comma separates thousands, as on this site. "1.275" stays
  // unclear.
  const grouped = read.find(({ group }) => group === ',')
  // "12.500" in dinars, whose thousand fils are all printed: everywhere but here a point before three digits is unclear.
  const fils = places === 3 && /^[^,]*\.\d{3}$/.test(all) ? read.find(({ fraction }) => fraction !== '') : undefined
  const sure = fils ?? (places < 3 ? grouped : undefined)
  const meant = sure ? [sure] : read
  const fitting = meant.map((one) => minorOf(one, places))
  const choices = [...new Set(fitting.filter((minor) => minor !== undefined))]
  const [only] = choices
  if (only === undefined) return { kind: 'wrong', code: decimals === 0 ? 'amount_whole' : 'amount_decimals' }
  if (choices.some((minor) => minor > LARGEST_AMOUNT)) return { kind: 'wrong', code: 'amount_large' }
  return choices.length === 1 && meant.length === 1 ? { kind: 'sure', minor: only } : { kind: 'unclear', choices }
}

const SIGNS: Partial<Record<Currency, string>> = {
  CNY: '¥|元|RMB|人民币',
  JPY: '¥|円|圓|日元',
  EUR: '€',
  GBP: '£',
  KRW: '₩|원',
  SEK: 'kr',
  DKK: 'kr',
  NOK: 'kr',
  MYR: 'RM',
  CHF: 'Fr\\.?|SFr\\.?',
  THB: '฿|บาท',
  PLN: 'zł',
  CZK: 'Kč',
  HUF: 'Ft',
  ISK: 'kr',
  RON: 'lei',
  BGN: 'лв\\.?',
  TWD: 'NT\\$|元',
  MOP: 'MOP\\$',
  INR: '₹|Rs\\.?',
  LKR: 'Rs\\.?',
  NPR: 'Rs\\.?',
  PKR: 'Rs\\.?',
  IDR: 'Rp\\.?',
  PHP: '₱',
  VND: '₫|đ',
  TRY: '₺|TL',
  BRL: 'R\\$',
  ZAR: 'R',
  RUB: '₽|руб\\.?',
  UAH: '₴|грн\\.?',
  ILS: '₪',
  KZT: '₸',
  MNT: '₮',
  MXN: 'Mex\\$',
  PEN: 'S/\\.?',
  EGP: 'E£|LE',
  KWD: 'K\\.?D\\.?|د\\.ك\\.?',
  BHD: 'B\\.?D\\.?|د\\.ب\\.?',
  OMR: 'R\\.?O\\.?|ر\\.ع\\.?',
  JOD: 'J\\.?D\\.?|د\\.ا\\.?',
  TND: 'D\\.?T\\.?|د\\.ت\\.?',
  AED: 'Dhs?\\.?|د\\.إ\\.?',
  SAR: 'SR|ر\\.س\\.?',
  QAR: 'QR|ر\\.ق\\.?',
  KES: 'K?Sh\\.?|Kshs?\\.?',
  MMK: 'Ks?',
  KHR: '៛',
  LAK: '₭',
  NGN: '₦',
  GHS: 'GH₵|₵',
  XAF: 'F?CFA',
  XOF: 'F?CFA',
}
const DOLLARS: readonly Currency[] = [
  'USD',
  'AUD',
  'NZD',
  'CAD',
  'HKD',
  'SGD',
  'TWD',
  'MXN',
  'ARS',
  'CLP',
  'COP',
  'BND',
  'FJD',
  'JMD',
  'TTD',
  'NAD',
  'BBD',
  'BSD',
  'BZD',
  'KYD',
  'XCD',
  'LRD',
  'UYU',
  'DOP',
  'CUP',
]
const signs = new Map<Currency, RegExp>()
function signsOf(code: Currency): RegExp {
  const known = signs.get(code)
  if (known) return known
  const own = [
    code,
    formatCurrency(code, 'cn'),
    SIGNS[code],
    DOLLARS.includes(code) ? '(?:US|AU|A|NZ|CA|C|HK|S|B|FJ|J|TT|N)?\\$' : undefined,
  ]
    .filter(Boolean)
    .join('|')
  const made = new RegExp(`^(?:${own})\\s*|\\s*(?:${own})$`, 'giu')
  signs.set(code, made)
  return made
}

/** Parses what a person typed for the chosen currency: "1,693.22", "¥1693.2", "275,40", "１６９３", "4.8万". */
export function readAmount(text: string, currency: Currency): AmountReading {
  const figures = text.normalize('NFKC').trim().replace(signsOf(currency), '')
  return text.trim() !== '' && figures === ''
    ? { kind: 'wrong', code: 'amount_format' }
    : readFigure(figures, decimalsOf(currency))
}

/** The amount if the text has exactly one meaning; otherwise `undefined`. */
export function parseMoney(text: string, currency: Currency): Money | undefined {
  const reading = readAmount(text, currency)
  return reading.kind === 'sure' ? money(reading.minor, currency) : undefined
}

/** Whether the text can mean this amount. */
export function canMean(text: string, minor: number, currency: Currency): boolean {
  const reading = readAmount(text, currency)
  return reading.kind === 'sure'
    ? reading.minor === minor
    : reading.kind === 'unclear' && reading.choices.includes(minor)
}
