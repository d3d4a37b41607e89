import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvError, parseCsv, textOf } from './parse-csv.ts'

const cells = (text: string) => parseCsv(text).map((record) => record.cells)

test('cells, quotes and line ends', () => {
  expect(cells('a,b\r\n"x, y","say ""hi"""\n\n,\nlast,')).toEqual([['a', 'b'], ['x, y', 'say "hi"'], ['last', '']])
  expect(cells('a;b\n1,5;2')).toEqual([['a', 'b'], ['1,5', '2']])
  expect(cells('')).toEqual([])
})

test('lines are those of the file, also after a break inside quotes', () => {
  expect(parseCsv('a\n"x\ny"\r\nb').map(({ line }) => line)).toEqual([1, 2, 4])
})

test('what is no table says where', () => {
  const at = (text: string): unknown => {
    try {
      return parseCsv(text)
    } catch (error) {
      return error instanceof CsvError ? error.line : error
    }
  }
  expect(at('a\n"b')).toBe(2)
  expect(at('a\n\n"b"c')).toBe(3)
})

test('only UTF-8, with or without a mark at its head', () => {
  expect(textOf(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]))).toBe('a')
  expect(() => textOf(new Uint8Array([0xd6, 0xd0, 0xb9, 0xfa]))).toThrow(/UTF-8/)
})

test('whatever is written by the rules is read back', () => {
  const cell = fc.string({ maxLength: 6 }).map((text) => text.trim())
  fc.assert(fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
    const full = rows.filter((row) => row.some((it) => it !== ''))
    const text = [['h', 'h'], ...full].map((row) => row.map((it) => `"${it.replaceAll('"', '""')}"`).join(',')).join('\n')
    expect(cells(text).slice(1)).toEqual(full)
  }))
})
