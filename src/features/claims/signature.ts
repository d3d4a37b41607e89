/**
 * A signature by hand: strokes in a square field of 0–1000 × 0–400 units, so that it is drawn alike on every screen, on paper and after
 * a rotation. Browser and server check it by the same rule (issue: never blank, never a dot).
 */
import { z } from 'zod'

export const SIGNATURE_WIDTH = 1000
export const SIGNATURE_HEIGHT = 400
const MOST_STROKES = 200
const MOST_POINTS = 5000

/** x, y in units of the field; the width of the line there in the same units, times 10. */
const point = z.tuple([z.number().int().min(0).max(SIGNATURE_WIDTH), z.number().int().min(0).max(SIGNATURE_HEIGHT), z.number().int().min(0).max(400)])
export const strokesSchema = z.array(z.array(point).min(1)).max(MOST_STROKES, 'too_long')
  .refine((strokes) => strokes.reduce((sum, { length }) => sum + length, 0) <= MOST_POINTS, 'too_long')
export type Strokes = z.output<typeof strokesSchema>
