/** The mark, 方 in one line, on a grid of 28. Same strokes as the site's. */
const STROKES = [
  'M1.9 10.25 H26.1',
  'M11.5 10.25 C11.3 17.2 9 23.6 2.75 27.4',
  'M10.6 17.25 H22.1 C22 22 21.4 25.2 20 26.6 C18.7 27.8 16.8 27.6 15.5 26.5',
]

/** Draws the mark with its upper left corner at x, y. */
export function drawMark(doc: PDFKit.PDFDocument, x: number, y: number, size: number, colour: string): void {
  doc.save().translate(x, y).scale(size / 28)
  doc.lineWidth(3).lineCap('round').lineJoin('round').strokeColor(colour)
  for (const stroke of STROKES) doc.path(stroke).stroke()
  doc.circle(14.6, 3.8, 2.9).fill(colour)
  doc.restore()
}
