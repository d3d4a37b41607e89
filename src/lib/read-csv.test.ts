import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeCsv, parseCsv, separatorOf } from './read-csv.ts'

test('reads UTF-8 with and without BOM, and GB18030', () => {
  expect(decodeCsv(new TextEncoder().encode('\uFEFF姓名'))).toBe('姓名')
  expect(decodeCsv(new TextEncoder().encode('姓名'))).toBe('姓名')
  expect(decodeCsv(Uint8Array.from([0xd0, 0xd5, 0xc3, 0xfb]))).toBe('姓名')
  expect(decodeCsv(Uint8Array.from([0xd0, 0xd5, 0xc3, 0xfb]), ['utf-8'])).toBeUndefined()
  expect(decodeCsv(Uint8Array.from([0xff, 0xff, 0xff]))).toBeUndefined()
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

test('semicolons part cells where the first line says so', () => {
  expect(separatorOf('a;b\n1,5,6;2')).toBe(';')
  expect(separatorOf('a,"b;c"\n')).toBe(',')
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
