/**
 * Parses CSV of schools, insurers, banks and gateways: UTF-8 with or without BOM, or GB18030; quotes may enclose
 * commas, quotes, lines (RFC 4180).
 */

export interface CsvRow {
  /** The line on which the row begins, from 1. */
  line: number
  cells: string[]
}

const ENCODINGS = ['utf-8', 'gb18030'] as const

/** The text of a file; `undefined` where it is in neither encoding. */
export function decodeCsv(
  bytes: Uint8Array,
  encodings: readonly (typeof ENCODINGS)[number][] = ENCODINGS,
): string | undefined {
  for (const encoding of encodings) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // Not this encoding: try the next.
    }
  }
  return undefined
}

/** The separator: the candidate that occurs more often in the first line, because some spreadsheets write semicolons. */
export function separatorOf(text: string): ',' | ';' {
  const [head = ''] = text.split(/[\r\n]/, 1)
  return head.split(';').length > head.split(',').length ? ';' : ','
}

/** A cell, quoted or not, and the mark that ends it. */
const CELLS = {
  ',': /(?:"([^"]*(?:""[^"]*)*)"[^\S\r\n]*|([^",\r\n][^,\r\n]*)?)(,|\r\n|\r|\n|$)/y,
  ';': /(?:"([^"]*(?:""[^"]*)*)"[^\S\r\n]*|([^";\r\n][^;\r\n]*)?)(;|\r\n|\r|\n|$)/y,
} as const

/** Rows that are not empty; `open`: the line of a quote that is never closed, or that is followed by text. */
export function parseCsv(text: string, separator: ',' | ';' = ','): { rows: CsvRow[]; open?: number } {
  const rows: CsvRow[] = []
  const cell = new RegExp(CELLS[separator])
  let line = 1
  let row: CsvRow = { line, cells: [] }
  while (cell.lastIndex <= text.length) {
    const found = cell.exec(text)
    if (!found) return { rows, open: line }
    const [whole, quoted, plain = '', end = ''] = found
    row.cells.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    line += (whole.match(/\r\n|\r|\n/g) ?? []).length
    if (end === separator) continue
    if (row.cells.some((it) => it !== '')) rows.push(row)
    row = { line, cells: [] }
    if (end === '') break
  }
  return { rows }
}
