/**
 * Makes a photo ready to send: upright, of some four million pixels, JPEG, without its place and time (EXIF is dropped
 * by the re-encoding), checked for blur and darkness. Runs in the worker and, on phones without one, in the page.
 */
import { checked, MEBIBYTE, sha256, sizeOf, undrawable, withoutNotes } from './file-kind.ts'
import { greyOf, warningsOf } from './photo-quality.ts'
import type { Prepared } from './upload-types.ts'

/** How large a copy may be. A long screenshot or the receipt of a till keeps its width, in which its letters are. */
interface Bounds {
  pixels: number
  /** The short side is not made smaller than this to have so few pixels. */
  short: number
}
/** A5 to A4 print stays readable at this size, and nine such photos can be sent over a weak connection. */
const PHOTO: Bounds = { pixels: 2400 * 1800, short: 1200 }
/** The largest canvas that phones have (Safari). */
const MOST_PIXELS = 4096 * 4096
const LONGEST_SIDE = 65_500
const QUALITY = 0.85
/**
 * A screenshot keeps its size and its sharp letters: browsers write JPEG with colours at half the width, which blurs
 * small letters.
 */
const SCREEN: Bounds = { pixels: MOST_PIXELS, short: 0 }
/** Bytes: a PNG that is larger than this is a photo, of which JPEG loses nothing legible. */
const MOST_SCREEN = 2 * MEBIBYTE
/** Three times a row's 72 × 84 thumbnail, for dense screens. */
const THUMB: Bounds = { pixels: 252 * 189, short: 0 }
/** Letters of 10 point are some 9 pixels high there. */
const MEASURED: Bounds = { pixels: 1200 * 900, short: 0 }
const THUMB_QUALITY = 0.7

/** A decoded picture that can be drawn, already upright. */
export interface Picture {
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
  /** Whether no pixel is see-through; where it is not known, the picture is drawn. */
  isOpaque?: (picture: Picture) => boolean
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
  if (!picture || picture.width === 0 || picture.height === 0) throw undrawable(kind, await sizeOf(raw, kind))
  const { large, blob } = await encoded(
    picture,
    drawing,
    kind === 'png' && raw.size <= 2 * MOST_SCREEN ? raw : undefined,
  )
  const was = picture.width
  picture.close()
  const { width, height } = large
  const measured = draw(large, drawing, MEASURED)
  const pixels = measured.context.getImageData(0, 0, measured.width, measured.height)
  const warnings = warningsOf(greyOf(pixels.data, measured.width, measured.height), {
    width,
    height,
    shrunk: width < was,
  })
  const small = draw(measured, drawing, THUMB)
  const thumb = await small.encode('image/jpeg', THUMB_QUALITY)
  for (const surface of [large, measured, small]) surface.free()
  return { blob, width, height, sha256: await sha256(blob), size: blob.size, thumb, warnings, kind: 'photo' }
}

/** A screenshot becomes PNG, anything else JPEG. */
async function encoded(picture: Picture, drawing: Drawing, screen?: Blob): Promise<{ large: Drawn; blob: Blob }> {
  if (screen && picture.width * picture.height <= SCREEN.pixels) {
    const large = draw(picture, drawing, SCREEN)
    const drawn = await large.encode('image/png')
    const blob = (drawn.size > screen.size && (await withoutNotes(screen, drawing.isOpaque?.(picture)))) || drawn
    if (blob.size <= MOST_SCREEN) return { large, blob }
    large.free()
  }
  const large = draw(picture, drawing, PHOTO)
  return { large, blob: await large.encode('image/jpeg', QUALITY) }
}

/** Never enlarged. */
export function fitted(width: number, height: number, { pixels, short }: Bounds): { width: number; height: number } {
  const scale = Math.min(
    1,
    Math.max(Math.sqrt(pixels / (width * height)), short / Math.min(width, height)),
    Math.sqrt(MOST_PIXELS / (width * height)),
    LONGEST_SIDE / Math.max(width, height),
  )
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

type Drawn = Surface & { source: CanvasImageSource; width: number; height: number }

function draw(from: Pick<Picture, 'source' | 'width' | 'height'>, drawing: Drawing, bounds: Bounds): Drawn {
  const { width, height } = fitted(from.width, from.height, bounds)
  const surface = drawing.surface(width, height)
  const { context } = surface
  // JPEG has no transparency: transparent parts become white.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(from.source, 0, 0, width, height)
  return { ...surface, source: context.canvas, width, height }
}
