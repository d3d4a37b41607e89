/**
 * A PDF rewritten from its pages alone: only what their marks need is copied. The document's own scripts, actions,
 * attachments, forms and outlines hang on its catalogue, which is a new one; those of a page and of its annotations are
 * not on the lists below. ISO 32000-1 tables 30, 95, 98–101, 164, 168.
 */
import { deflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFInvalidObject,
  PDFName,
  PDFNull,
  PDFNumber,
  PDFObjectCopier,
  PDFRawStream,
  PDFRef,
  decodePDFRawStream,
  type PDFObject,
} from '@cantoo/pdf-lib'
import type { NumberedPdf } from './pdfium.ts'

const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate']
const PAGE_KEYS = [...INHERITED, 'Type', 'BleedBox', 'TrimBox', 'ArtBox', 'UserUnit', 'Contents', 'Group', 'Annots']
/** `Properties` names the layers of marked content. */
const RESOURCE_KEYS = ['ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'XObject', 'Font', 'ProcSet', 'Properties']
/** Annotations that viewers draw in a way of their own; others are kept as a stamp, which all draw as it is. */
const MARKS = [
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
  'OC',
]
/** The names that forms give to fonts that every viewer has. */
const FORM_FONTS: Readonly<Record<string, string>> = {
  ZaDb: 'ZapfDingbats',
  HeBo: 'Helvetica-Bold',
  TiRo: 'Times-Roman',
  TiBo: 'Times-Bold',
  Cour: 'Courier',
  Symb: 'Symbol',
}
/** A key that PDFium leaves. */
const MADE_BY_PDFIUM = 'PDFIUM_HasGeneratedAP'
/** What says which layers are seen. Their order and locks are for the panel of a viewer. */
const LAYER_KEYS = ['Type', 'Name', 'Intent', 'Usage', 'OCGs', 'P', 'VE']
const SEEN_KEYS = ['BaseState', 'ON', 'OFF', 'Intent', 'AS']
const LAYERS = ['OCG', 'OCMD']
/** Keys of an image or form that would lead out of it. */
const OUTER_KEYS = [
  'Ref',
  'OPI',
  'PieceInfo',
  'Metadata',
  'AF',
  'Alternates',
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
/** Levels of a page tree; a tree that names itself has no end. */
const DEEPEST = 50

const name = (text: string): PDFName => PDFName.of(text)
const textOf = (dict: PDFDict, key: string): string | undefined => {
  const found = dict.lookup(name(key))
  return found instanceof PDFName ? found.decodeText() : undefined
}
const dictOf = (dict: PDFDict, key: string): PDFDict | undefined => {
  const found = dict.lookup(name(key))
  return found instanceof PDFDict ? found : undefined
}

function keepOnly(dict: PDFDict, wanted: readonly string[]): void {
  for (const key of dict.keys()) if (!wanted.includes(key.decodeText())) dict.delete(key)
}

/**
 * The pages alone, in their order. Throws when it is not a readable PDF. `layered` is true when they name layers, and
 * nothing says which of them are seen.
 */
export async function cleanPdf({ bytes, pages }: NumberedPdf): Promise<{ bytes: Uint8Array; layered: boolean }> {
  const source = await PDFDocument.load(bytes, { updateMetadata: false })
  const clean = await PDFDocument.create({ updateMetadata: false })
  const { context, catalog } = clean
  const copier = PDFObjectCopier.for(source.context, context)
  const kids = pages.map((number) => {
    const page = copier.copy(strippedPage(source.context.lookup(PDFRef.of(number), PDFDict)))
    page.set(name('Parent'), catalog.get(name('Pages')) ?? PDFNull)
    return context.register(page)
  })
  catalog.Pages().set(name('Kids'), context.obj(kids))
  catalog.Pages().set(name('Count'), context.obj(kids.length))
  const layers = dictOf(source.catalog, 'OCProperties')
  if (layers) catalog.set(name('OCProperties'), copier.copy(strippedLayers(layers)))
  let layered = false
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream) context.assign(ref, packed(object))
    else disarm(object)
    if (object instanceof PDFDict && LAYERS.includes(textOf(object, 'Type') ?? '')) {
      keepOnly(object, LAYER_KEYS)
      layered ||= !layers
    }
  }
  return { bytes: await clean.save({ addDefaultPage: false, updateFieldAppearances: false }), layered }
}

/** A page with its marks alone, and what it has from the tree above it. */
function strippedPage(page: PDFDict): PDFDict {
  let above = dictOf(page, 'Parent')
  for (let level = 0; above && level < DEEPEST; level++, above = dictOf(above, 'Parent'))
    for (const key of INHERITED) {
      const value = above.get(name(key))
      if (!page.has(name(key)) && value) page.set(name(key), value)
    }
  const annotations = page.lookup(name('Annots'))
  keepOnly(page, PAGE_KEYS)
  page.set(name('Type'), name('Page'))
  stripResources(page)
  if (annotations instanceof PDFArray) page.set(name('Annots'), page.context.obj(strippedMarks(annotations)))
  return page
}

function stripResources(of: PDFDict): void {
  const resources = dictOf(of, 'Resources')
  if (!resources) return
  keepOnly(resources, RESOURCE_KEYS)
  const properties = dictOf(resources, 'Properties')
  for (const key of properties?.keys() ?? []) {
    const property = properties?.lookup(key)
    // Others describe the content for machines.
    if (!(property instanceof PDFDict && LAYERS.includes(textOf(property, 'Type') ?? ''))) properties?.delete(key)
  }
}

/** Fields last: viewers draw them above all else. */
function strippedMarks(annotations: PDFArray): PDFObject[] {
  const [marks, fields]: [PDFObject[], PDFObject[]] = [[], []]
  for (let at = 0; at < annotations.size(); at++) {
    const mark = annotations.lookup(at)
    const kind = mark instanceof PDFDict ? textOf(mark, 'Subtype') : undefined
    if (!(mark instanceof PDFDict) || kind === undefined || kind === 'Popup') continue
    const seen = shownAppearance(mark)
    if (!seen && (dictOf(mark, 'AP') || !MARKS.includes(kind))) continue
    if (!MARKS.includes(kind)) mark.set(name('Subtype'), name('Stamp'))
    if (seen) mark.set(name('AP'), mark.context.obj({ N: seen }))
    if (kind === 'Widget') giveFonts(mark.context.lookup(seen))
    if (mark.has(name(MADE_BY_PDFIUM))) fitQuads(mark)
    keepOnly(mark, MARK_KEYS)
    const list = kind === 'Widget' ? fields : marks
    list.push(annotations.get(at))
  }
  return [...marks, ...fields]
}

/** Viewers take a font that the appearance of a field does not bring from the form, which is not kept. */
function giveFonts(stream: PDFObject | undefined): void {
  if (!(stream instanceof PDFRawStream)) return
  const fonts = ensured(ensured(stream.dict, 'Resources'), 'Font')
  const content = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
  for (const [, font = ''] of content.matchAll(/\/([^\s/[\]()<>]+)\s+[\d.]+\s+Tf\b/g))
    if (!fonts.has(name(font)))
      fonts.set(
        name(font),
        fonts.context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: FORM_FONTS[font] ?? 'Helvetica' }),
      )
}

function ensured(dict: PDFDict, key: string): PDFDict {
  const found = dictOf(dict, key)
  if (found) return found
  const made = dict.context.obj({})
  dict.set(name(key), made)
  return made
}

/** PDFium makes and draws the appearance of marked text within its quads, whatever its rectangle is. */
function fitQuads(mark: PDFDict): void {
  const quads = mark.lookup(name('QuadPoints'))
  if (!(quads instanceof PDFArray)) return
  const numbers = quads.asArray().map((it) => (it instanceof PDFNumber ? it.asNumber() : 0))
  const [across, down] = [0, 1].map((odd) => numbers.filter((_, at) => at % 2 === odd))
  if (!across?.length || !down?.length) return
  mark.set(
    name('Rect'),
    mark.context.obj([Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)]),
  )
}

/**
 * The one appearance that is seen. That of a button is one of several, by its own state or by the value of its field;
 * not all viewers find it behind a reference.
 */
function shownAppearance(mark: PDFDict): PDFRef | undefined {
  const appearances = dictOf(mark, 'AP')
  const normal = appearances?.lookup(name('N'))
  if (!(normal instanceof PDFDict)) return refOf(appearances?.get(name('N')))
  const state = [mark.lookup(name('AS')), mark.lookup(name('V')), dictOf(mark, 'Parent')?.lookup(name('V'))].find(
    (it) => it instanceof PDFName,
  )
  return refOf(normal.get(state ?? name('Off')))
}

const refOf = (object: PDFObject | undefined): PDFRef | undefined => (object instanceof PDFRef ? object : undefined)

function strippedLayers(layers: PDFDict): PDFDict {
  keepOnly(layers, ['OCGs', 'D'])
  const seen = dictOf(layers, 'D')
  if (seen) keepOnly(seen, SEEN_KEYS)
  return layers
}

/** Leaves no stream in clear text: what was not compressed is compressed. */
function packed(stream: PDFRawStream): PDFRawStream {
  const { dict } = stream
  disarm(dict)
  for (const key of OUTER_KEYS) dict.delete(name(key))
  if (textOf(dict, 'Subtype') === 'Form') stripResources(dict)
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
