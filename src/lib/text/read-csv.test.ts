import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeCsv, parseCsv, separatorOf } from './read-csv.ts'

const utf16 = (text: string, { big = false, mark = false } = {}): Uint8Array =>
  Uint8Array.from(
    Array.from((mark ? '\uFEFF' : '') + text).flatMap((letter) => {
      const code = letter.charCodeAt(0)
      return big ? [code >> 8, code & 255] : [code & 255, code >> 8]
    }),
  )

test('reads UTF-8 with and without BOM, UTF-16 and GB18030', () => {
  expect(decodeCsv(new TextEncoder().encode('\uFEFF姓名'))).toBe('姓名')
  expect(decodeCsv(new TextEncoder().encode('姓名'))).toBe('姓名')
  expect(decodeCsv(Uint8Array.from([0xd0, 0xd5, 0xc3, 0xfb]))).toBe('姓名')
  expect(decodeCsv(Uint8Array.from([0xff, 0xff, 0xff]))).toBeUndefined()
  for (const big of [true, false])
    for (const mark of [true, false]) expect(decodeCsv(utf16('name,姓名\nA,甲', { big, mark }))).toBe('name,姓名\nA,甲')
})

test('a file in a Western encoding is not taken for Chinese', () => {
  const latin = (text: string): Uint8Array => Uint8Array.from(Array.from(text, (letter) => letter.charCodeAt(0)))
  expect(decodeCsv(latin('Universitätsspital Zürich, Rämistrasse'))).toBeUndefined()
})

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

test('semicolons or tabs part cells where the first line with any says so', () => {
  expect(separatorOf('a;b\n1,5,6;2')).toBe(';')
  expect(separatorOf('a,"b;c"\n')).toBe(',')
  expect(separatorOf('a list\n\na\tb, c\td\n')).toBe('\t')
  expect(separatorOf('"a,b,c";d\n')).toBe(';')
  expect(separatorOf('alone')).toBe(',')
  expect(parseCsv('a\tb, c\n\t"d\te"', '\t').rows.map(({ cells }) => cells)).toEqual([
    ['a', 'b, c'],
    ['', 'd\te'],
  ])
  expect(parseCsv('a;b\n1,5;"2;3"', ';').rows.map(({ cells }) => cells)).toEqual([
    ['a', 'b'],
    ['1,5', '2;3'],
  ])
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
