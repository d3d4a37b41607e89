/**
 * Converts signature_pad's points to units of the field and back, so that a signature keeps its shape at every screen
 * size and orientation. The pad derives line width from speed; stored is the width itself.
 */
import type { PointGroup } from 'signature_pad'

/** x, y in units of the field; the width of the line at that point in the same units, times 10. */
export type InkPoint = [x: number, y: number, width: number]
export type Ink = InkPoint[][]

export interface InkField {
  width: number
  height: number
  /** Maximum strokes and points that are stored. */
  strokes: number
  points: number
}

/** The field's position on its canvas: `scale` is CSS pixels per unit. */
export interface CanvasOrientation {
  scale: number
  /** In portrait the field is rotated: x runs down the screen, y from right to left. */
  turned: boolean
}

/** Half the width of the line, in units: for slow and for fast drawing. */
export const PEN = { slow: 8, fast: 2.4 } as const
/** The weight of one step's speed against that of earlier steps; signature_pad's own value. */
const FILTER = 0.7
/** Points nearer to each other than this are merged, units. */
const NEAR = 2
/** Speed that counts as standing still, pixels per millisecond. */
const STILL = 0.001

const between = (least: number, value: number, most: number): number =>
  Math.min(most, Math.max(least, Math.round(value)))

/** Converts a point of the canvas to units of the field. */
function inField(x: number, y: number, { scale, turned }: CanvasOrientation, field: InkField): [number, number] {
  const [u, v] = turned ? [y / scale, field.height - x / scale] : [x / scale, y / scale]
  return [between(0, u, field.width), between(0, v, field.height)]
}

function onCanvas(
  x: number,
  y: number,
  { scale, turned }: CanvasOrientation,
  field: InkField,
): { x: number; y: number } {
  return turned ? { x: (field.height - y) * scale, y: x * scale } : { x: x * scale, y: y * scale }
}

/** Converts one stroke as the pad recorded it. */
export function toInk({ points }: Pick<PointGroup, 'points'>, lie: CanvasOrientation, field: InkField): InkPoint[] {
  const out: InkPoint[] = []
  let speed = 0
  points.forEach((point, i) => {
    const before = points[i - 1]
    if (before) {
      const took = point.time - before.time
      speed = FILTER * (took > 0 ? Math.hypot(point.x - before.x, point.y - before.y) / took : 0) + (1 - FILTER) * speed
    }
    const [x, y] = inField(point.x, point.y, lie, field)
    const half = before ? Math.max(PEN.slow / (speed + 1), PEN.fast) : (PEN.slow + PEN.fast) / 2
    const last = out.at(-1)
    if (!last || Math.hypot(x - last[0], y - last[1]) >= NEAR || i === points.length - 1)
      out.push([x, y, Math.round(half * 20)])
  })
  return out
}

/** Appends a stroke; beyond the field's limits nothing is added. */
export function withStroke(ink: Ink, stroke: InkPoint[], field: InkField): Ink {
  const points = ink.reduce((sum, { length }) => sum + length, 0)
  return stroke.length === 0 || ink.length >= field.strokes || points + stroke.length > field.points
    ? ink
    : [...ink, stroke]
}

/** Ink for the pad to draw: timestamps are chosen so that it computes the stored widths again. */
export function toGroups(ink: Ink, lie: CanvasOrientation, field: InkField, penColor: string): PointGroup[] {
  const [slow, fast] = [PEN.slow * lie.scale, PEN.fast * lie.scale]
  return ink.map((stroke) => {
    let time = 1
    let before: { x: number; y: number } | undefined
    const points = stroke.map(([u, v, width]) => {
      const at = onCanvas(u, v, lie, field)
      const speed = Math.max(STILL, slow / Math.max(1e-6, (width / 20) * lie.scale) - 1)
      if (before) time += Math.max(0.01, Math.hypot(at.x - before.x, at.y - before.y) / speed)
      before = at
      return { ...at, time, pressure: 0 }
    })
    return {
      points,
      penColor,
      minWidth: fast,
      maxWidth: slow,
      dotSize: 0,
      velocityFilterWeight: 1,
      compositeOperation: 'source-over',
    }
  })
}
