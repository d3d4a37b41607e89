import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BLURRED_BELOW, brightness, greyOf, sharpness, SMALL_SIDE, warningsOf, type Grey } from './photo-quality.ts'

const SIDE = 240
const SENT = { width: 1800, height: 2400, shrunk: true }

/** Lines of strokes like print: `ink` on `paper`, strokes two pixels wide at places derived from `seed`. */
function print({ ink, paper, seed }: { ink: number; paper: number; seed: number }): Grey {
  const data = new Uint8ClampedArray(SIDE * SIDE).fill(paper)
  let state = seed
  const next = (): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
  for (let line = 6; line < SIDE - 12; line += 14) {
    for (let x = 6; x < SIDE - 8; x += 3 + Math.floor(next() * 4)) {
      for (let y = line; y < line + 8; y++) data.fill(ink, y * SIDE + x, y * SIDE + x + 2)
    }
  }
  return { data, width: SIDE, height: SIDE }
}

/** Each pixel becomes the mean of the square around it. */
function boxBlur({ data, width, height }: Grey, radius: number): Grey {
  const out = new Uint8ClampedArray(data.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let [sum, count] = [0, 0]
      for (let j = Math.max(0, y - radius); j <= Math.min(height - 1, y + radius); j++) {
        for (let i = Math.max(0, x - radius); i <= Math.min(width - 1, x + radius); i++) {
          sum += data[j * width + i] ?? 0
          count++
        }
      }
      out[y * width + x] = sum / count
    }
  }
  return { data: out, width, height }
}

const plain = (light: number): Grey => ({
  data: new Uint8ClampedArray(SIDE * SIDE).fill(light),
  width: SIDE,
  height: SIDE,
})
const looks = fc.record({
  ink: fc.integer({ min: 0, max: 110 }),
  paper: fc.integer({ min: 170, max: 255 }),
  seed: fc.integer({ min: 1, max: 1_000_000 }),
})

describe('blur', () => {
  test('print of any contrast counts as sharp; the same print blurred is pointed out', () => {
    fc.assert(
      fc.property(looks, (look) => {
        const sharp = print(look)
        expect(warningsOf(sharp, SENT)).toEqual([])
        expect(warningsOf(boxBlur(boxBlur(sharp, 4), 4), SENT)).toEqual(['blurred'])
      }),
      { numRuns: 20 },
    )
  })

  test('the score falls with the blur', () => {
    fc.assert(
      fc.property(looks, fc.integer({ min: 1, max: 4 }), (look, radius) => {
        const sharp = print(look)
        // Pale print may blur into an even grey without any contrast: then there is no sharpness at all.
        expect(sharpness(boxBlur(sharp, radius)) ?? 0).toBeLessThan(sharpness(sharp) ?? 0)
      }),
      { numRuns: 20 },
    )
  })

  test('a page without any detail is pointed out; in the dark only the darkness is', () => {
    expect(sharpness(plain(240))).toBeNull()
    expect(warningsOf(plain(240), SENT)).toEqual(['blurred'])
    expect(warningsOf(plain(20), SENT)).toEqual(['dark'])
  })

  test('a page that is mostly empty is judged by what stands on it', () => {
    const page = plain(240)
    page.data.set(print({ ink: 20, paper: 240, seed: 7 }).data.subarray(0, SIDE * 40), SIDE * 100)
    expect(sharpness(page)).toBeGreaterThan(BLURRED_BELOW)
  })
})

describe('darkness and size', () => {
  test('print in the dark is pointed out, in daylight it is not', () => {
    expect(warningsOf(print({ ink: 5, paper: 55, seed: 3 }), SENT)).toEqual(['dark'])
    expect(warningsOf(print({ ink: 5, paper: 200, seed: 3 }), SENT)).toEqual([])
  })

  test('an X-ray does not count as dark, because its bones are bright', () => {
    const film = plain(10)
    for (let row = 20; row < SIDE; row += 24) film.data.fill(190, row * SIDE, (row + 4) * SIDE)
    expect(brightness(film)).toMatchObject({ brightest: 190 })
    expect(warningsOf(film, SENT)).toEqual([])
  })

  test('with less light a photo never counts as brighter', () => {
    fc.assert(
      fc.property(looks, fc.integer({ min: 1, max: 9 }), (look, tenths) => {
        const light = print(look)
        const dim: Grey = { ...light, data: light.data.map((value) => (value * tenths) / 10) }
        expect(brightness(dim).mean).toBeLessThan(brightness(light).mean)
      }),
      { numRuns: 20 },
    )
  })

  test('a thumbnail is pointed out', () => {
    expect(
      warningsOf(print({ ink: 5, paper: 200, seed: 3 }), {
        width: SMALL_SIDE - 1,
        height: SMALL_SIDE - 1,
        shrunk: false,
      }),
    ).toEqual(['small'])
  })

  test('a long picture whose width is lost is pointed out, the screenshot of a small phone is not', () => {
    const seen = (width: number, height: number, shrunk: boolean): unknown =>
      warningsOf(print({ ink: 5, paper: 200, seed: 3 }), { width, height, shrunk })
    expect(seen(216, 2400, false)).toEqual(['small'])
    expect(seen(850, 19_000, true)).toEqual(['small'])
    expect(seen(750, 1334, false)).toEqual([])
    expect(seen(1080, 12_000, false)).toEqual([])
  })

  test('colours are weighted as the eye perceives brightness', () => {
    const rgba = new Uint8ClampedArray([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 0])
    expect([...greyOf(rgba, 4, 1).data]).toEqual([76, 150, 29, 255])
  })
})
