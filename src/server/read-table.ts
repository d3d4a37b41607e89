/**
 * The one reader of tables that people send: CSV as every spreadsheet writes it, and `.xlsx`. For commands, each in a
 * process of its own: a workbook of 5,000 rows takes most of a second, which the server's event loop does not have.
 */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { parseTable, type CsvRow } from '../lib/text/read-csv.ts'
import { decodeText, ENCODINGS, type Encoding } from '../lib/text/text-encoding.ts'

/** Why a file is no table; `line` only where a place is known. */
export interface UnreadableTable {
  code:
    | 'encoding'
    | 'open_quote'
    | 'control_character'
    | 'old_workbook'
    | 'broken_workbook'
    | 'large_workbook'
    | 'stray_cell'
    | 'several_sheets'
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
  large_workbook:
    'is a workbook with far more in it than a list. Copy the list into a new one, or save it as “CSV UTF-8”.',
  stray_cell: 'has a cell far away from the list. Delete what is written there, or copy the list into a new workbook.',
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

/** Bytes of XML that a workbook may hold: 20,000 rows of 20 columns. Much smaller files can be unpacked to gigabytes. */
const UNPACKED_MOST = 32 * 1024 * 1024
/** Characters between two tags. A spreadsheet's cell takes 32,767; the reader's time grows with the square of them. */
const TEXT_MOST = 1024 * 1024
/** Rows times columns up to the farthest cell: the reader makes all of them, in gigabytes for one in the last corner. */
const PLACES_MOST = 2_000_000
/** A cell with a colour and no content. Those of a formatted sheet reach farther than its list. */
const EMPTY_CELL = /<(?:\w+:)?c\b(?=[^>]*\br=)[^>]*\/>/g
const ROW = /<(?:\w+:)?row\b/
/** A cell, with its column and row where it names them. */
const CELL = /<(?:\w+:)?c\b(?:[^>]*?\br=["']([A-Z]{1,3})(\d{1,7})["'])?/g

const isXml = (name: string): boolean => /\.(?:xml|rels)$/i.test(name)
const isSheet = (name: string): boolean => /^\/?xl\/worksheets\/[^/]+\.xml$/i.test(name)

/** The workbook with the parts that are read and the cells that have content; or why it would overload its reader. */
function lightened(bytes: Uint8Array): { workbook: Uint8Array } | { unreadable: UnreadableTable } {
  let unpacked = 0
  const takes = (name: string, size: number): boolean => {
    if (!isXml(name)) return false
    unpacked += size
    return unpacked <= UNPACKED_MOST
  }
  const parts = unzipSync(bytes, { filter: ({ name, originalSize }) => takes(name, originalSize) })
  if (unpacked > UNPACKED_MOST) return { unreadable: { code: 'large_workbook', line: 1 } }
  for (const [name, part] of Object.entries(parts)) {
    const xml = strFromU8(part)
    if (longestText(xml) > TEXT_MOST) return { unreadable: { code: 'large_workbook', line: 1 } }
    if (!isSheet(name)) continue
    const filled = xml.replace(EMPTY_CELL, '')
    const line = strayRow(filled)
    if (line !== undefined) return { unreadable: { code: 'stray_cell', line } }
    parts[name] = strToU8(filled)
  }
  // Packed again, so that the reader gets what was measured, whatever else the file's parts say of themselves.
  return { workbook: zipSync(parts, { level: 0 }) }
}

function longestText(xml: string): number {
  let longest = 0
  for (let at = 0, next = 0; next >= 0; at = next + 1) {
    next = xml.indexOf('<', at)
    longest = Math.max(longest, (next < 0 ? xml.length : next) - at)
  }
  return longest
}

/** The last row, where the sheet has too many places for a list. */
function strayRow(xml: string): number | undefined {
  let [rows, columns] = [0, 0]
  for (const row of xml.split(ROW).slice(1)) {
    const cells = [...row.matchAll(CELL)]
    if (cells.length > 0) rows = Math.max(rows, Number(/^[^>]*?\br=["'](\d{1,7})/.exec(row)?.[1] ?? 0))
    columns = Math.max(columns, cells.length)
    for (const [, letters = '', number] of cells) {
      rows = Math.max(rows, Number(number ?? 0))
      columns = Math.max(columns, columnOf(letters))
    }
  }
  return rows * columns > PLACES_MOST ? rows : undefined
}

/** A is 1, AA is 27. */
const columnOf = (letters: string): number =>
  Array.from(letters).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)

async function readSheet(bytes: Uint8Array): Promise<ReadTable> {
  // Loaded only here: commands are modules of the server too, which reads no workbooks.
  const { default: readWorkbook } = await import('read-excel-file/node')
  const read = async (): Promise<ReadTable> => {
    const light = lightened(bytes)
    return 'unreadable' in light ? light : rowsOf(await readWorkbook(Buffer.from(light.workbook)))
  }
  return read().catch(() => ({ unreadable: { code: 'broken_workbook', line: 1 } }))
}

function rowsOf(sheets: readonly { data: readonly (readonly unknown[])[] }[]): ReadTable {
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
