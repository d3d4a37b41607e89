import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkTaxNumber, normaliseTaxNumber, taxCheckCharacter, taxNumberError } from './tax-number.ts'

const ALPHABET = Array.from('0123456789ABCDEFGHJKLMNPQRTUWXY')
const seventeen = fc.array(fc.constantFrom(...ALPHABET), { minLength: 17, maxLength: 17 }).map((it) => it.join(''))

test('the example of the standard passes, and with another check character it does not', () => {
  expect(checkTaxNumber('91350100M000100Y43')).toBe('fits')
  expect(checkTaxNumber('91350100M000100Y4Z')).toBe('unusual')
})

test('a genuine code that does not pass is unusual, never refused', () =>
  expect(checkTaxNumber('91350211M0000XUF46')).toBe('unusual'))

test.each([
  ['350102198001011', 'fits'],
  ['35010219800101123401', 'fits'],
  ['3501021980010', 'wrong'],
  ['', 'wrong'],
  ['91350100M000100Y4!', 'wrong'],
  ['123456789012345678901', 'wrong'],
])('older and other numbers: %s %s', (number, verdict) => expect(checkTaxNumber(number)).toBe(verdict))

test('spaces, hyphens, small letters and full-width forms are forgiven', () => {
  expect(normaliseTaxNumber(' 91350100-m000100y43 ')).toBe('91350100M000100Y43')
  expect(checkTaxNumber('９１３５０１００ M000100Y43')).toBe('fits')
})

test('every code with its own check character fits, and one wrong character anywhere is seen', () => {
  fc.assert(
    fc.property(seventeen, fc.nat(16), fc.nat(29), (first, at, step) => {
      const code = first + (taxCheckCharacter(first) ?? '')
      expect(checkTaxNumber(code)).toBe('fits')
      const other = ALPHABET[(ALPHABET.indexOf(code[at] ?? '') + 1 + step) % 31] ?? ''
      expect(checkTaxNumber(code.slice(0, at) + other + code.slice(at + 1))).toBe('unusual')
    }),
  )
})

test('says which message a typed number gets, and none for one that fits', () => {
  expect(['  ', '123', '91350100M000100Y44', '91350100m000100Y43', '123456789012345'].map(taxNumberError)).toEqual([
    'tax_number_required',
    'tax_number_format',
    'tax_number_unusual',
    undefined,
    undefined,
  ])
})
