/**
 * Makes a photo ready to send: upright, at most 2400 pixels, JPEG, without its place and time (EXIF is dropped by the
 * re-encoding), checked for blur and darkness. Runs in the worker and, on phones without one, in the page.
 */
import { checked, MEBIBYTE, sha256, undrawable } from './file-kind.ts'
import { greyOf, MEASURED_SIDE, warningsOf } from './photo-quality.ts'
import type { Prepared } from './upload-types.ts'

/** Pixels: A5 to A4 print stays readable at this size, and nine such photos can be sent over a weak connection. */
const LONGEST_SIDE = 2400
const QUALITY = 0.85
/**
 * A screenshot keeps its size and its sharp letters: browsers write JPEG with colours at half the width, which blurs
 * small letters.
 */
const SCREEN_SIDE = 4000
/** Bytes: a PNG that is larger than this is a photo, of which JPEG loses nothing legible. */
const MOST_SCREEN = 2 * MEBIBYTE
/** Three times a row's 72 × 84 thumbnail, for dense screens. */
const THUMB_SIDE = 252
const THUMB_QUALITY = 0.7

/** A decoded picture that can be drawn, already upright. */
interface Picture {
  source: CanvasImageSource
  width: number
  height: number
  close: () => void
}
export interface Surface {
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D
  encode: (type: 'image/jpeg' | 'image/png', quality?: number) => Promise<Blob>
  /** Frees its memory immediately: phones have little for canvases. */
  free: () => void
}
/** How to draw here: off screen in a worker, or with elements of the page. */
export interface Drawing {
  decode: (raw: Blob) => Promise<Picture>
  surface: (width: number, height: number) => Surface
}

/** Rejects with `Refused` (`file_empty`, `file_size`, `file_type`, `file_heic`, `file_broken`). */
export async function resizePhoto(raw: Blob, drawing: Drawing): Promise<Prepared> {
  const kind = await checked(raw)
  if (kind === 'pdf') {
    const blob = raw.type === 'application/pdf' ? raw : raw.slice(0, raw.size, 'application/pdf')
    return {
      blob,
      width: 0,
      height: 0,
      sha256: await sha256(blob),
      size: blob.size,
      thumb: null,
      warnings: [],
      kind: 'pdf',
    }
  }
  const picture = await drawing.decode(raw).catch(() => undefined)
  if (!picture || picture.width === 0 || picture.height === 0) throw undrawable(kind)
  const { large, blob } = await encoded(picture, drawing, kind === 'png' && raw.size <= 2 * MOST_SCREEN)
  picture.close()
  const { width, height } = large
  const measured = draw(large, drawing, MEASURED_SIDE)
  const pixels = measured.context.getImageData(0, 0, measured.width, measured.height)
  const warnings = warningsOf(greyOf(pixels.data, measured.width, measured.height), Math.max(width, height))
  const small = draw(measured, drawing, THUMB_SIDE)
  const thumb = await small.encode('image/jpeg', THUMB_QUALITY)
  for (const surface of [large, measured, small]) surface.free()
  return { blob, width, height, sha256: await sha256(blob), size: blob.size, thumb, warnings, kind: 'photo' }
}

/** A screenshot becomes PNG, anything else JPEG. */
async function encoded(picture: Picture, drawing: Drawing, screen: boolean): Promise<{ large: Drawn; blob: Blob }> {
  if (screen && Math.max(picture.width, picture.height) <= SCREEN_SIDE) {
    const large = draw(picture, drawing, SCREEN_SIDE)
    const blob = await large.encode('image/png')
    if (blob.size <= MOST_SCREEN) return { large, blob }
    large.free()
  }
  const large = draw(picture, drawing, LONGEST_SIDE)
  return { large, blob: await large.encode('image/jpeg', QUALITY) }
}

/** Never enlarged. */
export function fitted(width: number, height: number, longest: number): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

type Drawn = Surface & { source: CanvasImageSource; width: number; height: number }

function draw(from: Pick<Picture, 'source' | 'width' | 'height'>, drawing: Drawing, longest: number): Drawn {
  const { width, height } = fitted(from.width, from.height, longest)
  const surface = drawing.surface(width, height)
  const { context } = surface
  // JPEG has no transparency: transparent parts become white.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(from.source, 0, 0, width, height)
  return { ...surface, source: context.canvas, width, height }
}
