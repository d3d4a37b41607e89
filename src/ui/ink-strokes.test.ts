import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PEN, toGroups, toInk, withStroke, type Ink, type InkField } from './ink-strokes.ts'

const field: InkField = { width: 1000, height: 400, strokes: 200, points: 5000 }
const point = fc.tuple(
  fc.integer({ min: 0, max: 1000 }),
  fc.integer({ min: 0, max: 400 }),
  fc.integer({ min: Math.ceil(PEN.fast * 20), max: PEN.slow * 20 }),
)
const far = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot((a[0] ?? 0) - (b[0] ?? 0), (a[1] ?? 0) - (b[1] ?? 0))
const stroke = fc
  .array(point, { minLength: 1, maxLength: 12 })
  .map((points) => points.filter((one, i) => i === 0 || far(one, points[i - 1] ?? one) >= 8))
const lie = fc.record({ scale: fc.double({ min: 0.3, max: 3, noNaN: true }), turned: fc.boolean() })

describe('ink in units of its field', () => {
  test('comes back from any size and turn of the canvas where it was', () => {
    fc.assert(
      fc.property(stroke, lie, (points, where) => {
        const [group] = toGroups([points], where, field, 'black')
        const back = toInk({ points: group?.points ?? [] }, where, field)
        expect(back).toHaveLength(points.length)
        back.forEach((one, i) => expect(far(one, points[i] ?? [])).toBeLessThan(1.5))
      }),
    )
  })

  test('the pad makes the same widths of it again', () => {
    fc.assert(
      fc.property(stroke, lie, (points, where) => {
        const [group] = toGroups([points], where, field, 'black')
        if (!group) return
        group.points.forEach((at, i) => {
          const before = group.points[i - 1]
          if (!before) return
          // signature_pad: the wider of maxWidth / (speed + 1) and minWidth is the radius.
          const speed = Math.hypot(at.x - before.x, at.y - before.y) / (at.time - before.time)
          const radius = Math.max(group.maxWidth / (speed + 1), group.minWidth)
          expect(Math.abs((radius * 20) / where.scale - (points[i]?.[2] ?? 0))).toBeLessThan(1)
        })
      }),
    )
  })

  test('what is drawn past the edge stays inside', () => {
    const ink = toInk(
      {
        points: [
          { x: -50, y: 900, time: 1, pressure: 0 },
          { x: 5000, y: -3, time: 9, pressure: 0 },
        ],
      },
      { scale: 1, turned: false },
      field,
    )
    expect(ink.map(([x, y]) => [x, y])).toEqual([
      [0, 400],
      [1000, 0],
    ])
  })

  test('nothing is added beyond the limits', () => {
    const dot: Ink[number] = [[1, 1, 60]]
    const full = Array.from({ length: field.strokes }, () => dot)
    expect(withStroke(full, dot, field)).toBe(full)
    expect(
      withStroke(
        [],
        Array.from({ length: field.points + 1 }, () => [1, 1, 60] satisfies Ink[number][number]),
        field,
      ),
    ).toEqual([])
    expect(withStroke([dot], dot, field)).toHaveLength(2)
  })
})
