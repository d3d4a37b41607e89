import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { cleanName, nameAgrees, nameAs, acceptedName } from './file-names.ts'

describe('a name', () => {
  test.each([
    ['IMG_0001.JPG', 'IMG_0001.JPG'],
    ['C:\\fakepath\\账单 第1页.pdf', '账单 第1页.pdf'],
    ['holiday/2026/a.jpg', 'a.jpg'],
    ['.htaccess', 'htaccess'],
    ['  a \u3000 b\u200e.png ', 'a b.png'],
    ['e\u0301.pdf', 'é.pdf'],
    ['', ''],
    ['..', null],
    ['a/../b.jpg', null],
    ['..\\b.jpg', null],
    ['a\0.jpg', null],
    ['a\nb.jpg', null],
    ['invoice\u202efdp.exe', null],
    ['a\u2066.jpg', null],
  ])('%j becomes %j', (sent, clean) => {
    expect(cleanName(sent)).toBe(clean)
  })
  test('keeps its extension when it is too long', () => {
    expect(cleanName(`${'单'.repeat(300)}.pdf`)).toBe(`${'单'.repeat(116)}.pdf`)
    expect(Array.from(cleanName('👩'.repeat(300)) ?? '')).toHaveLength(120)
  })
  test('is not folded longer than a name can be', () => {
    const folded = vi.spyOn(String.prototype, 'normalize')
    expect(cleanName(`a${'\u0315\u0300'.repeat(50_000)}.pdf`)).toMatch(/\.pdf$/)
    expect(folded.mock.contexts.map((text) => String(text).length)).toEqual([1000])
    folded.mockRestore()
  })
  test('never leads out of a folder, and is a name that can be sent in a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 150 }), (sent) => {
        const name = cleanName(sent) ?? ''
        expect(Array.from(name).length).toBeLessThanOrEqual(120)
        expect(name).not.toMatch(/[/\\\p{Cc}]|^\./u)
        expect(name.isWellFormed()).toBe(true)
      }),
    )
  })
})

test('a name agrees with what it claims or claims nothing', () => {
  expect([
    nameAgrees('a.JPEG', 'jpeg'),
    nameAgrees('a', 'pdf'),
    nameAgrees('2026.03.05', 'png'),
    nameAgrees('Dr. Li', 'jpeg'),
  ]).toEqual([true, true, true, true])
  expect([nameAgrees('a.png', 'jpeg'), nameAgrees('a.pdf.exe', 'pdf'), nameAgrees('a.svg', 'png')]).toEqual([
    false,
    false,
    false,
  ])
})

test('a file is saved under the extension of what it is', () => {
  expect([nameAs('a.PNG', 'jpeg'), nameAs('a.JPG', 'jpeg'), nameAs('', 'pdf'), nameAs('2026.03.05', 'pdf')]).toEqual([
    'a.jpg',
    'a.JPG',
    'file.pdf',
    '2026.03.05.pdf',
  ])
})

test('a picture named as another picture is corrected; what claims to be a document or a program is not', () => {
  expect([
    acceptedName('screen.png', 'jpeg'),
    acceptedName('IMG_1.HEIC', 'jpeg'),
    acceptedName('a.jpg', 'png'),
    acceptedName('a.webp', 'jpeg'),
    acceptedName('a.JPG', 'jpeg'),
    acceptedName('', 'png'),
  ]).toEqual(['screen.jpg', 'IMG_1.jpg', 'a.png', 'a.jpg', 'a.JPG', ''])
  expect([
    acceptedName('a.pdf', 'jpeg'),
    acceptedName('a.png', 'pdf'),
    acceptedName('a.jpg.exe', 'jpeg'),
    acceptedName('a.html', 'png'),
  ]).toEqual([null, null, null, null])
})
