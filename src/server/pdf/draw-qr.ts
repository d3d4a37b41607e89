import { create } from 'qrcode'

/** A QR code as filled rectangles, one for each row of adjacent dark modules: sharp at any size, without an image. */
export function drawQr(
  doc: PDFKit.PDFDocument,
  text: string,
  x: number,
  y: number,
  size: number,
  colour: string,
): void {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const unit = size / modules.size
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (!modules.get(row, column)) continue
      const from = column
      while (column + 1 < modules.size && modules.get(row, column + 1)) column++
      doc.rect(x + from * unit, y + row * unit, (column - from + 1) * unit, unit)
    }
  }
  doc.fill(colour)
}
