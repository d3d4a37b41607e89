/**
 * The amount of one visit: the typed text is kept whatever the currency; it is interpreted in the currency that is
 * chosen now. An amount is always one that the typed figures can mean.
 */
import { readAmount, type AmountReading } from '../../../lib/money/parse-amount.ts'
import { currencyOf } from '../../../lib/money/country-currency.ts'
import { formatMoney, money, type Currency } from '../../../lib/money/money.ts'
import type { Visit } from './claim-fields.ts'

/** The text of the field. Older drafts have only the amount: its figures in the currency in which it was read. */
export function typedOf({ typed, amount, currency }: Visit): string {
  if (typed !== undefined || amount === null) return typed ?? ''
  return currency === '' ? String(amount) : formatMoney(money(amount, currency), 'en', { style: 'bare' })
}

/** The possible meanings of the typed figures; `undefined` before there is a currency. */
export const readingOf = (visit: Visit): AmountReading | undefined =>
  visit.currency === '' ? undefined : readAmount(typedOf(visit), visit.currency)

function read(visit: Visit): Visit {
  const reading = readingOf(visit)
  return { ...visit, amount: reading?.kind === 'sure' ? reading.minor : null }
}

export const withTyped = (visit: Visit, typed: string): Visit => read({ ...visit, typed })
/** What other insurance has paid is in the invoice's currency too, and is read again with it. */
export const withCurrency = (visit: Visit, currency: Currency): Visit => ({
  ...read({ ...visit, typed: typedOf(visit), currency }),
  ...(visit.other ? { other: { ...visit.other, amount: read({ ...visit, ...visit.other, currency }).amount } } : {}),
})
/** Takes the meaning that the person chose. */
export const withChoice = (visit: Visit, minor: number): Visit => ({ ...visit, amount: minor })

/**
 * Guesses the currency from the visit's country while none was chosen. A guess follows the hospital until an amount is
 * typed: `before` is the country that the earlier guess may have come from.
 */
export function withCurrencyGuess(visit: Visit, country: string, before = ''): Visit {
  const guess = currencyOf(country, visit.day)
  const open = visit.currency === '' || (typedOf(visit) === '' && visit.currency === currencyOf(before, visit.day))
  return guess && open && guess !== visit.currency ? withCurrency(visit, guess) : visit
}
