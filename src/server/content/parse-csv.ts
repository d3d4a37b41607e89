/** Reads a table as spreadsheets save it: comma or semicolon, quotes, line breaks inside quotes, any line end, byte order mark. */

export interface CsvRecord {
  /** Line of the file on which the record begins, counted from 1. */
  line: number
  cells: string[]
}

/** Thrown where the text is no table; `line` says where. */
export class CsvError extends Error {
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.name = 'CsvError'
    this.line = line
  }
}

/** Bytes as text. Spreadsheets in China save GBK unless told otherwise: refused, since names would be garbled. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CsvError(1, 'is not UTF-8. In the spreadsheet choose “CSV UTF-8” when you save.')
  }
}

/** Records without empty ones; cells trimmed. The separator is the one that the first line holds more of. */
export function parseCsv(text: string): CsvRecord[] {
  const head = text.slice(0, (text.search(/[\r\n]/) + 1 || text.length + 1) - 1)
  const separator = head.split(';').length > head.split(',').length ? ';' : ','
  const records: CsvRecord[] = []
  let [line, at] = [1, 0]
  while (at < text.length) {
    const record = readRecord(text, at, line, separator)
    if (record.cells.some((cell) => cell !== '')) records.push({ line, cells: record.cells })
    line = record.line
    at = record.end
  }
  return records
}

interface Read {
  cells: string[]
  /** Where the next record begins. */
  end: number
  line: number
}

function readRecord(text: string, start: number, firstLine: number, separator: string): Read {
  const cells: string[] = []
  let [at, line] = [start, firstLine]
  for (;;) {
    const cell = text[at] === '"' ? quoted(text, at, line) : plain(text, at, separator)
    cells.push(cell.value.trim())
    line += cell.breaks
    at = cell.end
    if (text[at] === separator) at += 1
    else if (at >= text.length) return { cells, end: at, line }
    else if (text[at] === '\n' || text[at] === '\r') return { cells, end: at + (text.startsWith('\r\n', at) ? 2 : 1), line: line + 1 }
    else throw new CsvError(line, 'has text after a closing quotation mark. Write a quotation mark inside quotes twice.')
  }
}

interface Cell {
  value: string
  end: number
  breaks: number
}

function plain(text: string, start: number, separator: string): Cell {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { value: text.slice(start, end), end, breaks: 0 }
}

function quoted(text: string, start: number, line: number): Cell {
  let at = start + 1
  for (;;) {
    const close = text.indexOf('"', at)
    if (close < 0) throw new CsvError(line, 'opens a quotation mark that is never closed.')
    if (text[close + 1] !== '"') {
      const value = text.slice(start + 1, close).replaceAll('""', '"')
      return { value, end: close + 1, breaks: value.split(/\r\n|\r|\n/).length - 1 }
    }
    at = close + 2
  }
}
