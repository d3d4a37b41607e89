/** The currency that a country's hospitals bill in, if it is one of ours: a first suggestion that the person sees and may change. */
import type { Currency } from './money.ts'

const EURO = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC MT NL PT SI SK SM VA AD ME'
const OWN: Readonly<Record<string, Currency>> = {
  CN: 'CNY', US: 'USD', GB: 'GBP', AU: 'AUD', NZ: 'NZD', CA: 'CAD', CH: 'CHF', LI: 'CHF', HK: 'HKD', SG: 'SGD', MY: 'MYR', SE: 'SEK', DK: 'DKK', NO: 'NOK', JP: 'JPY', KR: 'KRW',
  PR: 'USD', EC: 'USD', SV: 'USD', ...Object.fromEntries(EURO.split(' ').map((country) => [country, 'EUR' as const])),
}

/** By ISO country code; `undefined` where we offer none. */
export const currencyOf = (country: string): Currency | undefined => OWN[country]
