/** Pictures are drawn anew: what is kept comes out of our own encoder, without notes, places, profiles or anything behind the picture. */
import sharp from 'sharp'
import { LIMITS } from '../../lib/limits.ts'

// Bounded memory is worth more than speed: one file at a time, one thread, nothing kept.
sharp.cache(false)
sharp.concurrency(1)

/** Pixels of the long side: more than enough to read an invoice by. */
const LONG_SIDE = 4000
const THUMB = { width: 288, height: 336 }
const SECONDS = 30
export const MOST_PIXELS = LIMITS.maxMegapixels * 1_000_000

export interface Drawn {
  file: Buffer
  thumb: Buffer
}

/** Upright, on white, as JPEG. Throws when the picture cannot be read to its end. `sharpEdges` keeps the colours of small text (screenshots). */
export async function redraw(bytes: Buffer, { sharpEdges }: { sharpEdges: boolean }): Promise<Drawn> {
  const file = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true, pages: 1 })
    .autoOrient()
    .resize({ width: LONG_SIDE, height: LONG_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 85, chromaSubsampling: sharpEdges ? '4:4:4' : '4:2:0' })
    .timeout({ seconds: SECONDS })
    .toBuffer()
  const thumb = await sharp(file, { sequentialRead: true })
    .resize({ ...THUMB, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 75 })
    .toBuffer()
  return { file, thumb }
}
