/**
 * The currency that a country's hospitals bill in, if it is one of ours: a first suggestion that the person sees and
 * may change.
 */
import type { Day } from '../days/dates.ts'
import type { Lang } from '../locale.ts'
import { formatCurrency, type Currency } from './money.ts'

const EURO = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC MT NL PT SI SK SM VA AD ME'
const OWN: Readonly<Record<string, Currency>> = {
  CN: 'CNY',
  US: 'USD',
  GB: 'GBP',
  AU: 'AUD',
  NZ: 'NZD',
  CA: 'CAD',
  CH: 'CHF',
  LI: 'CHF',
  HK: 'HKD',
  SG: 'SGD',
  MY: 'MYR',
  SE: 'SEK',
  DK: 'DKK',
  NO: 'NOK',
  JP: 'JPY',
  KR: 'KRW',
  MO: 'MOP',
  TW: 'TWD',
  TH: 'THB',
  PL: 'PLN',
  CZ: 'CZK',
  HU: 'HUF',
  IS: 'ISK',
  RO: 'RON',
  RS: 'RSD',
  BY: 'BYN',
  RU: 'RUB',
  UA: 'UAH',
  GE: 'GEL',
  KZ: 'KZT',
  MN: 'MNT',
  TR: 'TRY',
  IN: 'INR',
  ID: 'IDR',
  PH: 'PHP',
  VN: 'VND',
  LK: 'LKR',
  NP: 'NPR',
  PK: 'PKR',
  BD: 'BDT',
  AE: 'AED',
  SA: 'SAR',
  QA: 'QAR',
  IL: 'ILS',
  PS: 'ILS',
  EG: 'EGP',
  MA: 'MAD',
  ZA: 'ZAR',
  BR: 'BRL',
  MX: 'MXN',
  AR: 'ARS',
  CL: 'CLP',
  CO: 'COP',
  PE: 'PEN',
  PR: 'USD',
  EC: 'USD',
  SV: 'USD',
  KW: 'KWD',
  BH: 'BHD',
  OM: 'OMR',
  JO: 'JOD',
  TN: 'TND',
  IQ: 'IQD',
  LB: 'LBP',
  DZ: 'DZD',
  LY: 'LYD',
  KE: 'KES',
  TZ: 'TZS',
  UG: 'UGX',
  RW: 'RWF',
  ET: 'ETB',
  NG: 'NGN',
  GH: 'GHS',
  SN: 'XOF',
  CI: 'XOF',
  CM: 'XAF',
  MU: 'MUR',
  NA: 'NAD',
  BW: 'BWP',
  ZM: 'ZMW',
  MM: 'MMK',
  KH: 'KHR',
  LA: 'LAK',
  BN: 'BND',
  MV: 'MVR',
  BT: 'BTN',
  UZ: 'UZS',
  KG: 'KGS',
  TJ: 'TJS',
  TM: 'TMT',
  AZ: 'AZN',
  AM: 'AMD',
  MD: 'MDL',
  AL: 'ALL',
  BA: 'BAM',
  MK: 'MKD',
  FJ: 'FJD',
  PG: 'PGK',
  CR: 'CRC',
  PA: 'USD',
  GT: 'GTQ',
  DO: 'DOP',
  CU: 'CUP',
  JM: 'JMD',
  TT: 'TTD',
  BO: 'BOB',
  UY: 'UYU',
  PY: 'PYG',
  ...Object.fromEntries(EURO.split(' ').map((country) => [country, 'EUR' as const])),
}
/** First day of the euro where invoices of earlier days may still be claimed. */
const BEFORE_EURO: Readonly<Record<string, { euro: Day; before: Currency }>> = {
  BG: { euro: '2026-01-01', before: 'BGN' },
}

/** By ISO country code and the day of the invoice, `''` where it is not known; `undefined` where we offer none. */
export function currencyOf(country: string, day: Day): Currency | undefined {
  const late = BEFORE_EURO[country]
  return late && day !== '' && day < late.euro ? late.before : OWN[country]
}

let english: Intl.DisplayNames | undefined
/** Names that an older browser does not have. */
const ENGLISH: Partial<Record<Currency, string>> = {
  SLE: 'Sierra Leonean Leone',
  XCG: 'Caribbean guilder',
  ZWG: 'Zimbabwean Gold',
}

/** The name in a sentence or a list: "Kuwaiti Dinar" / "科威特第纳尔". The code where a browser does not know it. */
export const currencyName = (code: Currency, lang: Lang): string =>
  lang === 'cn'
    ? formatCurrency(code, 'cn')
    : (ENGLISH[code] ?? (english ??= new Intl.DisplayNames('en', { type: 'currency' })).of(code) ?? code)
