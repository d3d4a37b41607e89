/**
 * Pictures are re-encoded: what is kept comes from our own encoder, without notes, locations, profiles or data after
 * the picture.
 */
import sharp, { type Sharp } from 'sharp'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { hasHiddenFile } from './hidden-file.ts'
import { jpegFrame, pngFrame, type Frame } from './picture-frame.ts'
import type { RemakeResult } from './remake-protocol.ts'

// Limited memory matters more than speed: one file at a time, one thread, nothing cached.
sharp.cache(false)
sharp.concurrency(1)

/** Pixels: more than enough for reading an invoice … */
const ENOUGH_PIXELS = 12_000_000
/** … if it has the shape of one. A long screenshot or the receipt of a till keeps its width, in which its letters are. */
const SHORT_SIDE = 1200
/** What a JPEG can have on a side. */
const LONGEST_SIDE = 65_500
const THUMB = { width: 288, height: 336 }
const SECONDS = 30
const MOST_PIXELS = LIMITS.maxMegapixels * 1_000_000
/**
 * Bytes that a decoder may have to hold at the same time: a progressive photo of 20 megapixels. Photos of cameras are
 * decoded line by line.
 */
const MOST_HELD = 60_000_000
/** EXIF rotations in degrees. Mirrored ones are rare enough to be turned before they are made smaller. */
const TURNED: Readonly<Record<number, number>> = { 3: 180, 6: 90, 8: 270 }

/** The picture upright, on white, as JPEG, and a thumbnail. */
export async function remakePicture(bytes: Buffer, kind: 'jpeg' | 'png'): Promise<RemakeResult> {
  const frame = kind === 'jpeg' ? jpegFrame(bytes) : pngFrame(bytes)
  if (!frame || frame.width === 0 || frame.height === 0) return { ok: false, code: 'file_broken' }
  if (frame.width * frame.height > MOST_PIXELS || frame.held > MOST_HELD) return { ok: false, code: 'file_pixels' }
  if (hasHiddenFile(bytes.subarray(0, frame.head), bytes.subarray(frame.end))) return { ok: false, code: 'file_mixed' }
  const file = await draw(bytes, kind, frame)
  const thumb = await sharp(file, { sequentialRead: true })
    .resize({ ...THUMB, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 75 })
    .toBuffer()
  return { ok: true, pages: 1, file, thumb }
}

/** How much smaller the picture becomes, at most 1; one that is `turned` is held as a whole while it is. */
function scaleOf({ width, height }: { width: number; height: number }, turned = false): number {
  const byPixels = Math.sqrt(ENOUGH_PIXELS / (width * height))
  const byWidth = SHORT_SIDE / Math.min(width, height)
  return Math.min(1, turned ? byPixels : Math.max(byPixels, byWidth), LONGEST_SIDE / Math.max(width, height))
}

/** Throws when the picture cannot be read to its end. Small text of screenshots keeps its colours (4:4:4). */
async function draw(bytes: Buffer, kind: 'jpeg' | 'png', frame: Frame): Promise<Buffer> {
  const opened = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true, pages: 1 })
  const { orientation = 1 } = await opened.metadata()
  const scale = scaleOf(frame, orientation > 1)
  const [across, down] = [frame.width, frame.height].map((side) => Math.max(1, Math.round(side * scale)))
  const smaller = (it: Sharp, [width, height] = [across, down]): Sharp => it.resize({ width, height, fit: 'fill' })
  const angle = TURNED[orientation]
  // Rotating holds the whole picture, so it is done on the smaller one.
  const lying = orientation >= 5
  const upright =
    angle === undefined
      ? smaller(opened.autoOrient(), lying ? [down, across] : [across, down])
      : smaller(opened).rotate(angle)
  return (
    upright
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      // Optimised tables for each picture would mean holding all of it.
      .jpeg({ quality: 85, chromaSubsampling: kind === 'png' ? '4:4:4' : '4:2:0', optimiseCoding: false })
      .timeout({ seconds: SECONDS })
      .toBuffer()
  )
}
