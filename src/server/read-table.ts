/**
 * The one reader of tables that people send: CSV as every spreadsheet writes it, and `.xlsx`. For commands, each in a
 * process of its own: a workbook of 5,000 rows takes most of a second, which the server's event loop does not have.
 */
import { parseTable, type CsvRow } from '../lib/text/read-csv.ts'
import { decodeText, ENCODINGS, type Encoding } from '../lib/text/text-encoding.ts'

/** Why a file is no table; `line` only where a place is known. */
export interface UnreadableTable {
  code: 'encoding' | 'open_quote' | 'control_character' | 'old_workbook' | 'broken_workbook' | 'several_sheets'
  line: number
}

export type ReadTable = { rows: CsvRow[] } | { unreadable: UnreadableTable }

/** What an editor is told, with the remedy. */
export const UNREADABLE: Readonly<Record<UnreadableTable['code'], string>> = {
  encoding: `is in an encoding that cannot be told, or not in the one that was named. In the spreadsheet choose “CSV UTF-8” or “Excel Workbook (.xlsx)” when you save, or name it: --encoding ${ENCODINGS.join('|')}.`,
  open_quote:
    'has a quotation mark that is never closed, or text after a closing one. Write a quotation mark inside quotes twice.',
  control_character: 'has a character that no keyboard writes (a NUL, for example). Delete it, or type the cell anew.',
  old_workbook: 'is a workbook of Excel before 2007 (.xls). Save it as “Excel Workbook (.xlsx)” or “CSV UTF-8”.',
  broken_workbook: 'is a workbook that cannot be opened, or has a password. Save it again, without a password.',
  several_sheets: 'has several sheets with rows. Keep only the one with the list.',
}

const startsWith = (bytes: Uint8Array, ...head: number[]): boolean => head.every((byte, i) => bytes[i] === byte)

/** Tabs and line breaks may stand in a cell. */
const CONTROL = /[^\P{Cc}\t\n\r]/u

/** Rows that are not empty, with the number of their line in the file; `encoding` where the sender has named it. */
export async function readTable(bytes: Uint8Array, encoding?: Encoding): Promise<ReadTable> {
  const table = startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) ? await readSheet(bytes) : readText(bytes, encoding)
  if ('unreadable' in table) return table
  const broken = table.rows.find(({ cells }) => cells.some((cell) => CONTROL.test(cell)))
  return broken ? { unreadable: { code: 'control_character', line: broken.line } } : table
}

function readText(bytes: Uint8Array, encoding?: Encoding): ReadTable {
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return { unreadable: { code: 'old_workbook', line: 1 } }
  const text = decodeText(bytes, encoding)
  if (text === undefined) return { unreadable: { code: 'encoding', line: 1 } }
  const { rows, open } = parseTable(text)
  return open === undefined ? { rows } : { unreadable: { code: 'open_quote', line: open } }
}

async function readSheet(bytes: Uint8Array): Promise<ReadTable> {
  // Loaded only here: commands are modules of the server too, which reads no workbooks.
  const { default: readWorkbook } = await import('read-excel-file/node')
  const sheets = await readWorkbook(Buffer.from(bytes)).catch(() => undefined)
  if (!sheets) return { unreadable: { code: 'broken_workbook', line: 1 } }
  const [rows = [], ...more] = sheets
    .map(({ data }) =>
      data
        .map((cells, i): CsvRow => ({ line: i + 1, cells: cells.map(textOf) }))
        .filter(({ cells }) => cells.some((cell) => cell !== '')),
    )
    .filter((sheet) => sheet.length > 0)
  return more.length > 0 ? { unreadable: { code: 'several_sheets', line: 1 } } : { rows }
}

/** A spreadsheet keeps 15 digits of a number; those of a longer one are not all true, and its power says so. */
const EXACT = 1e15

function textOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell === 'number') return Math.abs(cell) < EXACT ? String(cell) : cell.toExponential().toUpperCase()
  return typeof cell === 'string' ? cell.trim() : typeof cell === 'boolean' ? String(cell) : ''
}
