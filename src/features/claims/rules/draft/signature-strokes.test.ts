import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  SIGNATURE_HEIGHT,
  SIGNATURE_WIDTH,
  looksLikeMark,
  signatureErrors,
  strokesSchema,
  type Strokes,
} from './signature-strokes.ts'

type Stroke = Strokes[number]
const path = (...points: [number, number][]): Stroke => points.map(([x, y]) => [x, y, 60])
const line = (x1: number, y1: number, x2: number, y2: number): Stroke =>
  Array.from({ length: 20 }, (_, i) => [
    Math.round(x1 + ((x2 - x1) * i) / 19),
    Math.round(y1 + ((y2 - y1) * i) / 19),
    60,
  ])
/** Loops from left to right, like a joined-up name. */
const joined = (from: number, to: number, height: number): Stroke =>
  Array.from({ length: 120 }, (_, i) => {
    const turn = (i / 119) * 6 * 2 * Math.PI
    const x = from + ((to - from) * i) / 119
    return [Math.round(x - Math.sin(turn) * 20 + 20), Math.round(200 - (Math.cos(turn) * height) / 2), 60]
  })

const coordinate = { x: fc.integer({ min: 0, max: SIGNATURE_WIDTH }), y: fc.integer({ min: 0, max: SIGNATURE_HEIGHT }) }

describe('signature by hand', () => {
  test('an empty field is not signed', () => {
    expect(signatureErrors([])).toEqual({ strokes: 'signature_required' })
  })

  test('dots are not, wherever and however many', () => {
    fc.assert(
      fc.property(fc.array(fc.record(coordinate), { minLength: 1, maxLength: 40 }), (dots) => {
        expect(signatureErrors(dots.map(({ x, y }) => path([x, y], [x, y])))).toEqual({ strokes: 'signature_small' })
      }),
    )
  })

  test('one straight line is not, at any angle, nor drawn to and fro', () => {
    fc.assert(
      fc.property(coordinate.x, coordinate.y, coordinate.x, coordinate.y, (x1, y1, x2, y2) => {
        const one = line(x1, y1, x2, y2)
        expect(signatureErrors([one])).toHaveProperty('strokes')
        expect(signatureErrors([one, [...one].reverse(), one])).toHaveProperty('strokes')
      }),
    )
  })

  test('a dash with a dot above it is still a dash', () => {
    expect(signatureErrors([line(200, 200, 800, 205), path([500, 100], [501, 100])])).toEqual({
      strokes: 'signature_line',
    })
  })

  test('a scribble in a corner is too small', () => {
    expect(signatureErrors([joined(20, 120, 60)])).toEqual({ strokes: 'signature_small' })
  })

  test('a Latin name in one joined stroke is one', () => {
    expect(signatureErrors([joined(150, 800, 120)])).toEqual({})
    expect(signatureErrors([joined(300, 580, 60)])).toEqual({})
  })

  test('a Chinese name of few strokes is one: 丁一', () => {
    expect(
      signatureErrors([
        line(150, 120, 380, 115),
        line(265, 118, 262, 300),
        line(265, 300, 225, 275),
        line(560, 210, 840, 200),
      ]),
    ).toEqual({})
  })

  test('nothing within the shape breaks it, and order does not matter', () => {
    const stroke = fc.array(fc.tuple(coordinate.x, coordinate.y, fc.integer({ min: 0, max: 400 })), {
      minLength: 1,
      maxLength: 20,
    })
    fc.assert(
      fc.property(fc.array(stroke, { maxLength: 20 }), (strokes) => {
        const parsed = strokesSchema.parse(strokes)
        expect(signatureErrors([...parsed].reverse())).toEqual(signatureErrors(parsed))
      }),
    )
  })
})

describe('a mark or a name', () => {
  test('a cross, a tick and a dash are asked about', () => {
    expect(looksLikeMark([line(200, 50, 700, 350), line(700, 50, 200, 350)])).toBe(true)
    expect(looksLikeMark([[...line(200, 200, 350, 350), ...line(350, 350, 800, 50)]])).toBe(true)
    expect(looksLikeMark([line(100, 200, 900, 220)])).toBe(true)
  })
  test('a joined-up name and one in Chinese strokes are not', () => {
    expect(looksLikeMark([joined(100, 900, 100)])).toBe(false)
    expect(looksLikeMark(Array.from({ length: 8 }, (_, i) => line(100 + i * 80, 100, 150 + i * 80, 300)))).toBe(false)
  })
})
