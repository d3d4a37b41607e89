/**
 * A PDF rewritten from its pages alone: only what their marks need is copied. The document's own scripts, actions,
 * attachments, forms and outlines hang on its catalogue, which is a new one; those of a page and of its annotations are
 * not on the lists below. ISO 32000-1 tables 30, 95, 164, 168.
 */
import { deflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFInvalidObject,
  PDFName,
  PDFNull,
  PDFRawStream,
  PDFString,
  type PDFObject,
  type PDFPage,
} from '@cantoo/pdf-lib'

export type PdfAnswer =
  | { ok: true; bytes: Uint8Array; pages: number }
  | { ok: false; code: 'file_locked' | 'file_pages' | 'file_broken' }

const PAGE_KEYS = [
  'Type',
  'MediaBox',
  'CropBox',
  'BleedBox',
  'TrimBox',
  'ArtBox',
  'Rotate',
  'UserUnit',
  'Resources',
  'Contents',
  'Group',
  'Annots',
  'Parent',
]
const RESOURCE_KEYS = ['ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'XObject', 'Font', 'ProcSet']
/** Annotations that are marks on the page. A filled field stays as its appearance. */
const MARKS = [
  'Widget',
  'Stamp',
  'FreeText',
  'Ink',
  'Highlight',
  'Underline',
  'StrikeOut',
  'Squiggly',
  'Square',
  'Circle',
  'Line',
  'Polygon',
  'PolyLine',
  'Caret',
]
const MARK_KEYS = [
  'Type',
  'Subtype',
  'Rect',
  'AP',
  'AS',
  'F',
  'C',
  'CA',
  'Border',
  'BS',
  'IC',
  'QuadPoints',
  'InkList',
  'L',
  'Vertices',
]
/** Keys of an image or form that would lead out of it. */
const OUTER_KEYS = [
  'Ref',
  'OPI',
  'PieceInfo',
  'Metadata',
  'AF',
  'Alternates',
  'OC',
  'Measure',
  'PtData',
  'StructParent',
  'StructParents',
  'F',
  'FFilter',
  'FDecodeParms',
]
const ACTIONS = [
  'JavaScript',
  'Launch',
  'GoToR',
  'GoToE',
  'URI',
  'SubmitForm',
  'ImportData',
  'Movie',
  'Sound',
  'Rendition',
  'RichMediaExecute',
  'Named',
  'SetOCGState',
  'GoTo3DView',
  'Hide',
]
const FILES = ['Filespec', 'EmbeddedFile']

const name = (text: string): PDFName => PDFName.of(text)
const textOf = (dict: PDFDict, key: string): string | undefined => {
  const found = dict.lookup(name(key))
  return found instanceof PDFName ? found.decodeText() : undefined
}

function keepOnly(dict: PDFDict, wanted: readonly string[]): void {
  for (const key of dict.keys()) if (!wanted.includes(key.decodeText())) dict.delete(key)
}

/** Opens the file, trying the empty password too: a file that only forbids printing opens for anyone. */
async function open(bytes: Uint8Array): Promise<PDFDocument | PdfAnswer> {
  try {
    return await PDFDocument.load(bytes, { password: '', updateMetadata: false })
  } catch {
    const locked = await PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false }).then(
      (it) => it.isEncrypted,
      () => false,
    )
    return { ok: false, code: locked ? 'file_locked' : 'file_broken' }
  }
}

/** Throws when the file is not a readable PDF. */
export async function cleanPdf(bytes: Uint8Array, maxPages: number): Promise<PdfAnswer> {
  const source = await open(bytes)
  if (!(source instanceof PDFDocument)) return source
  const pages = source.getPages()
  if (pages.length === 0) return { ok: false, code: 'file_broken' }
  if (pages.length > maxPages) return { ok: false, code: 'file_pages' }
  for (const page of pages) if (!strip(page)) return { ok: false, code: 'file_broken' }

  const clean = await PDFDocument.create({ updateMetadata: false })
  for (const page of await clean.copyPages(source, source.getPageIndices())) clean.addPage(page)
  for (const [ref, object] of clean.context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream) clean.context.assign(ref, packed(object))
    else disarm(object)
  }
  return {
    ok: true,
    bytes: await clean.save({ addDefaultPage: false, updateFieldAppearances: false }),
    pages: pages.length,
  }
}

/**
 * Leaves a page only its marks. False when a filled field has no appearance of its value: the value would be lost
 * unnoticed.
 */
function strip({ node }: PDFPage): boolean {
  node.normalize()
  const resources = node.Resources()
  if (resources) {
    node.set(name('Resources'), resources)
    keepOnly(resources, RESOURCE_KEYS)
  }
  const annotations = node.Annots()
  keepOnly(node, PAGE_KEYS)
  if (!annotations) return true
  const kept = PDFArray.withContext(node.context)
  for (let at = 0; at < annotations.size(); at++) {
    const mark = annotations.lookup(at)
    if (!(mark instanceof PDFDict) || !MARKS.includes(textOf(mark, 'Subtype') ?? '')) continue
    if (!(mark.lookup(name('AP')) instanceof PDFDict)) {
      if (filled(mark)) return false
      if (textOf(mark, 'Subtype') === 'Widget') continue
    }
    // Only some viewers draw a field without its form; all draw a stamp.
    if (textOf(mark, 'Subtype') === 'Widget') mark.set(name('Subtype'), name('Stamp'))
    keepOnly(mark, MARK_KEYS)
    kept.push(annotations.get(at))
  }
  node.set(name('Annots'), kept)
  return true
}

/** A field's value is in the field or in its parent field. */
function filled(mark: PDFDict): boolean {
  const above = mark.lookup(name('Parent'))
  const value = mark.lookup(name('V')) ?? (above instanceof PDFDict ? above.lookup(name('V')) : undefined)
  return (value instanceof PDFString || value instanceof PDFHexString) && value.asBytes().length > 0
}

/** Leaves no stream in clear text: what was not compressed is compressed. */
function packed(stream: PDFRawStream): PDFRawStream {
  const { dict } = stream
  disarm(dict)
  for (const key of OUTER_KEYS) dict.delete(name(key))
  const resources = dict.lookup(name('Resources'))
  if (textOf(dict, 'Subtype') === 'Form' && resources instanceof PDFDict) keepOnly(resources, RESOURCE_KEYS)
  if (FILES.includes(textOf(dict, 'Type') ?? '')) return PDFRawStream.of(dict, new Uint8Array())
  if (dict.has(name('Filter'))) return stream
  dict.set(name('Filter'), name('FlateDecode'))
  dict.delete(name('DecodeParms'))
  return PDFRawStream.of(dict, deflateSync(stream.getContents()))
}

/**
 * Empties actions and attachments wherever they are, and drops what could not be parsed. Nested values only: each
 * object is visited separately.
 */
function disarm(object: PDFObject): void {
  if (object instanceof PDFDict) {
    const kind = textOf(object, 'Type')
    const armed =
      (ACTIONS.includes(textOf(object, 'S') ?? '') && (kind === undefined || kind === 'Action')) ||
      FILES.includes(kind ?? '')
    for (const [key, value] of object.entries()) {
      if (armed || value instanceof PDFInvalidObject) object.delete(key)
      else disarm(value)
    }
  } else if (object instanceof PDFArray) {
    for (let at = 0; at < object.size(); at++) {
      const value = object.get(at)
      if (value instanceof PDFInvalidObject) object.set(at, PDFNull)
      else disarm(value)
    }
  }
}
