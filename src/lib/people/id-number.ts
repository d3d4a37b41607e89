/**
 * Identity numbers (domain §6, design §2 "ID number"): the mainland ID carries area, birth date, gender and a check
 * character and is checked for all of them; other documents are checked for their form only.
 */
import { maskIdNumber, normaliseIdNumber } from './id-number-text.ts'
import { isDay, type Day, mayHaveBegun } from '../days/dates.ts'
import type { Gender, IdType } from './id-types.ts'

export * from './id-types.ts'
export { maskIdNumber, normaliseIdNumber }

const ID_CODES = [
  'id_number_required',
  'id_length',
  'id_characters',
  'id_area',
  'id_date',
  'id_future',
  'id_checksum',
  'passport_format',
  'permit_format',
] as const
export type IdCode = (typeof ID_CODES)[number]

/**
 * Facts read from a number. `length` and `expected` count characters, for "17 digits; an ID card has 18" (domain §8
 * rule 8).
 */
export type IdCheck =
  | { ok: true; number: string; birthDate?: Day; gender?: Gender }
  | { ok: false; code: IdCode; length: number; expected?: number }

const LENGTH = 18
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK = '10X98765432'
/** Provinces of GB/T 2260; 83 is the residence permit of Taiwan residents, 71 Taiwan's own code. */
const PROVINCES = new Set([
  11, 12, 13, 14, 15, 21, 22, 23, 31, 32, 33, 34, 35, 36, 37, 41, 42, 43, 44, 45, 46, 50, 51, 52, 53, 54, 61, 62, 63,
  64, 65, 71, 81, 82, 83,
])
const PERMIT_AREAS = /^8[123]/

/** The check character of the first 17 digits (GB 11643-1999, ISO 7064 MOD 11-2). */
export function checkCharacter(digits: string): string {
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)
  return CHECK.charAt(sum % 11)
}

/** Checks a number by the rules of its document. `today` is the day in Shanghai: nobody is born after it. */
export function checkIdNumber(type: IdType, text: string, today: Day): IdCheck {
  const number = normaliseIdNumber(text)
  const refuse = (code: IdCode, expected?: number): IdCheck => ({
    ok: false,
    code,
    length: number.length,
    ...(expected ? { expected } : {}),
  })
  if (!number) return refuse('id_number_required')
  if (type === 'resident_id') return checkResident(number, today, refuse)
  const form = FORMS[type]
  return form.pattern.test(number) ? { ok: true, number } : refuse(form.code)
}

// The foreigner's card changed in 2023 from 3 letters + 12 digits to 18 characters beginning with 9.
const FORMS: Record<Exclude<IdType, 'resident_id'>, { pattern: RegExp; code: IdCode }> = {
  passport: { pattern: /^(?=.*\d)[A-Z0-9]{5,17}$/, code: 'passport_format' },
  home_return_permit: { pattern: /^[HM]\d{8}(\d{2})?$/, code: 'permit_format' },
  taiwan_permit: { pattern: /^\d{8}$/, code: 'permit_format' },
  foreigner_permit: { pattern: /^([A-Z]{3}\d{12}|9\d{16}[\dX])$/, code: 'permit_format' },
}

function checkResident(number: string, today: Day, refuse: (code: IdCode, expected?: number) => IdCheck): IdCheck {
  if (!/^\d*X?$/.test(number)) return refuse('id_characters')
  if (number.length !== LENGTH) return refuse('id_length', LENGTH)
  if (!/^\d{17}[\dX]$/.test(number)) return refuse('id_characters')
  if (!PROVINCES.has(Number(number.slice(0, 2)))) return refuse('id_area')
  if (PERMIT_AREAS.test(number) && number.slice(2, 6) !== '0000') return refuse('id_area')
  const birthDate = `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`
  if (!exists(birthDate)) return refuse('id_date')
  if (!mayHaveBegun(birthDate, today)) return refuse('id_future')
  if (checkCharacter(number) !== number.at(-1)) return refuse('id_checksum')
  return { ok: true, number, birthDate, gender: Number(number[16]) % 2 === 1 ? 'male' : 'female' }
}

/**
 * `isDay` knows no dates before 1900, but the standard's own example was born in 1880: the same date 200 years later
 * exists in the same cases, except 29 February 1800.
 */
const exists = (day: Day): boolean => isDay(day.replace(/^18/, '20')) && day !== '1800-02-29'

/** Checks only the form of a passport number. */
export const isPassportNumber = (text: string): boolean => FORMS.passport.pattern.test(normaliseIdNumber(text))
