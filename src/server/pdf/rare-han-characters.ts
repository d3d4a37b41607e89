/**
 * Rare Han characters (extensions A to F of Unicode, 70,000 and more) from Hanazono Mincho, which npm offers as web
 * fonts split into pieces. The style sheet says which piece holds a character, so a piece is read only when one of its
 * characters is drawn.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { create, type Font } from 'fontkit'
import type { Glyphs } from './font-glyphs.ts'

export const EM = 1000

interface Outline {
  /** An SVG path from the baseline downwards, `EM` units to the em, because paths have two decimals only. */
  path: string
  /** In em. */
  advance: number
}

export interface Outlines extends Glyphs {
  outline: (codePoint: number) => Outline
}

interface Piece {
  file: string
  ranges: readonly (readonly [from: number, to: number])[]
}

const FACE = /url\(([^)]+\.woff2)\)[^;]*;\s*unicode-range:([^;]+);/g
/** Pieces kept in memory: a name has few rare characters, and a piece takes a megabyte. */
const OPEN_PIECES = 4
const HAN = /\p{Script=Han}/u

/** `sheet` is the path of the style sheet; the pieces are beside it. */
export function rareHan(sheet: () => string): Outlines {
  let pieces: readonly Piece[] | undefined
  const open = new Map<string, Font>()
  const pieceOf = (point: number): Piece | undefined => {
    if (!HAN.test(String.fromCodePoint(point))) return undefined
    pieces ??= readSheet(readFileSync(sheet(), 'utf8'))
    return pieces.find(({ ranges }) => ranges.some(([from, to]) => point >= from && point <= to))
  }
  const read = (file: string): Font => {
    const font = open.get(file) ?? create(readFileSync(join(dirname(sheet()), file)))
    open.delete(file)
    open.set(file, font)
    for (const oldest of [...open.keys()].slice(0, -OPEN_PIECES)) open.delete(oldest)
    return font
  }
  return {
    has: (point) => pieceOf(point) !== undefined,
    outline: (point) => {
      const piece = pieceOf(point)
      if (!piece) throw new RangeError(`no outline of U+${point.toString(16)}`)
      const font = read(piece.file)
      const run = font.layout(String.fromCodePoint(point))
      const em = font.unitsPerEm
      return { path: run.glyphs[0]?.path.scale(EM / em, -EM / em).toSVG() ?? '', advance: run.advanceWidth / em }
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
