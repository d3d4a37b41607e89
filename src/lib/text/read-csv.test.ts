import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCsv, parseTable } from './read-csv.ts'

test('cells hold commas, quotes and lines; a row is known by the line on which it begins', () => {
  expect(parseCsv('a,b\r\n"x, ""y""\nz",2\n\n ,\n3, 4 ')).toEqual({
    rows: [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x, "y"\nz', '2'] },
      { line: 6, cells: ['3', '4'] },
    ],
  })
  expect(parseCsv('a,b\n1,"open')).toMatchObject({ open: 2 })
  expect(parseCsv('a\n\n"b"c')).toMatchObject({ open: 3 })
  expect(parseCsv('')).toEqual({ rows: [] })
  expect(parseCsv('a,\n')).toEqual({ rows: [{ line: 1, cells: ['a', ''] }] })
})

const rowsOf = (text: string): string[][] => parseTable(text).rows.map(({ cells }) => cells)

test('semicolons or tabs part cells where the first line with any says so', () => {
  expect(rowsOf('a;b\n1,5,6;2')).toEqual([
    ['a', 'b'],
    ['1,5,6', '2'],
  ])
  expect(rowsOf('a,"b;c"\n')).toEqual([['a', 'b;c']])
  expect(rowsOf('a list\n\na\tb, c\td\n')).toEqual([['a list'], ['a', 'b, c', 'd']])
  expect(rowsOf('"a,b,c";d\n')).toEqual([['a,b,c', 'd']])
  expect(rowsOf('alone')).toEqual([['alone']])
  expect(parseCsv('a\tb, c\n\t"d\te"', '\t').rows.map(({ cells }) => cells)).toEqual([
    ['a', 'b, c'],
    ['', 'd\te'],
  ])
  expect(parseCsv('a;b\n1,5;"2;3"', ';').rows.map(({ cells }) => cells)).toEqual([
    ['a', 'b'],
    ['1,5', '2;3'],
  ])
})

test.each([
  [
    'sep=,\r\na,b;c\r\n1,2\r\n',
    [
      ['a', 'b;c'],
      ['1', '2'],
    ],
  ],
  ['SEP=;\na;b,c,d\n', [['a', 'b,c,d']]],
  ['"sep=\t"\na,b\tc\n', [['a,b', 'c']]],
])('%j: the line for Excel is no row, and keeps its number', (text, rows) => {
  expect(rowsOf(text)).toEqual(rows)
  expect(parseTable(text).rows[0]?.line).toBe(2)
  expect(parseTable(`${text}"open`).open).toBe(2 + rows.length)
})

test('whatever is written by the rules is read back', () => {
  const cell = fc.string({ maxLength: 6 }).map((text) => text.trim())
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
      const full = rows.filter((row) => row.some((it) => it !== ''))
      const text = full.map((row) => row.map((it) => `"${it.replaceAll('"', '""')}"`).join(',')).join('\n')
      expect(parseCsv(text).rows.map(({ cells }) => cells)).toEqual(full)
    }),
  )
})
