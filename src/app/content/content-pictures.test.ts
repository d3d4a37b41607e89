import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureWidths, sizedPictures, withPicturePaths, withPictureWords } from './content-pictures.ts'

const waiting = (options: object): string =>
  `<p><img __ASTRO_IMAGE_="${JSON.stringify(options).replace(/&/g, '&amp;').replace(/"/g, '&quot;')}"></p>`
const optionsIn = (html: string): unknown =>
  JSON.parse(
    /="([^"]*)"/
      .exec(html)?.[1]
      ?.replace(/&quot;/g, '"')
      .replace(/&amp;/g, '&') ?? '',
  )

test('a photo is a file beside the text; what the site draws stays as it is', () => {
  expect(withPicturePaths('![A [1]](/pictures/a-b.jpg) ![b](/pictures/b.svg) [c](/pictures/c.jpg)')).toBe(
    '![A [1]](../../pictures/a-b.jpg) ![b](/pictures/b.svg) [c](/pictures/c.jpg)',
  )
})

test.each([
  [4000, 720, [480, 720, 1080, 1440]],
  [900, 720, [480, 720, 900]],
  [300, 300, [300]],
])('a picture of %d pixels is shown at %d', (own, width, widths) => {
  const html = sizedPictures(waiting({ alt: 'A & “B”', src: '../../pictures/a.jpg', index: 0 }), { 'a.jpg': own })
  expect(optionsIn(html)).toEqual({
    alt: 'A & “B”',
    src: '../../pictures/a.jpg',
    index: 0,
    width,
    widths,
    sizes: `(min-width: ${width}px) ${width}px, 100vw`,
  })
})

test('widths are those of the pictures that a text names, as they are turned', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
  try {
    const drawn = sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
    await drawn.clone().jpeg().withMetadata({ orientation: 6 }).toFile(join(folder, 'turned.jpg'))
    expect(await pictureWidths('![a](/pictures/turned.jpg) ![a](/pictures/turned.jpg)', folder)).toEqual({
      'turned.jpg': 20,
    })
    expect(await pictureWidths('![a](/pictures/a.svg)', folder)).toEqual({})
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a feed has the description of a picture', () => {
  expect(withPictureWords(waiting({ alt: 'A <b> & “C”', src: 'a.jpg', index: 0 }))).toBe(
    '<p>A &#60;b&#62; &#38; “C”</p>',
  )
})
