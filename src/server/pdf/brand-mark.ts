/** The logo, 方 in one line, on a grid of 28: the strokes of `ui/Logo.tsx`. */
const STROKES = [
  'M2 10h24M12 10.5C11.7 17.5 8.7 23.2 2.6 26.6M11.3 17h10.5q1.1 0 1 1.1c-.3 3.4-.7 5.6-1.3 7.2q-1.2 2.7-5.7.8',
]

/** Draws the logo with its upper left corner at x, y. */
export function drawMark(doc: PDFKit.PDFDocument, x: number, y: number, size: number, colour: string): void {
  doc
    .save()
    .translate(x, y)
    .scale(size / 28)
  doc.lineWidth(3).lineCap('round').lineJoin('round').strokeColor(colour)
  for (const stroke of STROKES) doc.path(stroke).stroke()
  doc.circle(14.4, 3.3, 2.8).fill(colour)
  doc.restore()
}
