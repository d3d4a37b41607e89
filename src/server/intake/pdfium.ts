/**
 * PDFium, the PDF engine of Chromium, as WebAssembly: opens whatever viewers open, makes the appearances of filled-in
 * fields, and draws pages. This build has no JavaScript engine, so a document's scripts never run. Nothing is freed:
 * one process reads one file.
 */
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'

const PASSWORD_NEEDED = 4
const UNKNOWN_ENCRYPTION = 5
const GREY = 1
/** With annotations; pictures without smoothing and not held in memory, which halves the work of a scan. */
const DRAWING = 0x01 | 0x2000 | 0x0200
const WHITE = 0xff_ff_ff_ff
/** Pixels of a drawn page, and how many to a point of it at most: a tick in a small box is some pixels. */
const DRAWN_PIXELS = 1_000_000
const LARGEST_SCALE = 2

declare global {
  /** The package names this type, and does not bring it. */
  interface EmscriptenModule {
    HEAPU8: Uint8Array
  }
}

export interface PdfFile {
  pdfium: WrappedPdfiumModule
  document: number
  form: number
  pages: number
}

export const loadPdfium = async (): Promise<WrappedPdfiumModule> => {
  const pdfium = await init({})
  pdfium.PDFiumExt_Init()
  return pdfium
}

/** Opens the file with an empty password: a file that only forbids printing opens for anyone. */
export function openPdf(pdfium: WrappedPdfiumModule, bytes: Uint8Array): PdfFile | 'file_locked' | 'file_damaged' {
  const at = pdfium.pdfium.wasmExports.malloc(bytes.length)
  pdfium.pdfium.HEAPU8.set(bytes, at)
  const document = pdfium.FPDF_LoadMemDocument(at, bytes.length, '')
  if (!document)
    return [PASSWORD_NEEDED, UNKNOWN_ENCRYPTION].includes(pdfium.FPDF_GetLastError()) ? 'file_locked' : 'file_damaged'
  const form = pdfium.PDFiumExt_InitFormFillEnvironment(document, pdfium.PDFiumExt_OpenFormFillInfo())
  return { pdfium, document, form, pages: pdfium.FPDF_GetPageCount(document) }
}

/** What `read` returns for a page; undefined when the page cannot be read. */
export function withPage<T>(
  { pdfium, document, form }: PdfFile,
  index: number,
  read: (page: number) => T,
): T | undefined {
  const page = pdfium.FPDF_LoadPage(document, index)
  if (!page) return undefined
  const result = read(page)
  pdfium.FORM_OnBeforeClosePage(page, form)
  pdfium.FPDF_ClosePage(page)
  return result
}

/** The file with its pages and what they need alone: a new catalogue and page tree, however odd those of the file are. */
export function importedPages({ pdfium, document }: PdfFile): NumberedPdf | undefined {
  const fresh = pdfium.FPDF_CreateNewDocument()
  if (!pdfium.FPDF_ImportPagesByIndex(fresh, document, 0, 0, 0)) return undefined
  const made = saved(pdfium, fresh)
  pdfium.FPDF_CloseDocument(fresh)
  return made
}

/** The whole file, without its encryption. */
export function wholeFile({ pdfium, document }: PdfFile): NumberedPdf {
  pdfium.EPDF_RemoveEncryption(document)
  return saved(pdfium, document)
}

export interface NumberedPdf {
  bytes: Uint8Array
  /** Object numbers of its pages, in their order. */
  pages: number[]
}

function saved(pdfium: WrappedPdfiumModule, document: number): NumberedPdf {
  const pages = Array.from({ length: pdfium.FPDF_GetPageCount(document) }, (_, index) =>
    pdfium.EPDFDoc_GetPageObjectNumberByIndex(document, index),
  )
  const parts: Buffer[] = []
  const { addFunction, removeFunction, setValue, wasmExports } = pdfium.pdfium
  const write = addFunction((_writer: number, at: number, size: number) => {
    parts.push(Buffer.from(pdfium.pdfium.HEAPU8.subarray(at, at + size)))
    return 1
  }, 'iiii')
  // FPDF_FILEWRITE: its version, and the function that takes the bytes. A writer in its memory would double them there.
  const writer = wasmExports.malloc(8)
  setValue(writer, 1, 'i32')
  setValue(writer + 4, write, 'i32')
  pdfium.FPDF_SaveAsCopy(document, writer, 0)
  removeFunction(write)
  const bytes = Buffer.concat(parts)
  return { bytes, pages }
}

/** Bytes that a function of PDFium writes. */
export function readOut(
  { pdfium }: WrappedPdfiumModule,
  size: number,
  write: (at: number, size: number) => unknown,
): Buffer {
  const at = pdfium.wasmExports.malloc(Math.max(size, 1))
  write(at, size)
  const bytes = Buffer.from(pdfium.HEAPU8.subarray(at, at + size))
  pdfium.wasmExports.free(at)
  return bytes
}

/** A byte of brightness per pixel, row by row. */
export interface Drawing {
  pixels: Uint8Array
  /** Bytes of a row. */
  row: number
}

/** The page as a viewer shows it. */
export function drawn({ pdfium, form }: PdfFile, page: number): Drawing {
  pdfium.FORM_OnAfterLoadPage(page, form)
  const [across, down] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)]
  const scale = Math.min(LARGEST_SCALE, Math.sqrt(DRAWN_PIXELS / (across * down)))
  const [width, height] = [Math.max(1, Math.round(across * scale)), Math.max(1, Math.round(down * scale))]
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, GREY, 0, 0)
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, DRAWING)
  pdfium.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, 0)
  const at = pdfium.FPDFBitmap_GetBuffer(bitmap)
  const row = pdfium.FPDFBitmap_GetStride(bitmap)
  const pixels = pdfium.pdfium.HEAPU8.slice(at, at + row * height)
  pdfium.FPDFBitmap_Destroy(bitmap)
  return { pixels, row }
}

/** True when the page has letters, which PDFium cannot draw without their font. */
export function hasText({ pdfium }: PdfFile, page: number): boolean {
  const text = pdfium.FPDFText_LoadPage(page)
  const count = pdfium.FPDFText_CountChars(text)
  pdfium.FPDFText_ClosePage(text)
  return count > 0
}
