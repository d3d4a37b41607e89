import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { drawn, loadPdfium, openPdf, withPage } from './pdfium.ts'
import { remakePdf } from './remake-pdf.ts'

const PDFS = join(import.meta.dirname, '../../../tests/fixtures/pdfs')
const fixture = (name: string): Buffer => readFileSync(join(PDFS, `${name}.pdf`))

/** A PDF of these objects, of which the first is its catalogue. */
function pdfOf(...objects: string[]): Buffer {
  let text = '%PDF-1.7\n'
  const starts = objects.map((object, at) => {
    const start = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return start
  })
  const table = starts.map((it) => `${String(it).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
const stream = (content: string, keys = ''): string =>
  `<<${keys}/Length ${content.length}>>\nstream\n${content}\nendstream`

/**
 * An invoice of one line, with these keys of its catalogue and these marks on its page; objects from 6 on are the
 * marks'.
 */
const invoice = (catalog: string, marks: string, ...objects: string[]): Buffer =>
  pdfOf(
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[${marks}]>>`,
    stream('BT /F1 24 Tf 20 250 Td (INVOICE 85.40) Tj ET'),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...objects,
  )
const BOX = 'BBox[0 0 200 40]/Resources<</Font<</F1 5 0 R>>>>'
const PAID = stream('BT /F1 24 Tf 5 10 Td (PAID) Tj ET', `/Type/XObject/Subtype/Form/${BOX}`)
const followedBy = (text: string): Buffer => Buffer.concat([invoice('', ''), Buffer.from(text)])
const AT = '/Rect[20 20 220 60]/F 4'

/** How many dark pixels each page of it has, as PDFium draws it. */
async function ink(bytes: Uint8Array): Promise<number[]> {
  const file = openPdf(await loadPdfium(), bytes)
  if (typeof file === 'string') throw new Error(file)
  return Array.from(
    { length: file.pages },
    (_, index) => withPage(file, index, (page) => drawn(file, page).pixels.filter((it) => it < 128).length) ?? -1,
  )
}
async function kept(bytes: Buffer): Promise<Uint8Array> {
  const made = await remakePdf(bytes)
  if (!made.ok) throw new Error(made.code)
  return made.file
}
const verdict = async (bytes: Buffer): Promise<string> => {
  const made = await remakePdf(bytes)
  return made.ok ? 'kept' : made.code
}

test.each([
  '00-plain',
  '10-bom-before-header',
  '11-newline-before-header',
  '12-http-headers-before-header',
  '14-ps-adobe-header',
  '20-no-eof-marker',
  '22-eof-then-html-page',
  '30-hidden-layer-in-content',
  '70-pages-node-without-type',
  '75-pages-is-page',
  '85-font-name-with-space',
  '90-owner-only-rc4-40',
  '90-owner-only-rc4-128',
  '92-owner-only-aes256-r6',
  '95-owner-only-aes256-objstm',
  '99-catalog-stray-token',
  '99-content-stray-token',
  '99-font-odd-count',
  '99-mediabox-odd-number',
])('%s shows the plain invoice', async (name) => {
  expect(await ink(await kept(fixture(name)))).toEqual(await ink(fixture('00-plain')))
})

test.each([
  ['40-filled-text-no-appearance', 'SAMPLE PERSON'],
  ['45-filled-text-empty-appearance-needappearances', 'SAMPLE PERSON'],
  ['50-watermark-annotation-with-appearance', 'PAID 85.40 USD'],
  ['51-redact-annotation-with-appearance', 'PAID 85.40 USD'],
])('%s shows "%s"', async (name, text) => {
  const clean = await PDFDocument.load(await kept(fixture(name)))
  const streams = clean.context
    .enumerateIndirectObjects()
    .flatMap(([, it]) => (it instanceof PDFRawStream ? [inflateSync(it.getContents()).toString('latin1')] : []))
  expect(streams.join('\n')).toContain(text)
})

test('41-ticked-checkbox-no-appearance shows its tick', async () => {
  const ticked = fixture('41-ticked-checkbox-no-appearance')
  const empty = Buffer.from(ticked.toString('latin1').replace('/V/Yes/AS/Yes', '/V/Off/AS/Off'), 'latin1')
  const [[withTick = 0], [without = 0]] = [await ink(await kept(ticked)), await ink(await kept(empty))]
  expect(withTick - without).toBeGreaterThan(20)
})

test('a scan keeps its picture whatever its length says', async () => {
  for (const name of ['97-scan-length-missing', '97-scan-length-too-long'])
    expect((await ink(await kept(fixture(name))))[0]).toBeGreaterThan(50_000)
})

test.each([
  ['60-xfa-dynamic-please-wait', 'file_form'],
  ['61-portfolio-cover-only', 'file_attached'],
  ['84-51-pages', 'file_pages'],
  ['96-user-password', 'file_locked'],
])('%s is refused with %s', async (name, code) => {
  expect(await verdict(fixture(name))).toBe(code)
})

const FORM = '/AcroForm<</Fields[6 0 R]/DA(/F1 12 Tf 0 g)/DR<</Font<</F1 5 0 R>>>>>>'
const FRESH = FORM.replace('/Fields', '/NeedAppearances true/Fields')
const WIDGET = `/Type/Annot/Subtype/Widget${AT}`
/** What was typed, ticked or written is seen. */
test.each([
  ['a text', FORM, `<<${WIDGET}/FT/Tx/T(a)/V(SAMPLE)/DA(/F1 12 Tf 0 g)>>`],
  ['a text in place of what stood there', FRESH, `<<${WIDGET}/FT/Tx/T(a)/V(SAMPLE)/DA(/F1 12 Tf 0 g)/AP<</N 7 0 R>>>>`],
  ['a text in the field above', FORM, `<<${WIDGET}/Parent 8 0 R>>`],
  ['a tick', FORM, `<<${WIDGET}/FT/Btn/T(a)/V/Yes/AS/Yes/MK<</CA(4)>>/DA(/ZaDb 0 Tf 0 g)>>`],
  ['a choice', FORM, `<<${WIDGET}/FT/Ch/Ff 131072/T(a)/V(Two)/Opt[(One)(Two)]/DA(/F1 12 Tf 0 g)>>`],
  ['a list', FORM, `<<${WIDGET}/FT/Ch/T(a)/V(Two)/Opt[(One)(Two)]/DA(/F1 12 Tf 0 g)>>`],
  ['a typewriter text', '', `<</Type/Annot/Subtype/FreeText${AT}/Contents(SAMPLE)/DA(/Helv 12 Tf 0 g)>>`],
  ...['Watermark', 'Redact', 'Text', 'Screen', 'Stamp', 'Link', 'Sound', 'Movie', 'RichMedia', '3D'].map(
    (kind): [string, string, string] => [
      `the appearance of ${kind}`,
      '',
      `<</Type/Annot/Subtype/${kind}${AT}/AP<</N 9 0 R>>>>`,
    ],
  ),
])('%s is kept as it is seen', async (_, catalog, mark) => {
  const above = ['<</FT/Tx/T(b)/Kids[6 0 R]/Parent 10 0 R>>', PAID, '<</T(c)/Kids[8 0 R]/V(SAMPLE)/DA(/F1 12 Tf 0 g)>>']
  const old = stream('BT /F1 12 Tf 5 10 Td (Type here) Tj ET', `/Type/XObject/Subtype/Form/${BOX}`)
  const file = invoice(catalog, '6 0 R', mark, old, ...above)
  const [bare = 0] = await ink(invoice('', ''))
  const [seen = 0] = await ink(await kept(file))
  expect(seen - bare).toBeGreaterThan(20)
})

test.each([
  ['a hidden mark', '', `<</Type/Annot/Subtype/Stamp${AT.replace('/F 4', '/F 2')}/AP<</N 8 0 R>>>>`],
  ['a field that nobody filled in', FORM, `<<${WIDGET}/FT/Tx/T(a)/DA(/F1 12 Tf 0 g)>>`],
])('%s stays unseen', async (_, catalog, mark) => {
  const file = invoice(catalog, '6 0 R', mark, '<</Type/OCG/Name(Copy)>>', PAID)
  expect(await ink(await kept(file))).toEqual(await ink(invoice('', '')))
})

test('a field brings the font that only its form had, and the one of its appearances that is seen', async () => {
  const typed = stream('BT /Helv 20 Tf 5 10 Td (SEEN) Tj ET', `/Type/XObject/Subtype/Form/BBox[0 0 200 40]`)
  const mark = `<<${WIDGET}/FT/Btn/T(a)/V/Yes/AS/Yes/AP<</N 8 0 R/D 8 0 R>>>>`
  const file = invoice(FORM, '6 0 R', mark, typed, '<</Yes 7 0 R/Off 9 0 R>>', PAID)
  const clean = await PDFDocument.load(await kept(file))
  const shown = clean
    .getPages()[0]
    ?.node.Annots()
    ?.lookup(0, PDFDict)
    .lookup(PDFName.of('AP'), PDFDict)
    .lookup(PDFName.of('N'))
  expect(shown).toBeInstanceOf(PDFRawStream)
  expect(shown?.toString()).toContain('/Helv')
})

const LAYERED = '/OCProperties<</OCGs[7 0 R]/D<</OFF[7 0 R]/Order[(x)]>>/Configs[]>>'
test('a mark stays on its layer, which stays as it is set', async () => {
  // PDFium draws such a mark whatever its layer; other viewers do not.
  const mark = `<</Type/Annot/Subtype/Stamp${AT}/OC 7 0 R/AP<</N 8 0 R>>>>`
  const clean = await PDFDocument.load(await kept(invoice(LAYERED, '6 0 R', mark, '<</Type/OCG/Name(Copy)>>', PAID)))
  const layers = clean.catalog.lookup(PDFName.of('OCProperties'), PDFDict)
  const off = layers.lookup(PDFName.of('D'), PDFDict).lookup(PDFName.of('OFF'), PDFArray)
  const [page] = clean.getPages()
  expect(page?.node.Annots()?.lookup(0, PDFDict).get(PDFName.of('OC'))).toBe(off.get(0))
  expect(clean.context.lookup(off.get(0))?.toString()).toContain('Copy')
})

const attached = (name: string, content = 'x', catalog = ''): Buffer =>
  invoice(
    `${catalog}/Names<</EmbeddedFiles<</Names[(a) 6 0 R]>>>>`,
    '',
    `<</Type/Filespec/F(${name})/UF(${name})/EF<</F 7 0 R>>>>`,
    stream(content, '/Type/EmbeddedFile'),
  )
/** The same PDF with its catalogue in a compressed stream of objects, as most programs write it. */
function withCompressedCatalog(plain: Buffer): Buffer {
  const text = plain.toString('latin1')
  const [, catalog = ''] = /1 0 obj\n(.*)\nendobj\n/.exec(text) ?? []
  let made = text.slice(0, text.lastIndexOf('xref\n0')).replace(`1 0 obj\n${catalog}\nendobj\n`, '')
  const count = made.match(/ 0 obj\n/g)?.length ?? 0
  const holder = count + 2
  const packed = deflateSync(Buffer.from(`1 0 ${catalog}`, 'latin1')).toString('latin1')
  made += `${holder} 0 obj\n${stream(packed, '/Type/ObjStm/N 1/First 4/Filter/FlateDecode')}\nendobj\n`
  const start = made.length
  const entry = (kind: number, at: number): string => String.fromCharCode(kind, at >> 8, at & 255, 0)
  const table = Array.from({ length: holder + 2 }, (_, id) => {
    if (id === 0) return entry(0, 0)
    if (id === 1) return entry(2, holder)
    return entry(1, id === holder + 1 ? start : made.indexOf(`\n${id} 0 obj\n`) + 1)
  }).join('')
  const keys = `/Type/XRef/Size ${holder + 2}/W[1 2 1]/Root 1 0 R`
  made += `${holder + 1} 0 obj\n${stream(table, keys)}\nendobj\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(made, 'latin1')
}
test('a portfolio is known by its compressed catalogue, too', async () => {
  const compressed = withCompressedCatalog(attached('data.xml', 'x', '/Collection<</View/D>>'))
  expect(compressed.includes('/Collection')).toBe(false)
  expect(await verdict(compressed)).toBe('file_attached')
  expect(await verdict(withCompressedCatalog(attached('data.xml')))).toBe('kept')
})

test.each([
  ['an invoice that is attached', 'file_attached', attached('Invoice 12.PDF')],
  ['a picture that is attached without a name', 'file_attached', attached('a', '\xff\xd8\xff\xe0')],
  [
    'a file behind a pin',
    'file_attached',
    invoice(
      '',
      '6 0 R',
      `<</Type/Annot/Subtype/FileAttachment${AT}/FS 7 0 R>>`,
      '<</Type/Filespec/F(scan.jpg)/EF<</F 8 0 R>>>>',
      stream('x'),
    ),
  ],
  ['a portfolio of lists', 'file_attached', attached('list.csv', 'x', '/Collection<</View/D>>')],
  ['data for machines', 'kept', attached('factur-x.xml')],
  ...['invoice.ofd', 'list.csv', 'note.txt', 'a.webp', 'a.gif', 'bill.wps', 'bill.et', 'letter.rtf'].map(
    (name): [string, string, Buffer] => [`${name}, which nobody would see`, 'file_attached', attached(name)],
  ),
  [
    'letters that the form has no font for',
    'file_form',
    invoice(FRESH, '6 0 R', `<<${WIDGET}/FT/Tx/T(a)/V${PDFHexString.fromText('张三').toString()}/DA(/F1 12 Tf 0 g)>>`),
  ],
  [
    'a drawing said to be an attachment',
    'file_differs',
    invoice(
      '',
      '6 0 R',
      `<</Type/Annot/Subtype/Stamp${AT}/AP<</N 7 0 R>>>>`,
      PAID.replace('/XObject', '/EmbeddedFile'),
    ),
  ],
  ['a form whose pages its own program makes', 'file_form', invoice('/AcroForm<</Fields[]/XFA[]>>', '')],
  [
    'a page with nothing on it',
    'file_blank',
    pdfOf(
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]>>',
    ),
  ],
  ['a file that ends in the middle', 'file_damaged', invoice('', '').subarray(0, -120)],
  ['a version whose second half is missing', 'file_damaged', followedBy('4 0 obj\n<</Length 99>>\nstream\nBT')],
  ['a program after its end', 'file_mixed', followedBy('MZ This program cannot be run in DOS mode')],
])('%s: %s', async (_, code, bytes) => {
  expect(await verdict(bytes)).toBe(code)
})

/** RC4, with which the oldest encryption of PDFs is made. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const box = Uint8Array.from({ length: 256 }, (_, at) => at)
  const swap = (a: number, b: number): void => void ([box[a], box[b]] = [box[b] ?? 0, box[a] ?? 0])
  for (let i = 0, j = 0; i < 256; i++) swap(i, (j = (j + (box[i] ?? 0) + (key[i % key.length] ?? 0)) & 255))
  let [x, y] = [0, 0]
  return bytes.map((byte) => {
    x = (x + 1) & 255
    y = (y + (box[x] ?? 0)) & 255
    swap(x, y)
    return byte ^ (box[((box[x] ?? 0) + (box[y] ?? 0)) & 255] ?? 0)
  }) as Buffer
}
const PAD = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const md5 = (...parts: Buffer[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest()

test('a file that is encrypted without an id opens as in every viewer', async () => {
  const owner = rc4(md5(PAD).subarray(0, 5), PAD)
  const key = md5(PAD, owner, Buffer.from([0xfc, 0xff, 0xff, 0xff])).subarray(0, 5)
  const content = 'BT /F1 24 Tf 20 250 Td (INVOICE 85.40) Tj ET'
  const ofStream = md5(key, Buffer.from([4, 0, 0, 0, 0])).subarray(0, 10)
  const encryption = `<</Filter/Standard/V 1/R 2/P -4/O<${owner.toString('hex')}>/U<${rc4(key, PAD).toString('hex')}>>>`
  const bytes = invoice('', '', encryption).toString('latin1')
  const locked = bytes
    .replace(content, rc4(ofStream, Buffer.from(content)).toString('latin1'))
    .replace('/Root 1 0 R', '/Root 1 0 R/Encrypt 6 0 R')
  expect(await ink(await kept(Buffer.from(locked, 'latin1')))).toEqual(await ink(invoice('', '')))
})
