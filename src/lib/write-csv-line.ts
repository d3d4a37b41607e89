/**
 * One line of CSV (RFC 4180). What a spreadsheet would take for a formula, also in full-width characters, gets an
 * apostrophe in front.
 */
export const csvLine = (cells: readonly string[]): string => cells.map(cell).join(',')

function cell(text: string): string {
  const safe = /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
