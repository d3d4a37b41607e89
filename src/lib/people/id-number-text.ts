/** Normalising and masking of ID numbers, for pages that do not check them. */

/** Normal form as the document prints it: full-width forms, spaces and hyphens are accepted, letters become capitals. */
export const normaliseIdNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s.·-]/g, '')
    .toUpperCase()

/**
 * `1101 •••• 002X`, `E •••• 34`: enough to recognise, without birth date or sequence. A number that is masked already
 * stays as it is.
 */
export function maskIdNumber(text: string): string {
  if (text.includes('••')) return text
  const number = normaliseIdNumber(text)
  if (number.length >= 15) return `${number.slice(0, 4)} •••• ${number.slice(-4)}`
  if (number.length >= 6) return `${number.slice(0, 1)} •••• ${number.slice(-2)}`
  return '••••'
}
