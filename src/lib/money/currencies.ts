/**
 * The currencies of the world (ISO 4217), in which an invoice may be made out: those most used first, in the order in
 * which they are offered. Apart from `money.ts`, which every page with a sum loads and which needs no list.
 */
const USUAL = 'CNY USD EUR GBP AUD NZD CAD CHF HKD SGD MYR SEK DKK NOK JPY KRW'
/** In pieces, because a type of more than some fifty parts is too deep. */
const OTHERS = [
  'AED AFN ALL AMD AOA ARS AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CDF CLP COP CRC CUP CVE CZK',
  'DJF DOP DZD EGP ERN ETB FJD FKP GEL GHS GIP GMD GNF GTQ GYD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD KES KGS KHR KMF',
  'KPW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MZN NAD NGN NIO NPR OMR PAB PEN',
  'PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD',
  'TWD TZS UAH UGX UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG',
] as const
type Codes<Text extends string> = Text extends `${infer Code} ${infer Rest}` ? Code | Codes<Rest> : Text
type Usual = Codes<typeof USUAL>
export type Currency = Usual | Codes<(typeof OTHERS)[number]>

const codesOf = <Code extends string>(text: string): Code[] =>
  text.split(' ').filter((code): code is Code => code !== '')

export const USUAL_CURRENCIES: readonly Usual[] = codesOf(USUAL)
export const OTHER_CURRENCIES: readonly Currency[] = codesOf(OTHERS.join(' '))
export const CURRENCIES: readonly Currency[] = [...USUAL_CURRENCIES, ...OTHER_CURRENCIES]
export const isCurrency = (code: string): code is Currency => CURRENCIES.some((it) => it === code)
