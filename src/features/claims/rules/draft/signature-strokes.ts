/**
 * A handwritten signature: strokes in a field of 0–1000 × 0–400 units, so that it looks the same on every screen, on
 * paper and after a rotation. Browser and server check it by the same rule (issue: never blank, never a dot).
 */
import { z } from 'zod/mini'

export const SIGNATURE_WIDTH = 1000
export const SIGNATURE_HEIGHT = 400
export const MOST_STROKES = 200
export const MOST_POINTS = 5000

/** x, y in units of the field; the width of the line there in the same units, times 10. */
const point = z.tuple([
  z.int().check(z.minimum(0), z.maximum(SIGNATURE_WIDTH)),
  z.int().check(z.minimum(0), z.maximum(SIGNATURE_HEIGHT)),
  z.int().check(z.minimum(0), z.maximum(400)),
])
export const strokesSchema = z.array(z.array(point).check(z.minLength(1), z.maxLength(MOST_POINTS, 'too_long'))).check(
  z.maxLength(MOST_STROKES, 'too_long'),
  z.refine((strokes) => strokes.reduce((sum, { length }) => sum + length, 0) <= MOST_POINTS, 'too_long'),
)
export type Strokes = z.output<typeof strokesSchema>

/**
 * Least dimensions of a handwritten name, in units of the field. A dot, a tick, a dash or a tiny scribble is below
 * them.
 */
const LEAST = {
  /** From its left to its right end: a quarter of the field's width. */
  spread: 250,
  /** Total length of all strokes; a single stroke must be a joined-up name and so be longer. */
  length: 300,
  lengthOfOne: 500,
  /** Deviation from the straight line that fits it best (standard deviation). */
  stray: 8,
} as const

interface Segment {
  x: number
  y: number
  length: number
}

/**
 * `signature_required` for an empty field, `signature_small` for a dot or a scribble in a corner, `signature_line` for
 * a dash or a tick. One joined-up stroke is accepted like several (Latin names); handwriting is not judged. Key:
 * `strokes`.
 */
export function signatureErrors(strokes: Strokes): {
  strokes?: 'signature_required' | 'signature_small' | 'signature_line'
} {
  const points = strokes.flat()
  if (points.length === 0) return { strokes: 'signature_required' }
  const segments = strokes.flatMap(segmentsOf)
  const length = segments.reduce((sum, segment) => sum + segment.length, 0)
  const across = points.map(([x]) => x)
  const drawn = strokes.filter((stroke) => segmentsOf(stroke).length > 0).length
  const small =
    length < (drawn > 1 ? LEAST.length : LEAST.lengthOfOne) || highest(across) - lowest(across) < LEAST.spread
  if (small) return { strokes: 'signature_small' }
  return stray(segments, length) < LEAST.stray ? { strokes: 'signature_line' } : {}
}

/** Least total turning while a name is written: about two letters. A cross, a tick or a dash hardly turns at all. */
const LEAST_TURN = 2 * Math.PI
/** Chinese characters consist of straight strokes, but of many. */
const MANY_STROKES = 5

/** An X, a tick or a wavy line is drawn quickly and is no full name: the person is asked to confirm it. */
export function looksLikeMark(strokes: Strokes): boolean {
  if (strokes.length >= MANY_STROKES) return false
  return strokes.reduce((sum, stroke) => sum + turnOf(stroke), 0) < LEAST_TURN
}

/** Sum of all changes of direction along a stroke, radians; steps too short to have a direction are skipped. */
function turnOf(stroke: Strokes[number]): number {
  const directions: number[] = []
  let [fromX, fromY] = stroke[0] ?? [0, 0]
  for (const [x, y] of stroke) {
    if (Math.hypot(x - fromX, y - fromY) < LEAST.stray) continue
    directions.push(Math.atan2(y - fromY, x - fromX))
    ;[fromX, fromY] = [x, y]
  }
  return directions.slice(1).reduce((sum, to, i) => {
    const by = Math.abs(to - (directions[i] ?? to))
    return sum + Math.min(by, 2 * Math.PI - by)
  }, 0)
}

const lowest = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.min(a, b), Infinity)
const highest = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.max(a, b), -Infinity)

function segmentsOf(stroke: Strokes[number]): Segment[] {
  return stroke.slice(1).flatMap(([x, y], i) => {
    const [fromX, fromY] = stroke[i] ?? [x, y]
    const length = Math.hypot(x - fromX, y - fromY)
    return length > 0 ? [{ x: (x + fromX) / 2, y: (y + fromY) / 2, length }] : []
  })
}

/** Standard deviation across the main axis of all strokes, weighted by length. */
function stray(segments: readonly Segment[], length: number): number {
  const mean = (of: (segment: Segment) => number): number =>
    segments.reduce((sum, one) => sum + of(one) * one.length, 0) / length
  const x = mean((one) => one.x)
  const y = mean((one) => one.y)
  const xx = mean((one) => (one.x - x) ** 2)
  const yy = mean((one) => (one.y - y) ** 2)
  const xy = mean((one) => (one.x - x) * (one.y - y))
  // The smaller eigenvalue of the covariance matrix.
  return Math.sqrt(Math.max(0, (xx + yy - Math.hypot(xx - yy, 2 * xy)) / 2))
}
