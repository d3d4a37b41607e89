/**
 * Is a photo of a document sharp and light enough to be read? Pure functions over a small grey copy. The result is only
 * a warning: the person sees the photo and may send it anyway.
 */
import type { Warning } from './upload-types.ts'

/** One byte of brightness (0 black, 255 white) per pixel, row by row. */
export interface Grey {
  data: Uint8ClampedArray
  width: number
  height: number
}

/** Tiles on the long side. A document is mostly white paper, so only the tiles with content are judged. */
const TILES = 12
/**
 * A tile whose brightness varies less than this (standard deviation) is empty paper or table, where nothing can be
 * blurred.
 */
const EMPTY_BELOW = 12
/**
 * Energy of the Laplacian over the variance of the brightness, upper quartile of the tiles with content. Measured on
 * drawn invoices of 24 to 60 pixel print, black and pale, noisy and clean: sharp is 0.8 and more, slightly soft 0.2 and
 * more, illegible 0.05 and less.
 */
export const BLURRED_BELOW = 0.08
/** A page in the dark: low mean brightness … */
const DARK_MEAN = 60
/** … and even its whitest parts are dim. An X-ray is mostly black, too, but its bones are bright. */
const DARK_BRIGHTEST = 150
/** Less than this on the long side is a thumbnail from a chat app, in which small print is lost … */
export const SMALL_SIDE = 900
/** … and so is a long screenshot of such a width, which was made smaller as a whole. */
const NARROW = 400

/** Brightness as the eye weighs it (ITU-R BT.601), of RGBA bytes. */
export function greyOf(rgba: Uint8ClampedArray, width: number, height: number): Grey {
  const data = new Uint8ClampedArray(width * height)
  for (let i = 0; i < data.length; i++) {
    const at = i * 4
    data[i] = 0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0)
  }
  return { data, width, height }
}

/**
 * How sharp the edges are, from 0; independent of contrast, so that pale print is not taken for blurred print.
 * `null` when nothing has any contrast: an empty page, or one so blurred that its print has become an even grey.
 */
export function sharpness(grey: Grey): number | null {
  const side = Math.max(8, Math.ceil(Math.max(grey.width, grey.height) / TILES))
  const found: number[] = []
  for (let top = 1; top < grey.height - 1; top += side) {
    for (let left = 1; left < grey.width - 1; left += side) {
      const ratio = tile(grey, left, top, Math.min(left + side, grey.width - 1), Math.min(top + side, grey.height - 1))
      if (ratio !== null) found.push(ratio)
    }
  }
  return (
    percentile(
      found.sort((a, b) => a - b),
      0.75,
    ) ?? null
  )
}

/** Variance of the Laplacian over variance of the brightness in one tile; `null` where it is empty. */
function tile({ data, width }: Grey, left: number, top: number, right: number, bottom: number): number | null {
  let [sum, squares, edges, edgeSquares] = [0, 0, 0, 0]
  for (let y = top; y < bottom; y++) {
    for (let at = y * width + left; at < y * width + right; at++) {
      const light = data[at] ?? 0
      const edge =
        (data[at - 1] ?? 0) + (data[at + 1] ?? 0) + (data[at - width] ?? 0) + (data[at + width] ?? 0) - 4 * light
      sum += light
      squares += light * light
      edges += edge
      edgeSquares += edge * edge
    }
  }
  const count = (right - left) * (bottom - top)
  const variance = squares / count - (sum / count) ** 2
  return variance < EMPTY_BELOW ** 2 ? null : (edgeSquares / count - (edges / count) ** 2) / variance
}

/** Mean brightness, and the brightness that 5 % of the picture reach. */
export function brightness({ data }: Grey): { mean: number; brightest: number } {
  const counts = new Uint32Array(256)
  let sum = 0
  for (const light of data) {
    counts[light] = (counts[light] ?? 0) + 1
    sum += light
  }
  let above = 0
  let brightest = 255
  while (brightest > 0 && (above += counts[brightest] ?? 0) < data.length * 0.05) brightest--
  return { mean: sum / Math.max(1, data.length), brightest }
}

/** Size of the photo as it will be sent; `shrunk` when it was wider. */
interface Sent {
  width: number
  height: number
  shrunk: boolean
}

/** True when small print is lost in it. */
const isSmall = ({ width, height, shrunk }: Sent): boolean =>
  Math.max(width, height) < SMALL_SIDE || Math.min(width, height) < NARROW || (shrunk && width < SMALL_SIDE)

/** The warnings to show. */
export function warningsOf(grey: Grey, sent: Sent): Warning[] {
  const sharp = sharpness(grey)
  const { mean, brightest } = brightness(grey)
  const out: Warning[] = []
  const dark = mean < DARK_MEAN && brightest < DARK_BRIGHTEST
  // Sharpness cannot be measured in a dark photo, so only the darkness is reported.
  if (sharp === null ? !dark : sharp < BLURRED_BELOW) out.push('blurred')
  if (dark) out.push('dark')
  if (isSmall(sent)) out.push('small')
  return out
}

const percentile = (sorted: readonly number[], part: number): number | undefined =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
