import { expect, test } from 'vitest'
import { decodeText } from './text-encoding.ts'

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
const utf16 = (text: string, { big = false, mark = false } = {}): Uint8Array => {
  const written = Buffer.from((mark ? '\uFEFF' : '') + text, 'utf16le')
  return Uint8Array.from(big ? written.swap16() : written)
}

test('UTF-8 with and without a mark, UTF-16 either way, and GB18030 are told', () => {
  expect(decodeText(new TextEncoder().encode('\uFEFF姓名'))).toBe('姓名')
  expect(decodeText(new TextEncoder().encode('姓名'))).toBe('姓名')
  for (const big of [true, false])
    for (const mark of [true, false])
      expect(decodeText(utf16('name,姓名\nA,甲', { big, mark }))).toBe('name,姓名\nA,甲')
  // 邮箱,姓名,学号 and a name with a character that only GB18030 has; a list of English headings.
  expect(decodeText(bytes('d3cacfe42cd0d5c3fb2cd1a7bac50a612cb3c2fe9f2c41310a'))).toBe('邮箱,姓名,学号\na,陈䶮,A1\n')
  expect(decodeText(bytes('6e616d650ad5c5d3eae7f70acdf5ce 0a'.replace(' ', 'b0')))).toBe('name\n张雨琪\n王伟\n')
})

test('a zero among letters is no UTF-16', () => {
  expect(decodeText(new TextEncoder().encode(`${'email,name,class\n'.repeat(5)}n@example.com,A\0B\0`))).toContain(
    'A\0B',
  )
})

test.each<[string, string]>([
  ['Big5', 'b3afa46aa4e50aaa6babdfa8740aa7f5a470c073'],
  ['Shift-JIS', '8db293a18c920a93638386 96be'.replace(' ', '')],
  ['EUC-KR', 'b1e8b9cec1d80aC0CCBCADbfac'],
  ['EUC-JP', 'bab4c6a3b7f20ac5c4c3e6a4b5a4af'],
  ['Windows-1252', '5af87269636820 4de96c'.replace(' ', '')],
  ['Windows-1252, capitals', '4d55d14f5a0ac96d696c65'],
  ['Windows-1251', 'c8e2e0edeee20acfe5f2f0eee2e0'],
  ['Windows-874 (Thai)', 'cac1aad2c220e3a8b4d5'],
  ['no text', 'ffffff'],
])('%s is asked about, and never read as Chinese', (_, hex) => {
  expect(decodeText(bytes(hex))).toBeUndefined()
})

test('the encoding that is named is read, and nothing is put in place of what is not in it', () => {
  expect(decodeText(bytes('b3afa46aa4e5'), 'big5')).toBe('陳大文')
  expect(decodeText(bytes('b1e8b9ce'), 'euc-kr')).toBe('김민')
  expect(decodeText(bytes('4dfc6c6c6572'), 'windows-1252')).toBe('Müller')
  expect(decodeText(bytes('4dfc6c6c6572'), 'utf-8')).toBeUndefined()
})
