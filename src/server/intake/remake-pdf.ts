/**
 * PDFs: examined as bytes, opened as viewers open them, and rewritten from their pages. Then the new file is drawn
 * beside the one that was sent: what is kept shows what its sender saw, or it is refused.
 */
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { cleanPdf } from './clean-pdf.ts'
import { PDF_MARK_WITHIN } from './detect-file-type.ts'
import { hasHiddenFile, hasHiddenProgram } from './hidden-file.ts'
import { markPages } from './pdf-marks.ts'
import {
  drawn,
  hasText,
  importedPages,
  loadPdfium,
  openPdf,
  wholeFile,
  withPage,
  type Drawing,
  type PdfFile,
} from './pdfium.ts'
import type { RemakeResult } from './remake-protocol.ts'

const MARK = '%PDF-'
/** Either is at the end of every version of a PDF; writers that are careless leave out one of them. */
const ENDS = ['%%EOF', 'startxref']
const OBJECT = /\d\s+\d+\s+obj\b/
/** Pages of very large pictures are not all compared: drawing them takes longer than people wait, s of work. */
const COMPARING = 5
/** A pixel whose brightness differs by more than this differs … */
const OTHER = 64
/** … and so many of them are a letter or a tick. */
const MOST_OTHERS = 4
const MICROSECONDS = 1_000_000

type Refusal = Extract<RemakeResult, { ok: false }>
const refused = (code: Refusal['code']): Refusal => ({ ok: false, code })

/** The pages of a PDF as a new one. Throws when it cannot be read. */
export async function remakePdf(bytes: Buffer): Promise<RemakeResult> {
  const doubt = doubtOf(bytes)
  if (doubt) return refused(doubt)
  const pdfium = await loadPdfium()
  const sent = openPdf(pdfium, bytes)
  if (typeof sent === 'string') return refused(sent)
  if (sent.pages === 0) return refused('file_damaged')
  if (sent.pages > LIMITS.maxPdfPages) return refused('file_pages')
  const lost = isPortfolio(sent, bytes) ? 'file_attached' : markPages(sent)
  if (lost) return refused(lost)
  const file = await cleaned(sent)
  const kept = file && openPdf(pdfium, file)
  if (!kept || typeof kept === 'string' || kept.pages !== sent.pages) return refused('file_differs')
  const shown = compare(sent, kept)
  return shown ? refused(shown) : { ok: true, pages: kept.pages, file, thumb: null }
}

const COLLECTION = '/Collection'
/** A portfolio: its page is a cover, whatever the files are. Its catalogue may be compressed in what was sent. */
const isPortfolio = (sent: PdfFile, bytes: Buffer): boolean =>
  sent.pdfium.FPDFDoc_GetAttachmentCount(sent.document) > 0 &&
  (bytes.includes(COLLECTION) || Buffer.from(wholeFile(sent).bytes).includes(COLLECTION))

/** What its bytes show before anything reads them. */
function doubtOf(bytes: Buffer): Refusal['code'] | undefined {
  const end = Math.max(...ENDS.map((mark) => bytes.lastIndexOf(mark)))
  const after = bytes.subarray(Math.max(0, end))
  // Without an end, or with more after it, its last part is missing.
  if (end < 0 || OBJECT.test(after.toString('latin1'))) return 'file_damaged'
  const before = bytes.subarray(0, bytes.subarray(0, PDF_MARK_WITHIN).indexOf(MARK))
  return hasHiddenFile(before) || hasHiddenProgram(after) ? 'file_mixed' : undefined
}

/** Undefined when its pages cannot be copied. */
async function cleaned(sent: PdfFile): Promise<Uint8Array | undefined> {
  const pages = importedPages(sent)
  if (!pages) return undefined
  const { bytes, layered } = await cleanPdf(pages)
  // Which layers are seen is said beside the pages.
  return layered ? (await cleanPdf(wholeFile(sent))).bytes : bytes
}

/** Why the kept file does not do; undefined when its pages show the same. */
function compare(sent: PdfFile, kept: PdfFile): 'file_differs' | 'file_blank' | undefined {
  const began = process.cpuUsage()
  let blank = true
  for (let index = 0; index < sent.pages; index++) {
    const { user, system } = process.cpuUsage(began)
    if (user + system > COMPARING * MICROSECONDS) return undefined
    const was = withPage(sent, index, (page) => ({ ...drawn(sent, page), text: hasText(sent, page) }))
    const is = withPage(kept, index, (page) => drawn(kept, page))
    if (!was || !is || differ(was, is)) return 'file_differs'
    blank &&= !was.text && was.pixels.every((it) => it === was.pixels[0])
  }
  return blank ? 'file_blank' : undefined
}

/** Numbers are rounded when a file is written, which may move a line by a pixel: that is no difference. */
function differ(was: Drawing, is: Drawing): boolean {
  if (was.pixels.length !== is.pixels.length) return true
  let others = 0
  for (let at = 0; at < was.pixels.length; at++)
    if (unlike(was, is, at, 0) && !(isNear(was, is, at) && isNear(is, was, at))) others++
  return others > MOST_OTHERS
}

const unlike = (one: Drawing, other: Drawing, at: number, away: number): boolean =>
  Math.abs((one.pixels[at] ?? 0) - (other.pixels[at + away] ?? 0)) > OTHER

/** True when a neighbour of the pixel is as the pixel was. */
const isNear = (one: Drawing, other: Drawing, at: number): boolean =>
  [-other.row, -1, 1, other.row].some((away) => !unlike(one, other, at, away))
