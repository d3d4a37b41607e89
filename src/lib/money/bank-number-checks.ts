/** Check digits and lengths of bank accounts: cards of mainland banks, routing numbers, IBANs. */
/** Codes that are more specific than `…_format`: they name what a person can compare with the bank's document. */
export type BankProblem = 'format' | 'iban_country' | 'iban_length' | 'iban_checksum' | 'number_checksum'
/** IBAN lengths of the euro area, the Schengen area and the United Kingdom. */
export const IBAN_LENGTHS: Readonly<Record<string, number>> = {
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  SE: 24,
  SI: 19,
  SK: 24,
  GB: 22,
}

/** Cards of mainland banks begin with 62 and have a check digit; account numbers of passbooks and companies have none. */
export function mainlandProblem(value: string): BankProblem | undefined {
  if (!value.startsWith('62')) return undefined
  if (value.length < 16 || value.length > 19) return 'format'
  return luhn(value) ? undefined : 'number_checksum'
}

/** ISO/IEC 7812-1, annex B. */
function luhn(value: string): boolean {
  const sum = Array.from(value, Number)
    .reverse()
    .reduce((total, digit, i) => {
      const doubled = digit * (i % 2 === 0 ? 1 : 2)
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
  return sum % 10 === 0
}

/** ABA routing number: weights 3 7 1, sum divisible by ten. */
export function isRouting(value: string): boolean {
  const sum = Array.from(value, Number).reduce((total, digit, i) => total + digit * ([3, 7, 1][i % 3] ?? 0), 0)
  return sum > 0 && sum % 10 === 0
}

/** ISO 13616: the country's length, and the remainder 1 of the rearranged number by 97. */
export const isIban = (value: string): boolean =>
  IBAN_LENGTHS[value.slice(0, 2)] === value.length && hasIbanChecksum(value)

/** What is wrong with an IBAN of a country, the simplest mistake first. */
export function ibanProblem(value: string, country: string): BankProblem | undefined {
  if (!/^[A-Z]{2}\d{2}/.test(value)) return 'format'
  if (!value.startsWith(country)) return 'iban_country'
  if (IBAN_LENGTHS[country] !== value.length) return 'iban_length'
  return hasIbanChecksum(value) ? undefined : 'iban_checksum'
}

/** Other countries: the bank's own number or an IBAN; a number that looks like an IBAN must have its checksum. */
export function elsewhereProblem(value: string): BankProblem | undefined {
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,}$/.test(value) && !hasIbanChecksum(value) ? 'iban_checksum' : undefined
}

function hasIbanChecksum(value: string): boolean {
  const number = Array.from(value.slice(4) + value.slice(0, 4), (c) => parseInt(c, 36)).join('')
  return BigInt(number) % 97n === 1n
}
