/**
 * Files for an uploader: honest ones, damaged ones, and ones made to do harm. All are generated here, none is stored in
 * the repository.
 */
import { crc32, deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import PdfKit from 'pdfkit'
import sharp from 'sharp'
import type { IntakeCode } from '../../src/server/intake/intake.ts'

/** The test string of the anti-virus industry, in two halves so that no scanner reports this file. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
export const MEBIBYTE = 1024 * 1024

export const jpeg = (width = 320, height = 240): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#446688' } })
    .jpeg()
    .toBuffer()
export const png = (width = 320, height = 240): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: { r: 60, g: 90, b: 120, alpha: 0.5 } } })
    .png()
    .toBuffer()

export function pdf(pages = 1, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  return new Promise((resolve) => {
    const document = new PdfKit({ ...options, autoFirstPage: false })
    const parts: Buffer[] = []
    document.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)))
    for (let page = 1; page <= pages; page++) document.addPage().text(`Invoice, page ${page}`)
    document.end()
  })
}

/** A page with everything on it that a viewer would run, open or give away. */
export async function armedPdf(): Promise<Buffer> {
  const document = await PDFDocument.create()
  const page = document.addPage([300, 300])
  page.drawText('Total 120.00')
  document.addJavaScript('hello', 'app.alert("armed-script")')
  await document.attach(Buffer.from(EICAR), 'armed-attachment.xml')
  const { context, catalog } = document
  const launch = context.obj({ Type: 'Action', S: 'Launch', F: PDFString.of('armed-launch.exe') })
  const script = context.obj({ S: 'JavaScript', JS: PDFString.of('armed-open()') })
  catalog.set(PDFName.of('OpenAction'), script)
  const annotation = (subtype: string) =>
    context.register(
      context.obj({ Type: 'Annot', Subtype: subtype, Rect: [0, 0, 300, 300], A: launch, AA: { U: script } }),
    )
  page.node.set(
    PDFName.of('Annots'),
    context.obj(['Link', 'Square', 'FileAttachment', 'Screen', 'RichMedia'].map(annotation)),
  )
  page.node.set(PDFName.of('AA'), context.obj({ O: script }))
  context.register(context.stream(EICAR))
  const form = document.getForm().createTextField('name')
  form.setText('Li Wei')
  form.addToPage(page, { x: 10, y: 10 })
  return Buffer.from(await document.save({ useObjectStreams: false }))
}

function chunk(type: string, data: Buffer): Buffer {
  const out = Buffer.alloc(data.length + 12)
  out.writeUInt32BE(data.length, 0)
  out.write(type, 4, 'latin1')
  data.copy(out, 8)
  out.writeUInt32BE(crc32(out.subarray(4, out.length - 4)), out.length - 4)
  return out
}

/** A picture of one colour: a few hundred kilobytes that claim to be much more. `claimed` gives a false size. */
function flatPng(width: number, height: number, claimed = { width, height }): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  head.writeUInt32BE(claimed.width, 0)
  head.writeUInt32BE(claimed.height, 4)
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const LOCAL_ENTRY = Buffer.concat([
  Buffer.from([0x50, 0x4b, 3, 4, 20, 0]),
  Buffer.alloc(24),
  Buffer.from([0x50, 0x4b, 5, 6]),
  Buffer.alloc(18),
])
/** A PDF whose object stream unpacks to far more than it is. */
function inflatingPdf(): Buffer {
  const bomb = deflateSync(Buffer.alloc(512 * MEBIBYTE, 0x20), { level: 9 })
  const head = `%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n3 0 obj\n<</Type/ObjStm/N 1/First 10/Filter/FlateDecode/Length ${bomb.length}>>\nstream\n`
  return Buffer.concat([
    Buffer.from(head),
    bomb,
    Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 1 0 R/Size 4>>\n%%EOF\n'),
  ])
}

/** Pages that name each other: a tree without end. */
const endlessPdf = (): Buffer =>
  Buffer.from(
    '%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Count 1/Kids[3 0 R]>>\nendobj\n3 0 obj\n<</Type/Pages/Count 1/Kids[2 0 R 2 0 R]>>\nendobj\ntrailer\n<</Root 1 0 R/Size 4>>\n%%EOF\n',
  )

/** Every way in which phones, banks and design tools write a PNG; each shows the same dark words on white or on nothing. */
export async function honestPngs(width = 390, height = 844): Promise<Record<string, Buffer>> {
  const words = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect y="40" width="${width}" height="60" fill="#1a3550"/><text x="20" y="200" font-size="22" fill="#222">6217 0012 3456 7890</text></svg>`,
  )
  const clear = await sharp(words).png().toBuffer()
  const opaque = await sharp(words).flatten({ background: '#fff' }).png().toBuffer()
  return {
    RGBA: clear,
    RGB: opaque,
    palette: await sharp(opaque).png({ palette: true, colours: 16 }).toBuffer(),
    'palette with alpha': await sharp(clear).png({ palette: true }).toBuffer(),
    '16 bit': await sharp(clear).toColourspace('rgb16').png().toBuffer(),
    grey: await sharp(opaque).toColourspace('b-w').png().toBuffer(),
    'grey and alpha': await sharp(clear).toColourspace('b-w').png().toBuffer(),
    interlaced: await sharp(clear).png({ progressive: true }).toBuffer(),
    'one bit': flatPng(width, height),
    APNG: animated(clear),
  }
}

/**
 * An APNG whose only frame is its picture: the chunks are before IDAT, and a decoder that does not know them shows the
 * picture.
 */
function animated(still: Buffer): Buffer {
  const control = Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])
  const frame = Buffer.alloc(26)
  frame.writeUInt32BE(still.readUInt32BE(16), 4)
  frame.writeUInt32BE(still.readUInt32BE(20), 8)
  frame.writeUInt16BE(1, 20)
  frame.writeUInt16BE(1, 22)
  const data = still.indexOf('IDAT') - 4
  return Buffer.concat([still.subarray(0, data), chunk('acTL', control), chunk('fcTL', frame), still.subarray(data)])
}

export interface Hostile {
  what: string
  name: string
  bytes: Buffer
  code: IntakeCode
}

const MANY_PARTS = `%PDF-1.4\n${'1 0 obj null endobj\n'.repeat(60_001)}%%EOF`

/** Each must be refused with its code. */
export async function hostileFiles(): Promise<Hostile[]> {
  const [photo, picture, paper] = [await jpeg(), await png(), await pdf()]
  const text = (it: string): Buffer => Buffer.from(it)
  const list: [string, string, Buffer, IntakeCode][] = [
    ['nothing', 'a.jpg', Buffer.alloc(0), 'file_empty'],
    ['a byte too much', 'a.jpg', Buffer.concat([photo, Buffer.alloc(15 * MEBIBYTE + 1 - photo.length)]), 'file_size'],
    ['50 MB', 'a.pdf', Buffer.concat([paper, Buffer.alloc(50 * MEBIBYTE)]), 'file_size'],
    ['EICAR', 'eicar.com', text(EICAR), 'file_type'],
    ['EICAR as a picture', 'eicar.jpg', text(EICAR), 'file_mismatch'],
    ['SVG', 'logo.svg', text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'file_type'],
    ['SVG as PNG', 'logo.png', text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'file_mismatch'],
    ['HTML without an extension', 'invoice', text('<!doctype html><script>alert(1)</script>'), 'file_type'],
    ['text as JPEG', 'a.jpg', text('invoice 120.00'), 'file_mismatch'],
    ['GIF', 'a.gif', text('GIF89a\x01\0\x01\0\x80\0\0'), 'file_type'],
    ['BMP', 'a.bmp', text('BM\x36\0\0\0'), 'file_type'],
    ['WebP', 'a.webp', await sharp(photo).webp().toBuffer(), 'file_type'],
    ['HEIC', 'IMG_0001.HEIC', text('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'file_heic'],
    ['a PNG named PDF', 'a.pdf', picture, 'file_mismatch'],
    ['a JPEG named PDF', 'a.pdf', photo, 'file_mismatch'],
    ['a PDF named as a program', 'a.pdf.exe', paper, 'file_mismatch'],
    ['a JPEG named HTML', 'a.html', photo, 'file_mismatch'],
    ['JPEG and ZIP', 'a.jpg', Buffer.concat([photo, LOCAL_ENTRY]), 'file_mixed'],
    ['JPEG and HTML', 'a.jpg', Buffer.concat([photo, text('<HTML><body onload=alert(1)>')]), 'file_mixed'],
    ['JPEG and PHP', 'a.jpg', Buffer.concat([photo, text('<?php system($_GET[0]); ?>')]), 'file_mixed'],
    [
      'PHP in the notes of a JPEG',
      'a.jpg',
      await sharp(photo)
        .withExif({ IFD0: { Copyright: '<?php system($_GET[0]); ?>' } })
        .jpeg()
        .toBuffer(),
      'file_mixed',
    ],
    ['JPEG and EICAR', 'a.jpg', Buffer.concat([photo, text(EICAR)]), 'file_mixed'],
    ['PNG and a script', 'a.png', Buffer.concat([picture, text('<script>alert(1)</script>')]), 'file_mixed'],
    [
      'PNG with a script in its notes',
      'a.png',
      Buffer.concat([
        picture.subarray(0, 33),
        chunk('tEXt', text('Comment\0<script>alert(1)</script>')),
        picture.subarray(33),
      ]),
      'file_mixed',
    ],
    ['JPEG and PDF', 'a.jpg', Buffer.concat([photo, paper]), 'file_mixed'],
    ['PDF and ZIP', 'a.pdf', Buffer.concat([paper, LOCAL_ENTRY]), 'file_mixed'],
    ['PDF and EICAR', 'a.pdf', Buffer.concat([paper, text(EICAR)]), 'file_mixed'],
    ['HTML before a PDF', 'a.pdf', Buffer.concat([text('<html>'), paper]), 'file_mixed'],
    ['16000² PNG', 'a.png', flatPng(16_000, 16_000), 'file_pixels'],
    ['a small PNG that says it is large', 'a.png', flatPng(10, 10, { width: 6000, height: 6000 }), 'file_broken'],
    [
      'a large PNG that says it is endless',
      'a.png',
      flatPng(10, 10, { width: 0x7fffffff, height: 0x7fffffff }),
      'file_pixels',
    ],
    ['half a JPEG', 'a.jpg', photo.subarray(0, photo.length >> 1), 'file_broken'],
    ['three bytes of a JPEG', 'a.jpg', photo.subarray(0, 3), 'file_broken'],
    ['half a PNG', 'a.png', picture.subarray(0, picture.length >> 1), 'file_broken'],
    ['a PNG with a wrong byte', 'a.png', Buffer.from(picture).fill(0x55, 60, 70), 'file_broken'],
    ['half a PDF', 'a.pdf', paper.subarray(0, paper.length >> 1), 'file_damaged'],
    ['a PDF of nothing', 'a.pdf', text('%PDF-1.4\n%%EOF'), 'file_damaged'],
    ['a PDF whose pages never end', 'a.pdf', endlessPdf(), 'file_damaged'],
    ['a PDF that unpacks to half a gigabyte', 'a.pdf', inflatingPdf(), 'file_complex'],
    ['a PDF of very many parts', 'a.pdf', text(MANY_PARTS), 'file_damaged'],
    ['a locked PDF', 'a.pdf', await pdf(1, { userPassword: 'secret' }), 'file_locked'],
    ['a locked PDF of today', 'a.pdf', await pdf(1, { userPassword: 'secret', pdfVersion: '1.7ext3' }), 'file_locked'],
    ['500 pages', 'a.pdf', await pdf(500), 'file_pages'],
    ['51 pages', 'a.pdf', await pdf(51), 'file_pages'],
    ['a name that leads out', '../../etc/passwd.jpg', photo, 'file_name'],
    ['a name that leads out, on Windows', '..\\..\\system.jpg', photo, 'file_name'],
    ['a name with NUL', 'a.php\0.jpg', photo, 'file_name'],
    ['a name that reads backwards', 'invoice\u202egpj.exe', photo, 'file_name'],
    ['a name that starts a header', 'a\r\nset-cookie: x.jpg', photo, 'file_name'],
  ]
  return list.map(([what, name, bytes, code]) => ({ what, name, bytes, code }))
}
