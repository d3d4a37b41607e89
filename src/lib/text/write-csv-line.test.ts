import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCsv } from './read-csv.ts'
import { csvLine, hasFormula } from './write-csv-line.ts'

test('quotes what needs it, and disarms what a spreadsheet would run', () => {
  expect(csvLine(['YFO-1', 'Law, evening', 'say "hi"', 'two\nlines', ''])).toBe(
    'YFO-1,"Law, evening","say ""hi""","two\nlines",',
  )
  expect(csvLine(['=HYPERLINK("x")', '+1', '-1', '@a', '＝1+1', '＠a'])).toBe(
    '"\'=HYPERLINK(""x"")",\'+1,\'-1,\'@a,\'＝1+1,\'＠a',
  )
})

test.each([
  ['a semicolon', 'S3;=1+1', '"S3;\'=1+1"'],
  ['a semicolon and a quote', 'S3;"=1+1"', '"S3;""\'=1+1"""'],
  ['a semicolon and spaces', 'S3; \t@a', '"S3; \t\'@a"'],
  ['a tab', 'S3\t-1', '"S3\t\'-1"'],
  ['a line break', 'S3\r\n＝1', '"S3\r\n\'＝1"'],
])('disarms what begins after %s, where another spreadsheet starts a cell', (_, text, line) => {
  expect(csvLine([text])).toBe(line)
  expect(hasFormula(text)).toBe(true)
})

test('leaves alone what no spreadsheet would run', () => {
  for (const text of ['a=b', '2026-09-01', 'mei@example.com', 'S3; S4', 'C++', 'a, -b']) {
    expect(hasFormula(text)).toBe(false)
    expect(parseCsv(csvLine([text, 'x'])).rows[0]?.cells).toEqual([text, 'x'])
  }
})

test('whatever the separator of a spreadsheet, no cell begins like a formula, and our own import reads the line', () => {
  const text = fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', '＝', ';', '\t', '\n', '"', ',', ' ', 'a'),
    maxLength: 12,
  })
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 4 }), (cells) => {
      const line = csvLine(cells)
      for (const separator of [';', '\t'])
        for (const cell of line.split(new RegExp(`[\n${separator}]`))) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝]/)
      const read = parseCsv(line).rows[0]?.cells ?? cells.map(() => '')
      expect(read.map((it) => it.replaceAll("'", '').trim())).toEqual(cells.map((it) => it.trim()))
    }),
  )
})
