/**
 * What lies upon the pages of a PDF and beside them: filled-in fields and annotations get the appearance that viewers
 * give them, so that they can be kept as a drawing; what cannot be kept so is a reason to refuse.
 */
import { detectFileType } from './detect-file-type.ts'
import { readOut, withPage, type PdfFile } from './pdfium.ts'

/** As in fpdf_annot.h. */
const FILE_ATTACHMENT = 17
const POPUP = 16
/** Links, sounds, films and 3D open something, and are on the page only where they bring an appearance. */
const OPENING = [2, 18, 19, 25, 26]
const WIDGET = 20
const NORMAL = 0
/** `FPDF_GetFormType`: the form's own program makes its pages, or may make them. */
const XFA_ONLY = 2
const XFA_BESIDE = 3

/** What machines read beside an invoice. Anything else that has a name of its own was meant to be read. */
const FOR_MACHINES = /\.(?:xml|xbrl|json)$/i
const EXTENSION = /\.\w+$/
/** The fonts of appearances that PDFium makes have the letters of WinAnsi alone. */
const NOT_IN_FONT = /[^\s\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u

type Refused = 'file_attached' | 'file_form' | 'file_damaged'

/** Why the file is refused; undefined when all that its pages show can be kept. */
export function markPages(file: PdfFile): Refused | undefined {
  const { pdfium, document, pages } = file
  const kind = pdfium.FPDF_GetFormType(document)
  if (kind === XFA_ONLY) return 'file_form'
  for (let at = 0; at < pdfium.FPDFDoc_GetAttachmentCount(document); at++)
    if (isDocument(file, pdfium.FPDFDoc_GetAttachment(document, at))) return 'file_attached'
  let fields = 0
  for (let index = 0; index < pages; index++) {
    const found = withPage(file, index, (page) => markPage(file, page)) ?? 'file_damaged'
    if (typeof found === 'string') return found
    fields += found
  }
  // A page that says "please wait": its fields are made by the form's own program.
  return kind === XFA_BESIDE && fields === 0 ? 'file_form' : undefined
}

/** How many fields the page has, or why it cannot be kept. */
function markPage(file: PdfFile, page: number): number | Refused {
  const { pdfium, form } = file
  for (let at = pdfium.FPDFPage_GetAnnotCount(page) - 1; at >= 0; at--)
    if (withMark(file, page, at, (mark) => showsNothing(file, mark)) === true) pdfium.FPDFPage_RemoveAnnot(page, at)
  const count = pdfium.FPDFPage_GetAnnotCount(page)
  const before = Array.from({ length: count }, (_, at) => withMark(file, page, at, (mark) => appearance(file, mark)))
  // Makes the appearances that the document asks for (`NeedAppearances`).
  pdfium.FORM_OnAfterLoadPage(page, form)
  let fields = 0
  for (let at = 0; at < count; at++) {
    const found = withMark(file, page, at, (mark) => {
      const kind = pdfium.FPDFAnnot_GetSubtype(mark)
      if (kind === WIDGET) fields++
      if (kind === FILE_ATTACHMENT && isDocument(file, pdfium.FPDFAnnot_GetFileAttachment(mark))) return 'file_attached'
      if (!pdfium.EPDFAnnot_HasAppearanceStream(mark, NORMAL)) makeAppearance(file, mark, kind)
      return appearance(file, mark) !== before[at] && NOT_IN_FONT.test(wordsOf(file, mark, kind))
        ? 'file_form'
        : undefined
    })
    if (found) return found
  }
  return fields
}

function showsNothing({ pdfium }: PdfFile, mark: number): boolean {
  const kind = pdfium.FPDFAnnot_GetSubtype(mark)
  return kind === POPUP || (OPENING.includes(kind) && !pdfium.EPDFAnnot_HasAppearanceStream(mark, NORMAL))
}

function withMark<T>({ pdfium }: PdfFile, page: number, at: number, read: (mark: number) => T): T | undefined {
  const mark = pdfium.FPDFPage_GetAnnot(page, at)
  if (!mark) return undefined
  const result = read(mark)
  pdfium.FPDFPage_CloseAnnot(mark)
  return result
}

function makeAppearance({ pdfium }: PdfFile, mark: number, kind: number): void {
  if (kind === WIDGET) pdfium.EPDFAnnot_GenerateFormFieldAP(mark)
  else pdfium.EPDFAnnot_GenerateAppearance(mark)
}

const appearance = ({ pdfium }: PdfFile, mark: number): string =>
  readText(pdfium, (at, size) => pdfium.FPDFAnnot_GetAP(mark, NORMAL, at, size))

/** What was typed into the field, or is written in the note. */
const wordsOf = ({ pdfium, form }: PdfFile, mark: number, kind: number): string =>
  readText(pdfium, (at, size) =>
    kind === WIDGET
      ? pdfium.FPDFAnnot_GetFormFieldValue(form, mark, at, size)
      : pdfium.FPDFAnnot_GetStringValue(mark, 'Contents', at, size),
  )

function isDocument({ pdfium }: PdfFile, attachment: number): boolean {
  if (!attachment) return false
  const name = readText(pdfium, (at, size) => pdfium.FPDFAttachment_GetName(attachment, at, size))
  return EXTENSION.test(name)
    ? !FOR_MACHINES.test(name)
    : detectFileType(attachedBytes(pdfium, attachment)) !== undefined
}

function attachedBytes(pdfium: PdfFile['pdfium'], attachment: number): Buffer {
  const length = pdfium.pdfium.wasmExports.malloc(4)
  pdfium.FPDFAttachment_GetFile(attachment, 0, 0, length)
  const size = pdfium.pdfium.getValue(length, 'i32')
  return readOut(pdfium, size, (at) => pdfium.FPDFAttachment_GetFile(attachment, at, size, length))
}

/** Text of a function that returns how many bytes of UTF-16 it has. */
const readText = (pdfium: PdfFile['pdfium'], read: (at: number, size: number) => number): string =>
  readOut(pdfium, read(0, 0), read).toString('utf16le').replace(/\0+$/, '')
