/** A printed signature: strokes as vectors in their box, exactly as drawn. */
import { WIDTH, type Row } from '../../../../server/pdf/a4-document.ts'
import type { PdfCanvas } from '../../../../server/pdf/pdf-canvas.ts'
import { COLOUR, PAGE, STYLE } from '../../../../server/pdf/document-style.ts'
import { SIGNATURE_HEIGHT, SIGNATURE_WIDTH, type Strokes } from '../../rules/draft/signature-strokes.ts'

/** Points. The proportions of the field on screen, so that nothing is distorted. */
export const SIGNATURE_BOX = { width: 240, height: (240 * SIGNATURE_HEIGHT) / SIGNATURE_WIDTH } as const
/** Width of a pen that reports no pressure, in units of the field. */
const PEN = 5
const THINNEST = 2

/** Draws the box with its upper left corner at x, y, and the strokes in it. `alt` says whose signature it is. */
export function drawSignature(sheet: PdfCanvas, strokes: Strokes, x: number, y: number, alt: string): void {
  const { doc } = sheet
  sheet.artifact(() =>
    doc
      .roundedRect(x, y, SIGNATURE_BOX.width, SIGNATURE_BOX.height, 6)
      .lineWidth(0.8)
      .strokeColor(COLOUR.edge)
      .stroke(),
  )
  if (strokes.length === 0) return
  sheet.tag(
    'Figure',
    () => {
      doc
        .save()
        .translate(x, y)
        .scale(SIGNATURE_BOX.width / SIGNATURE_WIDTH)
      doc.lineCap('round').lineJoin('round').strokeColor(COLOUR.ink)
      for (const stroke of strokes) drawStroke(doc, stroke)
      doc.restore()
    },
    alt,
  )
}

/** Signer, role and time, beside the box. For an empty value it draws a line to write on. */
export function drawBesideSignature(sheet: PdfCanvas, rows: readonly Row[], y: number): void {
  const x = PAGE.side + SIGNATURE_BOX.width + 22
  const width = WIDTH - SIGNATURE_BOX.width - 22
  const step = SIGNATURE_BOX.height / rows.length
  sheet.group('L', () =>
    rows.forEach(({ label, value }, i) => {
      const top = y + i * step
      sheet.group('LI', () => {
        const height = sheet.text('Lbl', label, x, top, width, STYLE.label)
        if (value) sheet.text('LBody', value, x, top + height, width, STYLE.strong)
      })
      if (!value) sheet.rule(x, top + step - 2, width, COLOUR.edge, 0.5)
    }),
  )
}

function drawStroke(doc: PDFKit.PDFDocument, stroke: Strokes[number]): void {
  const [first] = stroke
  if (first && stroke.length === 1) doc.circle(first[0], first[1], widthAt(first) / 2).fill(COLOUR.ink)
  stroke.slice(1).forEach((to, i) => {
    const from = stroke[i] ?? to
    doc
      .moveTo(from[0], from[1])
      .lineTo(to[0], to[1])
      .lineWidth((widthAt(from) + widthAt(to)) / 2)
      .stroke()
  })
}

const widthAt = ([, , tenths]: Strokes[number][number]): number => (tenths > 0 ? Math.max(THINNEST, tenths / 10) : PEN)
