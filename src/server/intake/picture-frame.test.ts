import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { jpegFrame, pngFrame } from './picture-frame.ts'

const blank = (): Sharp => sharp({ create: { width: 300, height: 200, channels: 3, background: '#468' } })
const size = { width: 300, height: 200 }

describe('a frame', () => {
  test('tells the size, the end and what a decoder must hold', async () => {
    const jpeg = await blank().jpeg().toBuffer()
    expect(jpegFrame(jpeg)).toMatchObject({ ...size, end: jpeg.length, held: 0 })
    expect(jpegFrame(Buffer.concat([jpeg, Buffer.alloc(9)]))).toMatchObject({ end: jpeg.length })
    expect(jpegFrame(await blank().jpeg({ progressive: true, chromaSubsampling: '4:2:0' }).toBuffer())).toMatchObject({
      ...size,
      held: 300 * 200 * 2 * 1.5,
    })
    expect(jpegFrame(await blank().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer())).toMatchObject({
      held: 300 * 200 * 2 * 3,
    })
    const png = await blank().png().toBuffer()
    expect(pngFrame(Buffer.concat([png, Buffer.alloc(9)]))).toMatchObject({ ...size, end: png.length, held: 0 })
    expect(pngFrame(await blank().png({ progressive: true }).toBuffer())).toMatchObject({
      ...size,
      held: 300 * 200 * 4,
    })
  })
  test('is none when anything is cut off, and no bytes make the reader fail', async () => {
    const pictures = [await blank().jpeg({ progressive: true }).toBuffer(), await blank().png().toBuffer()]
    for (const picture of pictures)
      for (let end = 0; end < picture.length; end++)
        expect(jpegFrame(picture.subarray(0, end)) ?? pngFrame(picture.subarray(0, end))).toBeUndefined()
    fc.assert(
      fc.property(
        fc.constantFrom(...pictures),
        fc.array(fc.tuple(fc.nat(5000), fc.nat(255)), { maxLength: 20 }),
        (picture, changes) => {
          const changed = Buffer.from(picture)
          for (const [at, value] of changes) changed[at % changed.length] = value
          for (const frame of [jpegFrame(changed), pngFrame(changed)])
            expect(frame?.end ?? 0).toBeLessThanOrEqual(changed.length)
        },
      ),
    )
  })
})
