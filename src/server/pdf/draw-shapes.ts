/** Draws characters that no embedded font has as shapes that keep their text. */
import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import type { Style } from './document-style.ts'
import type { RareHan } from './rare-han-characters.ts'

const EM = 1000
/** Pieces kept in memory: a name has few rare characters, and a piece takes a megabyte. */
const OPEN_PIECES = 4

/** Width of the stroke that makes a shape bold, in em: the shapes have one weight only. */
const BOLDER = 0.036

interface Outline {
  /** An SVG path from the baseline downwards, `EM` units to the em, because paths have two decimals only. */
  path: string
  /** In em. */
  advance: number
}

const open = new Map<string, Font>()

function read(file: string): Font {
  const font = open.get(file) ?? create(readFileSync(file))
  open.delete(file)
  open.set(file, font)
  for (const oldest of [...open.keys()].slice(0, -OPEN_PIECES)) open.delete(oldest)
  return font
}

/** The shape of a character, which is one of these. */
export function outlineOf(outlines: RareHan, point: number): Outline {
  const font = read(outlines.fileOf(point))
  const run = font.layout(String.fromCodePoint(point))
  const em = font.unitsPerEm
  return { path: run.glyphs[0]?.path.scale(EM / em, -EM / em).toSVG() ?? '', advance: run.advanceWidth / em }
}

interface Line {
  x: number
  baseline: number
  style: Style
  /** Draws what a PDF reader finds the text by, at this x. */
  below: (x: number) => void
}

export function drawShapes(
  doc: PDFKit.PDFDocument,
  chars: readonly string[],
  outlines: RareHan,
  { x, baseline, style, below }: Line,
): void {
  let at = x
  for (const char of chars) {
    const { path, advance } = outlineOf(outlines, char.codePointAt(0) ?? 0)
    doc.markContent('Span', { actual: char })
    below(at)
    doc
      .save()
      .translate(at, baseline)
      .scale(style.size / EM)
      .path(path)
    if (style.bold)
      doc
        .lineWidth(BOLDER * EM)
        .lineJoin('round')
        .fillAndStroke(style.colour, style.colour)
    else doc.fill(style.colour)
    doc.restore()
    endAtGlyphs(doc, style)
    at += advance * style.size
  }
}

/**
 * Poppler places the text of a marked part by the coordinates and the font size in force at its end. pdfkit sets glyphs
 * in coordinates that grow upwards and then restores its own, in which the text would lie mirrored, on another line.
 */
function endAtGlyphs(doc: PDFKit.PDFDocument, style: Style): void {
  const [font] = Object.keys(doc.page.fonts)
  doc.save().transform(1, 0, 0, -1, 0, doc.page.height)
  if (font) doc.addContent(`/${font} ${style.size} Tf`)
  doc.endMarkedContent()
  doc.restore()
}
