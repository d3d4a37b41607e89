/** Tax numbers of organisations: GB 32100-2015 (unified social credit code) and what came before it. Pure. */

const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY'
/** 3^(i−1) mod 31. */
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** As printed: normalises full-width forms and capitals, and removes spaces and hyphens. */
export const normaliseTaxNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}-]/gu, '')
    .toUpperCase()

/** The eighteenth character; `undefined` if one of the seventeen is not allowed in the code. */
export function taxCheckCharacter(first17: string): string | undefined {
  const values = Array.from(first17, (it) => ALPHABET.indexOf(it))
  if (values.length !== WEIGHTS.length || values.includes(-1)) return undefined
  const sum = values.reduce((total, value, i) => total + value * (WEIGHTS[i] ?? 0), 0)
  return ALPHABET[(31 - (sum % 31)) % 31]
}

/**
 * `fits`: a unified social credit code with its check character, or an older number of 15 to 20 letters and digits ·
 * `unusual`: 18 characters that do not pass. Some genuine ones do not, so the buyer can confirm it · `wrong`: no tax
 * number.
 */
export function checkTaxNumber(text: string): 'fits' | 'unusual' | 'wrong' {
  const plain = normaliseTaxNumber(text)
  if (!/^[0-9A-Z]{15,20}$/.test(plain)) return 'wrong'
  if (plain.length !== 18) return 'fits'
  return taxCheckCharacter(plain.slice(0, 17)) === plain[17] ? 'fits' : 'unusual'
}

/** What is wrong with a number that was typed; none where it fits. */
export function taxNumberError(
  text: string,
): 'tax_number_required' | 'tax_number_format' | 'tax_number_unusual' | undefined {
  if (normaliseTaxNumber(text) === '') return 'tax_number_required'
  const verdict = checkTaxNumber(text)
  if (verdict === 'wrong') return 'tax_number_format'
  return verdict === 'unusual' ? 'tax_number_unusual' : undefined
}
