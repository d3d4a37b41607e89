/**
 * The amount of one visit: what the person typed stays as typed, whatever becomes of the currency; it is read under the currency that
 * is chosen now. An amount is only ever one that the typed figures can mean.
 */
import { readAmount, type AmountReading } from '../../lib/parse-amount.ts'
import { currencyOf } from '../../lib/country-currency.ts'
import { formatMoney, money, type Currency } from '../../lib/money.ts'
import type { Visit } from './answers.ts'

/** As it stands in the field. Drafts of before have only the amount: its figures in the currency it was read in. */
export function typedOf({ typed, amount, currency }: Visit): string {
  if (typed !== undefined || amount === null) return typed ?? ''
  return currency === '' ? String(amount) : formatMoney(money(amount, currency), 'en', { style: 'bare' })
}

/** What the typed figures mean; `undefined` before there is a currency. */
export const readingOf = (visit: Visit): AmountReading | undefined => (visit.currency === '' ? undefined : readAmount(typedOf(visit), visit.currency))

function read(visit: Visit): Visit {
  const reading = readingOf(visit)
  return { ...visit, amount: reading?.kind === 'sure' ? reading.minor : null }
}

export const withTyped = (visit: Visit, typed: string): Visit => read({ ...visit, typed })
export const withCurrency = (visit: Visit, currency: Currency): Visit => read({ ...visit, typed: typedOf(visit), currency })
/** One of the meanings that the person was asked about. */
export const withChoice = (visit: Visit, minor: number): Visit => ({ ...visit, amount: minor })

/**
 * The currency of the country where the visit was, while none was chosen. A guess goes with the hospital until an amount is typed:
 * `before` is the country of which it may have been guessed.
 */
export function withGuess(visit: Visit, country: string, before = ''): Visit {
  const guess = currencyOf(country)
  const open = visit.currency === '' || (typedOf(visit) === '' && visit.currency === currencyOf(before))
  return guess && open && guess !== visit.currency ? withCurrency(visit, guess) : visit
}
