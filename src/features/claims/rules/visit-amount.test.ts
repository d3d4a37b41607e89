import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canMean } from '../../../lib/money/parse-amount.ts'
import { decimalsOf } from '../../../lib/money/money.ts'
import { CURRENCIES } from '../../../lib/money/currencies.ts'
import type { Visit } from './claim-fields.ts'
import { readingOf, typedOf, withChoice, withCurrency, withCurrencyGuess, withTyped } from './visit-amount.ts'

const EMPTY: Visit = { id: 'v001', day: '', amount: null, currency: '', invoice: '', elsewhere: null }

describe('the order in which amount and currency are entered', () => {
  test('48600, then yen: 48,600 yen', () => expect(withCurrency(withTyped(EMPTY, '48600'), 'JPY').amount).toBe(48_600))
  test('yen, then dollars: 1,500 of either', () => {
    const yen = withTyped(withCurrency(EMPTY, 'JPY'), '1,500')
    expect(yen.amount).toBe(1_500)
    expect(withCurrency(yen, 'USD').amount).toBe(150_000)
    expect(withCurrency(withCurrency(yen, 'USD'), 'JPY')).toEqual(yen)
  })
  test('an amount without its typed figures keeps its figures too', () => {
    expect(withCurrency({ ...EMPTY, amount: 27_540, currency: 'EUR' }, 'USD').amount).toBe(27_540)
    const yen = withCurrency({ ...EMPTY, amount: 27_540, currency: 'EUR' }, 'JPY')
    expect([yen.amount, typedOf(yen), readingOf(yen)]).toEqual([
      null,
      '275.40',
      { kind: 'wrong', code: 'amount_whole' },
    ])
  })
  test('what was chosen holds for its currency, and is asked about again under another', () => {
    const chosen = withChoice(withTyped(withCurrency(EMPTY, 'EUR'), '1.275'), 127_500)
    expect(chosen.amount).toBe(127_500)
    expect(withCurrency(chosen, 'USD').amount).toBeNull()
  })
  test('any order of any entries ends where the last text and the last currency lead', () => {
    const text = fc.constantFrom(
      '48600',
      '48,600',
      '275,40',
      '1.275,40',
      "1'275.40",
      '1.275',
      '275.405',
      '4.8万',
      '0.5',
      'abc',
      '',
    )
    const step = fc.oneof(
      text.map((typed) => ({ typed })),
      fc.constantFrom(...CURRENCIES).map((currency) => ({ currency })),
    )
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
        const end = steps.reduce<Visit>(
          (visit, it) => ('typed' in it ? withTyped(visit, it.typed) : withCurrency(visit, it.currency)),
          EMPTY,
        )
        const typed = steps.findLast((it) => 'typed' in it)?.typed ?? ''
        const currency = steps.findLast((it) => 'currency' in it)?.currency
        expect(typedOf(end)).toBe(typed)
        if (currency) expect(end).toMatchObject({ amount: withTyped({ ...EMPTY, currency }, typed).amount, currency })
        else expect(end.amount).toBeNull()
        if (currency && end.amount !== null) expect(canMean(typed, end.amount, currency)).toBe(true)
      }),
    )
  })
  test('whole figures stay the same number of whole units under every currency', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000_000),
        fc.array(fc.constantFrom(...CURRENCIES), { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        (whole, currencies, first) => {
          const begun = first ? withTyped(EMPTY, String(whole)) : EMPTY
          const chosen = currencies.reduce(withCurrency, begun)
          const end = first ? chosen : withTyped(chosen, String(whole))
          expect(end.amount).toBe(whole * 10 ** decimalsOf(currencies.at(-1) ?? 'CNY'))
        },
      ),
    )
  })
})

describe('the currency of the hospital’s country', () => {
  test('fills an open currency, and reads what was typed', () =>
    expect(withCurrencyGuess(withTyped(EMPTY, '85.40'), 'GB')).toMatchObject({ currency: 'GBP', amount: 8_540 }))
  test('never replaces a choice, nor a guess with an amount', () => {
    expect(withCurrencyGuess(withCurrency(EMPTY, 'EUR'), 'GB').currency).toBe('EUR')
    expect(withCurrencyGuess({ ...EMPTY, currency: 'GBP' }, 'FR', 'GB').currency).toBe('EUR')
    expect(withCurrencyGuess(withTyped({ ...EMPTY, currency: 'GBP' }, '85'), 'FR', 'GB').currency).toBe('GBP')
  })
  test.each([
    ['TH', 'THB'],
    ['PL', 'PLN'],
    ['HK', 'HKD'],
    ['MO', 'MOP'],
    ['TW', 'TWD'],
    ['VN', 'VND'],
  ])('of %s is %s', (country, currency) => expect(withCurrencyGuess(EMPTY, country).currency).toBe(currency))
  test('is the one that Bulgaria had on the day of the invoice', () => {
    expect(['2025-12-31', '2026-01-01', ''].map((day) => withCurrencyGuess({ ...EMPTY, day }, 'BG').currency)).toEqual([
      'BGN',
      'EUR',
      'EUR',
    ])
  })
  test('is left open where we offer none', () => expect(withCurrencyGuess(EMPTY, 'AF').currency).toBe(''))
})
