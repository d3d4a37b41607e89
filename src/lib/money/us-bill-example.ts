/**
 * The example bill of an article: domain §5.4 B, appendicitis and two nights in a US hospital under US Campus, Gold.
 * Minor units. Its two bills (hospital and ambulance) are presented as one.
 */
import { add, convert, money, scale, type Money } from './money.ts'
import { keysOf } from '../object-keys.ts'

const usd = (amount: number): Money => money(amount, 'USD')
const cny = (amount: number): Money => money(amount, 'CNY')

export const US_BILL_PLAN = { id: 'us-campus', tier: 'gold' } as const

/**
 * What was charged, and what of it is not counted: the network's lower price (clause 3.4), not covered (6.9), above the
 * usual price (6.3).
 */
export const US_BILL_LINES = {
  emergency: { charged: usd(248_000), off: usd(86_800), clause: '3.4' },
  surgeon: { charged: usd(630_000), off: usd(220_500), clause: '3.4' },
  ward: { charged: usd(1_490_000), off: usd(596_000), clause: '3.4' },
  tests: { charged: usd(315_000), off: usd(126_000), clause: '3.4' },
  extras: { charged: usd(8_500), off: usd(8_500), clause: '6.9' },
  ambulance: { charged: usd(140_000), off: usd(35_000), clause: '6.3' },
} as const
export type UsBillLine = keyof typeof US_BILL_LINES
export const US_BILL_IDS = keysOf(US_BILL_LINES)

export const US_BILL_RATE = { rate: '7.1000', day: '2026-03-14' }
/** The year's deductible, in yuan; the insured's share of the rest; what a fund of the school has paid. */
export const US_BILL_TERMS = { deductible: cny(100_000), percent: 10, elsewhere: usd(50_000) } as const

const minus = (m: Money): Money => money(-m.amount, m.currency)
const total = (of: (line: UsBillLine) => Money): Money => add(usd(0), ...US_BILL_IDS.map(of))

/** The part of a line that counts towards the payment. */
export const usBillCounts = (line: UsBillLine): Money =>
  add(US_BILL_LINES[line].charged, minus(US_BILL_LINES[line].off))

/** From the charges to the payment: converted once, the share rounded, the payment is the rest (clause 8.7). */
export function usBillSums() {
  const charged = total((line) => US_BILL_LINES[line].charged)
  const counts = total(usBillCounts)
  const converted = convert(counts, US_BILL_RATE, 'CNY')
  const share = scale(add(converted, minus(US_BILL_TERMS.deductible)), US_BILL_TERMS.percent, 100)
  const elsewhere = convert(US_BILL_TERMS.elsewhere, US_BILL_RATE, 'CNY')
  const yours = add(US_BILL_TERMS.deductible, share)
  const extra = add(US_BILL_LINES.extras.off, US_BILL_LINES.ambulance.off)
  return {
    charged,
    counts,
    converted,
    share,
    elsewhere,
    yours,
    extra,
    paid: add(converted, minus(yours), minus(elsewhere)),
  }
}
