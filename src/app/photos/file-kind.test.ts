import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { checked, kindOf, MEBIBYTE, nameFor, sha256, undrawable, withoutNotes } from './file-kind.ts'
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

const PHOTO = { pixels: 2400 * 1800, short: 1200 }
test('photos are made smaller and never larger', () => {
  expect(fitted(4032, 3024, PHOTO)).toEqual({ width: 2400, height: 1800 })
  expect(fitted(3024, 4032, PHOTO)).toEqual({ width: 1800, height: 2400 })
  expect(fitted(800, 600, PHOTO)).toEqual({ width: 800, height: 600 })
})

test('a long picture keeps the width in which its letters are, as far as a canvas goes', () => {
  expect(fitted(1080, 12_000, PHOTO)).toEqual({ width: 1080, height: 12_000 })
  expect(fitted(1440, 9000, PHOTO)).toEqual({ width: 1200, height: 7500 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70_000 }), fc.integer({ min: 1, max: 70_000 }), (across, down) => {
      const { width, height } = fitted(across, down, PHOTO)
      expect(width <= across && height <= down && Math.max(width, height) <= 65_500).toBe(true)
      // A little more by rounding.
      expect(width * height).toBeLessThan(4096 * 4096 + 140_000)
      if (across * down <= 4096 * 4096 && Math.max(across, down) <= 65_500)
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(Math.min(across, down, 1200))
    }),
  )
})

test('a picture that is too large to be drawn is called too large', async () => {
  const png = (width: number, height: number): Blob => {
    const head = new DataView(new ArrayBuffer(40))
    for (const [at, code] of [...bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')].entries()) head.setUint8(at, code)
    head.setUint32(16, width)
    head.setUint32(20, height)
    return new Blob([head.buffer])
  }
  expect(await refusal(resizePhoto(png(65_536, 10), blind))).toBe('file_pixels')
  expect(await refusal(resizePhoto(png(9000, 9000), blind))).toBe('file_pixels')
  expect(await refusal(resizePhoto(png(900, 900), blind))).toBe('file_broken')
  const jpeg = '\xff\xd8\xff\xe1\0\x06note\xff\xc2\0\x11\x08\x30\0\x40\0\x03'
  expect(await refusal(resizePhoto(new Blob([bytes(jpeg)]), blind))).toBe('file_pixels')
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

describe('a PNG without its notes', () => {
  const chunk = (name: string, data = ''): string => `\0\0\0${String.fromCharCode(data.length)}${name}${data}CRC!`
  const header = (colours: number): string =>
    chunk('IHDR', `\0\0\0\x02\0\0\0\x02\x08${String.fromCharCode(colours)}\0\0\0`)
  const pngOf = (...chunks: string[]): Blob => new Blob([bytes(`\x89PNG\r\n\x1a\n${chunks.join('')}`)])
  const picture = [header(2), chunk('IDAT', 'pixels'), chunk('IEND')]

  test('keeps its picture byte for byte', async () => {
    const [head = '', ...rest] = picture
    const kept = await withoutNotes(pngOf(head, chunk('tEXt', 'GPS 31.2'), chunk('tIME', '2026'), ...rest))
    expect(await kept?.text()).toBe(await pngOf(...picture).text())
  })
  test.each([
    ['see-through', [header(6), ...picture.slice(1)]],
    ['with one colour see-through', [header(3), chunk('tRNS', '0'), ...picture.slice(1)]],
    ['perhaps turned', [header(2), chunk('eXIf', 'MM'), ...picture.slice(1)]],
    ['cut short', picture.slice(0, 2)],
  ])('is drawn where it is %s', async (_, chunks) => {
    expect(await withoutNotes(pngOf(...chunks))).toBeUndefined()
  })
  test.each([
    ['as it was, where no pixel is see-through', true],
    ['drawn, where one is', false],
    ['drawn, where that is not known', undefined],
  ])('a screenshot whose colours may be see-through is sent %s', async (_, opaque) => {
    const screen = pngOf(header(6), ...picture.slice(1))
    const context = {
      drawImage: () => undefined,
      fillRect: () => undefined,
      getImageData: (_x: number, _y: number, width: number, height: number) => ({
        data: new Uint8ClampedArray(width * height * 4),
      }),
    } as unknown as CanvasRenderingContext2D
    const done = await resizePhoto(screen, {
      decode: () => Promise.resolve({ source: {} as ImageBitmap, width: 2, height: 2, close: () => undefined }),
      surface: () => ({ context, encode: () => Promise.resolve(new Blob(['x'.repeat(500)])), free: () => undefined }),
      ...(opaque === undefined ? {} : { isOpaque: () => opaque }),
    })
    expect(done.size).toBe(opaque ? screen.size : 500)
  })
})
