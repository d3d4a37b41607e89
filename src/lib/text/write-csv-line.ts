/**
 * One line of CSV (RFC 4180). What a spreadsheet would take for a formula, also in full-width characters, gets an
 * apostrophe in front.
 */
export const csvLine = (cells: readonly string[]): string => cells.map(cell).join(',')

/**
 * The beginnings of formulas: at the start of the text, and wherever a spreadsheet may start a cell of its own. One
 * whose separator is a semicolon or a tab does not take our quotes for quotes and splits the text there, and at line
 * breaks.
 */
const FORMULA_STARTS = /(^|[;\t\r\n])([\s"]*)(?=[=+\-@＝＋－＠])/g

/** Whether a spreadsheet would run the text, or a part of it, as a formula. */
export const hasFormula = (text: string): boolean => text.search(FORMULA_STARTS) >= 0

function cell(text: string): string {
  const safe = text.replace(FORMULA_STARTS, "$1$2'").replace(/^(?=[\t\r])/, "'")
  return /[";,\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
