/** CSV as schools, banks and gateways send it: UTF-8 with or without BOM, or GB18030; quoted cells may hold commas, quotes and lines (RFC 4180). */

export interface CsvRow {
  /** On which it begins, from 1. */
  line: number
  cells: string[]
}

/** The text of a file; `undefined` where it is neither UTF-8 nor GB18030. */
export function decodeCsv(bytes: Uint8Array): string | undefined {
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // The other one, or none.
    }
  }
  return undefined
}

/** Rows that are not empty; `open`: the line of a quote that is never closed. */
export function parseCsv(text: string): { rows: CsvRow[]; open?: number } {
  const rows: CsvRow[] = []
  const cell = /(?:"([^"]*(?:""[^"]*)*)"[^\S\r\n]*|([^",\r\n][^,\r\n]*)?)(,|\r\n|\r|\n|$)/y
  let line = 1
  let row: CsvRow = { line, cells: [] }
  while (cell.lastIndex <= text.length) {
    const found = cell.exec(text)
    if (!found) return { rows, open: line }
    const [whole, quoted, plain = '', end = ''] = found
    row.cells.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    line += (whole.match(/\r\n|\r|\n/g) ?? []).length
    if (end === ',') continue
    if (row.cells.some((it) => it !== '')) rows.push(row)
    row = { line, cells: [] }
    if (end === '') break
  }
  return { rows }
}
