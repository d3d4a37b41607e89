import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../days/dates.ts'
import { checkCharacter, checkIdNumber, maskIdNumber, normaliseIdNumber } from './id-number.ts'

const TODAY = '2026-11-20'
const resident = (text: string) => checkIdNumber('resident_id', text, TODAY)
const code = (text: string) => {
  const check = resident(text)
  return check.ok ? 'ok' : check.code
}

/** Any number that a person could have: area, birth date up to today, sequence, right check character. */
const numbers = fc
  .record({
    area: fc.constantFrom('110105', '440524', '659001', '810000', '820000', '830000'),
    birth: fc.integer({ min: 0, max: 40_000 }).map((n) => addDays('1917-01-01', n)),
    sequence: fc.integer({ min: 0, max: 999 }),
  })
  .map(({ area, birth, sequence }) => {
    const digits = area + birth.replaceAll('-', '') + String(sequence).padStart(3, '0')
    return { number: digits + checkCharacter(digits), birth, gender: sequence % 2 === 1 ? 'male' : 'female' }
  })

describe('mainland ID (GB 11643)', () => {
  it('takes the published examples and reads birth date and gender', () => {
    expect(resident('11010519491231002X')).toEqual({
      ok: true,
      number: '11010519491231002X',
      birthDate: '1949-12-31',
      gender: 'female',
    })
    expect(resident('440524188001010014')).toMatchObject({ ok: true, birthDate: '1880-01-01', gender: 'male' })
  })
  it('forgives a small x, full-width digits and spaces', () => {
    for (const text of ['11010519491231002x', '１１０１０５１９４９１２３１００２Ｘ', ' 110105 19491231 002X ']) {
      expect(resident(text)).toMatchObject({ ok: true, number: '11010519491231002X' })
    }
  })
  it('says how many characters there are', () => {
    expect(resident('1101051949123100')).toEqual({ ok: false, code: 'id_length', length: 16, expected: 18 })
    expect(resident('')).toMatchObject({ code: 'id_number_required' })
  })
  it('names what is wrong', () => {
    expect(code('11010519491231O02X')).toBe('id_characters')
    expect(code('1101051949123X0021')).toBe('id_characters')
    expect(code('990105194912310029')).toBe('id_area')
    expect(code('110105194913310020')).toBe('id_date')
    expect(code('110105194902300020')).toBe('id_date')
    expect(code('110105209912310020')).toBe('id_future')
    expect(code('110105194912310021')).toBe('id_checksum')
    expect(code('810105194912310021')).toBe('id_area')
  })
  it('takes whatever is right and derives what it holds', () => {
    fc.assert(
      fc.property(numbers, ({ number, birth, gender }) => {
        expect(resident(number)).toEqual({ ok: true, number, birthDate: birth, gender })
      }),
    )
  })
  it('finds every single wrong digit', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 0, max: 16 }), fc.integer({ min: 1, max: 9 }), ({ number }, at, by) => {
        const digit = (Number(number[at]) + by) % 10
        expect(resident(number.slice(0, at) + digit + number.slice(at + 1)).ok).toBe(false)
      }),
    )
  })
  it('finds neighbours that were swapped', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 0, max: 15 }), ({ number }, at) => {
        fc.pre(number[at] !== number[at + 1])
        const swapped = number.slice(0, at) + number[at + 1] + number[at] + number.slice(at + 2)
        expect(resident(swapped).ok).toBe(false)
      }),
    )
  })
})

describe('other documents', () => {
  it('checks their form', () => {
    expect(checkIdNumber('passport', 'e 1234 5678', TODAY)).toEqual({ ok: true, number: 'E12345678' })
    expect(checkIdNumber('home_return_permit', 'H12345678', TODAY).ok).toBe(true)
    expect(checkIdNumber('home_return_permit', 'M1234567801', TODAY).ok).toBe(true)
    expect(checkIdNumber('taiwan_permit', '12345678', TODAY).ok).toBe(true)
    expect(checkIdNumber('foreigner_permit', 'USA110087654321', TODAY).ok).toBe(true)
    expect(checkIdNumber('foreigner_permit', '911124198108030024', TODAY).ok).toBe(true)
  })
  it('refuses other forms', () => {
    expect(checkIdNumber('passport', 'ABCDEFGH', TODAY)).toMatchObject({ code: 'passport_format' })
    expect(checkIdNumber('passport', 'E12', TODAY)).toMatchObject({ code: 'passport_format' })
    expect(checkIdNumber('home_return_permit', 'A12345678', TODAY)).toMatchObject({ code: 'permit_format' })
    expect(checkIdNumber('taiwan_permit', '1234567', TODAY)).toMatchObject({ code: 'permit_format', length: 7 })
  })
})

describe('masking', () => {
  it('hides birth date and sequence', () => {
    expect(maskIdNumber('11010519491231002X')).toBe('1101 •••• 002X')
    expect(maskIdNumber('E12345678')).toBe('E •••• 78')
    expect(maskIdNumber('E1')).toBe('••••')
    for (const number of ['11010519491231002X', 'E12345678', 'E1'])
      expect(maskIdNumber(maskIdNumber(number))).toBe(maskIdNumber(number))
  })
  it('is stable under normalisation', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(normaliseIdNumber(normaliseIdNumber(text))).toBe(normaliseIdNumber(text))
      }),
    )
  })
})
