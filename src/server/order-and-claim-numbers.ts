/**
 * Numbers that people read and type: of an order, a claim, an application to an overseas insurer, a tuition payment, a
 * school's group payment, a batch for the bank.
 */
import { randomBytes } from 'node:crypto'
import { dayOf } from '../lib/days/dates.ts'

/** Crockford's base 32: no letters that are easily confused. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `YFO-261120-7K3M9Q`: prefix by kind, the day in Shanghai and 30 random bits. */
export function newNumber(prefix: 'YFO' | 'YFR' | 'YFT' | 'YFG' | 'YF-C' | 'YF-B', now: number): string {
  const random = [...randomBytes(6)].map((byte) => ALPHABET[byte % 32]).join('')
  return `${prefix}-${dayOf(now).replaceAll('-', '').slice(2)}-${random}`
}
