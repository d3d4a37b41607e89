import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { checked, kindOf, MEBIBYTE, nameFor, sha256, undrawable } from './file-kind.ts'
import { fitted, resizePhoto, type Drawing } from './resize-photo.ts'
import { Refused } from './upload-types.ts'

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (c) => c.charCodeAt(0))
const refusal = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => 'taken',
    (error: unknown) => (error instanceof Refused ? error.code : error),
  )
/** An environment that cannot decode any picture. */
const blind: Drawing = {
  decode: () => Promise.reject(new Error('No')),
  surface: () => {
    throw new Error('No')
  },
}

describe('what a file is', () => {
  test.each([
    ['pdf', '%PDF-1.7\n'],
    ['pdf', 'scanner says hello\n%PDF-1.4'],
    ['jpeg', '\xff\xd8\xff\xe1'],
    ['png', '\x89PNG\r\n\x1a\n'],
    ['webp', 'RIFF\x10\0\0\0WEBPVP8 '],
    ['heic', '\0\0\0\x18ftypheic'],
    ['heic', '\0\0\0\x18ftypmif1'],
    ['other', '\0\0\0\x18ftypavif'],
    ['other', 'PK\x03\x04'],
  ])('%s', (kind, head) => expect(kindOf(bytes(head))).toBe(kind))

  test('an empty file and a PDF past the limit are refused', async () => {
    expect(await refusal(checked(new Blob([])))).toBe('file_empty')
    const large = new Blob([bytes('%PDF-1.7'), new Uint8Array(LIMITS.maxFileMebibytes * MEBIBYTE)])
    expect(await refusal(checked(large))).toBe('file_size')
  })

  test('a picture that cannot be decoded gets an explanation of what to do', async () => {
    expect(await refusal(resizePhoto(new Blob([bytes('\0\0\0\x18ftypheic')]), blind))).toBe('file_heic')
    expect(await refusal(resizePhoto(new Blob([bytes('\xff\xd8\xff\xe1 cut short')]), blind))).toBe('file_broken')
    expect(await refusal(resizePhoto(new Blob([bytes('PK\x03\x04')]), blind))).toBe('file_type')
    expect(undrawable('webp').code).toBe('file_broken')
  })

  test('a PDF is sent unchanged', async () => {
    const pdf = new Blob([bytes('%PDF-1.7 …')])
    const done = await resizePhoto(pdf, blind)
    expect(done).toMatchObject({ kind: 'pdf', size: pdf.size, thumb: null, warnings: [], sha256: await sha256(pdf) })
    expect(done.blob.type).toBe('application/pdf')
  })
})

test('photos are made smaller and never larger', () => {
  expect(fitted(4032, 3024, 2400)).toEqual({ width: 2400, height: 1800 })
  expect(fitted(3024, 4032, 2400)).toEqual({ width: 1800, height: 2400 })
  expect(fitted(800, 600, 2400)).toEqual({ width: 800, height: 600 })
  expect(fitted(9000, 2, 2400)).toEqual({ width: 2400, height: 1 })
})

test('a converted file gets the extension of its new type', () => {
  const named = (...[name, type]: [string, string]): string => nameFor(name, `image/${type}`)
  expect([
    named('Screen 1.PNG', 'jpeg'),
    named('Screen 1.PNG', 'png'),
    named('IMG_1.HEIC', 'jpeg'),
    named('a.JPEG', 'jpeg'),
    named('mmexport.webp', 'jpeg'),
    named('12.03.2026', 'jpeg'),
    named('', 'jpeg'),
  ]).toEqual(['Screen 1.jpg', 'Screen 1.PNG', 'IMG_1.jpg', 'a.JPEG', 'mmexport.jpg', '12.03.2026.jpg', ''])
  expect([nameFor('bill.PDF', 'application/pdf'), nameFor('bill', 'application/pdf')]).toEqual(['bill.PDF', 'bill.pdf'])
})
