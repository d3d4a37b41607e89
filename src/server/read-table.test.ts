import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readTable, UNREADABLE } from './read-table.ts'
import { workbook } from './workbook.testing.ts'

const csv = (text: string): Uint8Array => strToU8(text)

describe('whatever a spreadsheet writes has the same rows', () => {
  const rows = [
    { line: 1, cells: ['name', '姓名'] },
    { line: 3, cells: ['Lin', '林, 晓'] },
  ]
  test.each<[string, Uint8Array]>([
    ['commas', csv('name,姓名\n,\nLin,"林, 晓"\n')],
    ['semicolons', csv('name;姓名\n;\nLin;林, 晓\n')],
    ['tabs, as “Unicode text”', Uint8Array.from(Buffer.from('\uFEFFname\t姓名\r\n\r\nLin\t林, 晓', 'utf16le'))],
    [
      'GB18030',
      Uint8Array.from([
        ...Buffer.from('name,'),
        0xd0,
        0xd5,
        0xc3,
        0xfb,
        ...Buffer.from('\n\nLin,"'),
        0xc1,
        0xd6,
        ...Buffer.from(', '),
        0xcf,
        0xfe,
        ...Buffer.from('"'),
      ]),
    ],
    [
      'a workbook',
      workbook([
        ['name', '姓名'],
        [null, null],
        ['Lin', '林, 晓'],
      ]),
    ],
    ['a workbook with an empty sheet', workbook([['name', '姓名'], [], ['Lin', '林, 晓']], [])],
  ])('%s', async (_, bytes) => {
    expect(await readTable(bytes)).toEqual({ rows })
  })

  test('numbers, days and formulas of a workbook are what they show', async () => {
    expect(await readTable(workbook([[35.68, true, { formula: 'HYPERLINK("x")', shown: 'Clinic' }]]))).toEqual({
      rows: [{ line: 1, cells: ['35.68', 'true', 'Clinic'] }],
    })
  })

  test('an encoding that cannot be told is read by its name', async () => {
    const big5 = Uint8Array.from([...Buffer.from('name\n'), 0xb3, 0xaf, 0xa4, 0x6a])
    expect(await readTable(big5, 'big5')).toMatchObject({ rows: [{}, { cells: ['陳大'] }] })
  })

  test('a number that a workbook has rounded says so', async () => {
    expect(await readTable(workbook([[202601, 123456789012345680, 2.02601e11]]))).toMatchObject({
      rows: [{ cells: ['202601', '1.2345678901234568E+17', '202601000000'] }],
    })
  })
})

const SHEET = 'xl/worksheets/sheet1.xml'
/** A workbook of one column whose sheet goes on with these rows of XML. */
function withRows(xml: string): Uint8Array {
  const files = unzipSync(workbook([['email'], ['a@example.com']]))
  const sheet = strFromU8(files[SHEET] ?? new Uint8Array())
  return zipSync({ ...files, [SHEET]: strToU8(sheet.replace('</sheetData>', `${xml}</sheetData>`)) })
}
const cellAt = (row: number, column: string, text = 'x'): string =>
  `<row r="${row}"><c r="${column}${row}" t="inlineStr"><is><t>${text}</t></is></c></row>`

test('cells that are only coloured are no part of a table, however far they go', async () => {
  const coloured = Array.from({ length: 500 }, (_, i) => `<row r="${i + 3}"><c r="XFD${i + 3}" s="0"/></row>`)
  const rows = [
    { line: 1, cells: ['email'] },
    { line: 2, cells: ['a@example.com'] },
  ]
  expect(await readTable(withRows(coloured.join('') + '<row r="1048576" ht="20"/>'))).toEqual({ rows })
})

test.each<[keyof typeof UNREADABLE, number, Uint8Array]>([
  ['encoding', 1, Uint8Array.from(Buffer.from('Zürich,Universitätsspital', 'latin1'))],
  ['encoding', 1, Uint8Array.from([...Buffer.from('email,name\na@example.com,'), 0xb3, 0xaf, 0xa4, 0x6a])],
  ['control_character', 3, csv('a,b\n1,2\nA\0B,3')],
  ['control_character', 2, csv('a,b\n1,"2\u001b"')],
  ['open_quote', 2, csv('a,b\n1,"open')],
  ['old_workbook', 1, Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])],
  ['broken_workbook', 1, zipSync({ 'a.txt': strToU8('no workbook') })],
  ['broken_workbook', 1, workbook([['a']]).subarray(0, 200)],
  ['several_sheets', 1, workbook([['a']], [['b']])],
  ['stray_cell', 20_000, withRows(cellAt(20_000, 'XFD'))],
  ['stray_cell', 1_048_576, withRows(cellAt(1_048_576, 'Z'))],
  ['large_workbook', 1, withRows(cellAt(3, 'A', 'x'.repeat(40_000_000)))],
  ['large_workbook', 1, withRows(cellAt(3, 'A', 'x'.repeat(2_000_000)))],
  ['large_workbook', 1, zipSync({ 'xl/a.xml': new Uint8Array(20_000_000), 'xl/b.xml': new Uint8Array(20_000_000) })],
])('%s is told with its line', async (code, line, bytes) => {
  expect(await readTable(bytes)).toEqual({ unreadable: { code, line } })
})
