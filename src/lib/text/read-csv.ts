/**
 * Parses CSV of schools, insurers, banks and gateways: cells parted by commas, semicolons or tabs; quotes may enclose
 * separators, quotes, lines (RFC 4180). Bytes become text in `text-encoding.ts`.
 */

export interface CsvRow {
  /** The line on which the row begins, from 1. */
  line: number
  cells: string[]
}

const SEPARATORS = [',', ';', '\t'] as const
type Separator = (typeof SEPARATORS)[number]

/**
 * What parts the cells: the separator that occurs most often outside of quotes in the first line that has any, because
 * some spreadsheets write semicolons or tabs.
 */
function separatorOf(text: string): Separator {
  for (const line of text.split(/\r\n|\r|\n/)) {
    const bare = line.replace(/"[^"]*"/g, '')
    const [best] = SEPARATORS.map((it) => ({ it, times: bare.split(it).length - 1 })).sort((a, b) => b.times - a.times)
    if (best && best.times > 0) return best.it
  }
  return ','
}

/** A cell, quoted or not, and the mark that ends it. */
const CELLS: Readonly<Record<Separator, RegExp>> = {
  ',': /(?:"([^"]*(?:""[^"]*)*)"[^\S\r\n]*|([^",\r\n][^,\r\n]*)?)(,|\r\n|\r|\n|$)/y,
  ';': /(?:"([^"]*(?:""[^"]*)*)"[^\S\r\n]*|([^";\r\n][^;\r\n]*)?)(;|\r\n|\r|\n|$)/y,
  '\t': /(?:"([^"]*(?:""[^"]*)*)" *|([^"\t\r\n][^\t\r\n]*)?)(\t|\r\n|\r|\n|$)/y,
}

/** Rows that are not empty; `open`: the line of a quote that is never closed, or that is followed by text. */
export function parseCsv(text: string, separator: Separator = ','): { rows: CsvRow[]; open?: number } {
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

/** The line by which Excel is told the separator, before the table. */
const SEPARATOR_LINE = /^"?sep=(.)"?[,;\t]*(?:\r\n|\r|\n|$)/i

/** Rows of a table by whichever separator it names or uses. */
export function parseTable(text: string): ReturnType<typeof parseCsv> {
  const [first = '', named] = SEPARATOR_LINE.exec(text) ?? []
  const table = text.slice(first.length)
  const { rows, open } = parseCsv(table, SEPARATORS.find((it) => it === named) ?? separatorOf(table))
  const below = first === '' ? 0 : 1
  return {
    rows: rows.map((row) => ({ ...row, line: row.line + below })),
    ...(open === undefined ? {} : { open: open + below }),
  }
}

/** Spreadsheets also write columns that were used once and are empty now. */
export const usedCells = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
