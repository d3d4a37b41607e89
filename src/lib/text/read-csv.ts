/**
 * Parses CSV of schools, insurers, banks and gateways: UTF-8 with or without BOM, UTF-16 or GB18030; cells parted by
 * commas, semicolons or tabs; quotes may enclose separators, quotes, lines (RFC 4180).
 */

export interface CsvRow {
  /** The line on which the row begins, from 1. */
  line: number
  cells: string[]
}

/** A mark at the beginning of a file, or zeros, which UTF-8 and GB18030 have none of. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = [0, 1].map((odd) => bytes.subarray(0, 400).filter((byte, i) => i % 2 === odd && byte === 0).length)
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < 2) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/**
 * In GB18030 most bytes are some letter: a file in a Western encoding would be read without an error, `Zürich` as
 * `Z黵ich`. Between Latin letters nobody writes the rare characters that end in one.
 */
const WESTERN = /[A-Za-z][\u00c0-\u00ff][a-z]/

const latin = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)

/** The text of a file in UTF-8, UTF-16 or GB18030; `undefined` where it is in none of them. */
export function decodeCsv(bytes: Uint8Array): string | undefined {
  const wide = utf16Of(bytes)
  for (const encoding of wide ? [wide] : ['utf-8', 'gb18030']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      return encoding === 'gb18030' && WESTERN.test(latin(bytes)) ? undefined : text
    } catch {
      // Not this encoding: try the next.
    }
  }
  return undefined
}

const SEPARATORS = [',', ';', '\t'] as const
type Separator = (typeof SEPARATORS)[number]

/**
 * What parts the cells: the separator that occurs most often outside of quotes in the first line that has any, because
 * some spreadsheets write semicolons or tabs.
 */
export function separatorOf(text: string): Separator {
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

/** Spreadsheets also write columns that were used once and are empty now. */
export const usedCells = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
