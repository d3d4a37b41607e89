/**
 * The reference by which a bank transfer is matched with its payment: ISO 11649, `RF` with two check digits (MOD 97-10)
 * and eight digits. A wrong digit, and two that changed places, are found.
 */

const DIGITS = 8
const REFERENCE = new RegExp(`^RF\\d{${DIGITS + 2}}$`)

const remainder = (digits: string): number => Number(BigInt(digits) % 97n)
/** Digits of the letters `RF`, as the standard counts them. */
const RF = '2715'

export function transferReference(number: number): string {
  const body = String(number % 10 ** DIGITS).padStart(DIGITS, '0')
  return `RF${String(98 - remainder(`${body}${RF}00`)).padStart(2, '0')}${body}`
}

const isTransferReference = (text: string): boolean =>
  REFERENCE.test(text) && remainder(`${text.slice(4)}${RF}${text.slice(2, 4)}`) === 1

/** In groups of four, as it is shown and copied by hand. */
export const groupedReference = (reference: string): string => reference.replace(/(.{4})(?=.)/g, '$1 ')

/** Letters that hands and fonts make of digits. */
const MISTAKEN: Readonly<Record<string, string>> = { O: '0', Q: '0', D: '0', I: '1', L: '1', Z: '2', S: '5', B: '8' }

/**
 * The references in what a payer wrote, whatever marks and spaces stand in them; without `RF` too, where exactly the
 * digits stand alone. `wrong`: something looks like one, and its check digits do not fit.
 */
export function referencesIn(text: string): { references: string[]; wrong: boolean } {
  const plain = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{P}\p{Z}\p{Cf}]/gu, '')
  const marked = [...plain.matchAll(/RF([\dA-Z]{10})/g)].map(
    ([, body = '']) => `RF${body.replace(/[A-Z]/g, (letter) => MISTAKEN[letter] ?? letter)}`,
  )
  const bare = [...plain.matchAll(/(?<!\d)\d{10}(?!\d)/g)].map(([digits]) => `RF${digits}`)
  const references = [...new Set([...marked, ...bare].filter(isTransferReference))]
  return { references, wrong: references.length === 0 && /RF[\dA-Z]{4}/.test(plain) }
}
