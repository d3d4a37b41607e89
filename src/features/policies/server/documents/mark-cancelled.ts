/**
 * Marks a stored document of a cancelled policy across every page: it stays available as history, and whoever is handed
 * the paper has no code to look up until they think of it. The stored file itself is not changed.
 */
import { degrees, PDFDocument, PDFName, PDFOperator, PDFOperatorNames } from '@cantoo/pdf-lib'
import type { Lang } from '../../../../lib/locale.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import { COLOUR } from '../../../../server/pdf/document-style.ts'
import { PdfCanvas } from '../../../../server/pdf/pdf-canvas.ts'

export interface CancelledDocument {
  document: Uint8Array
  /** The mark, a line in each language. */
  mark: readonly string[]
  /** Said after the title, which readers show and screen readers read first. */
  title: string
}

const WIDTH = 440
const LINE = 36
const PAD = 14
const ANGLE = 24
/** Part of the page's width that the mark takes, before it is turned. */
const SHARE = 0.86

/** The mark as a page of its own, with the fonts of our documents. `plain` leaves it readable, for tests. */
export function drawMark(mark: readonly string[], lang: Lang, fonts: Fonts, plain = false): Promise<Uint8Array> {
  const height = mark.length * LINE + 2 * PAD
  const meta = { lang, title: '', author: '', subject: '', issuedAt: 0, plain }
  const sheet = new PdfCanvas(meta, fonts, [WIDTH, height])
  sheet.artifact(() => {
    sheet.doc
      .rect(2, 2, WIDTH - 4, height - 4)
      .lineWidth(3)
      .strokeColor(COLOUR.stamp)
      .stroke()
    for (const [i, line] of mark.entries()) {
      const style = { size: 24, leading: 1.5, bold: true, colour: COLOUR.stamp } as const
      const fits = Math.min(1, (WIDTH - 2 * PAD) / sheet.width(line, style))
      sheet.line(line, PAD, PAD + i * LINE, WIDTH - 2 * PAD, { ...style, size: style.size * fits }, 'centre')
    }
  })
  return sheet.finish()
}

/** The same document with the mark across each page. */
export async function markCancelled(
  { document, mark, title }: CancelledDocument,
  lang: Lang,
  fonts: Fonts,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(document, { updateMetadata: false })
  const [stamp] = await pdf.embedPdf(await drawMark(mark, lang, fonts))
  if (!stamp) throw new Error('the mark has no page')
  for (const page of pdf.getPages()) {
    const { width, height } = page.getSize()
    const scale = Math.min((width * SHARE) / stamp.width, (height * SHARE) / stamp.width)
    const turn = (ANGLE * Math.PI) / 180
    const [w, h] = [stamp.width * scale, stamp.height * scale]
    // The page turns it about its lower left corner; its middle lies in the middle of the page.
    const x = width / 2 - (w * Math.cos(turn) - h * Math.sin(turn)) / 2
    const y = height / 2 - (w * Math.sin(turn) + h * Math.cos(turn)) / 2
    page.pushOperators(PDFOperator.of(PDFOperatorNames.BeginMarkedContent, [PDFName.of('Artifact')]))
    page.drawPage(stamp, { x, y, xScale: scale, yScale: scale, rotate: degrees(ANGLE), opacity: 0.75 })
    page.pushOperators(PDFOperator.of(PDFOperatorNames.EndMarkedContent))
  }
  pdf.setTitle((pdf.getTitle() ?? '') + (lang === 'cn' ? `（${title}）` : ` (${title})`), {
    showInWindowTitleBar: true,
  })
  return pdf.save()
}

declare module '../../../../server/pdf/drawings.ts' {
  interface Drawings {
    cancelledDocument: CancelledDocument
  }
}
