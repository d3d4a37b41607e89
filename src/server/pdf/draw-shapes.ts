/** Draws characters that no embedded font has as shapes that keep their text. */
import { EM, type Outlines } from './rare-han-characters.ts'
import type { Style } from './document-style.ts'

/** Width of the stroke that makes a shape bold, in em: the shapes have one weight only. */
const BOLDER = 0.036

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
  { outline }: Outlines,
  { x, baseline, style, below }: Line,
): void {
  let at = x
  for (const char of chars) {
    const { path, advance } = outline(char.codePointAt(0) ?? 0)
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
