import { expect, test } from 'vitest'
import { decodeCsv, parseCsv } from './read-csv.ts'

test('reads UTF-8 with and without BOM, and GB18030', () => {
  expect(decodeCsv(new TextEncoder().encode('\uFEFF姓名'))).toBe('姓名')
  expect(decodeCsv(new TextEncoder().encode('姓名'))).toBe('姓名')
  expect(decodeCsv(Uint8Array.from([0xd0, 0xd5, 0xc3, 0xfb]))).toBe('姓名')
  expect(decodeCsv(Uint8Array.from([0xff, 0xff, 0xff]))).toBeUndefined()
})

test('cells hold commas, quotes and lines; a row is known by the line on which it begins', () => {
  expect(parseCsv('a,b\r\n"x, ""y""\nz",2\n\n ,\n3, 4 ')).toEqual({
    rows: [{ line: 1, cells: ['a', 'b'] }, { line: 2, cells: ['x, "y"\nz', '2'] }, { line: 6, cells: ['3', '4'] }],
  })
  expect(parseCsv('a,b\n1,"open')).toMatchObject({ open: 2 })
  expect(parseCsv('')).toEqual({ rows: [] })
  expect(parseCsv('a,\n')).toEqual({ rows: [{ line: 1, cells: ['a', ''] }] })
})
