/**
 * Rare Han characters (extensions A to F of Unicode, 70,000 and more) from Hanazono Mincho, which npm offers as web
 * fonts split into pieces. The style sheet says which piece holds a character; `draw-shapes.ts` draws it.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Glyphs } from './font-glyphs.ts'

export interface RareHan extends Glyphs {
  /** Path of the font that holds this character. */
  fileOf: (codePoint: number) => string
}

interface Piece {
  file: string
  ranges: readonly (readonly [from: number, to: number])[]
}

const FACE = /url\(([^)]+\.woff2)\)[^;]*;\s*unicode-range:([^;]+);/g
const HAN = /\p{Script=Han}/u

/** `sheet` is the path of the style sheet; the pieces are beside it. */
export function rareHan(sheet: () => string): RareHan {
  let pieces: readonly Piece[] | undefined
  const pieceOf = (point: number): Piece | undefined => {
    if (!HAN.test(String.fromCodePoint(point))) return undefined
    pieces ??= readSheet(readFileSync(sheet(), 'utf8'))
    return pieces.find(({ ranges }) => ranges.some(([from, to]) => point >= from && point <= to))
  }
  return {
    has: (point) => pieceOf(point) !== undefined,
    fileOf: (point) => {
      const piece = pieceOf(point)
      if (!piece) throw new RangeError(`no outline of U+${point.toString(16)}`)
      return join(dirname(sheet()), piece.file)
    },
  }
}

function readSheet(css: string): Piece[] {
  return [...css.matchAll(FACE)].map(([, file = '', list = '']) => ({ file, ranges: list.split(',').map(readRange) }))
}

/** `U+20000-203ff`, or one code point. */
function readRange(text: string): [number, number] {
  const [from = '', to = from] = text.trim().replace(/^U\+/i, '').split('-')
  return [parseInt(from, 16), parseInt(to, 16)]
}
