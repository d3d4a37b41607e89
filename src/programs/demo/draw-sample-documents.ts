/**
 * Drawn documents of the demo's claims: pages that look like an invoice, a record, a passport, a bank's proof, as
 * photos and as PDFs. Nobody's data, no real provider. Letters are drawn as outlines, because a server may have no
 * fonts of its own.
 */
// oxlint-disable-next-line import/no-named-as-default -- its types know the class as the default only
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { z } from 'zod'
import type { Typeface, Fonts } from '../../server/pdf/font-types.ts'
import { parseFont } from '../../server/pdf/parse-font.ts'

export interface Drawn {
  name: string
  mime: 'image/jpeg' | 'application/pdf'
  bytes: Buffer
  /** As small as the thumbnails of the intake; a PDF has none. */
  thumb: Buffer | null
}

/** The contents of a page: who wrote it, what it is, its facts, and the total. */
export interface PageText {
  from: string
  address: string
  title: string
  facts: readonly (readonly [string, string])[]
  lines?: readonly (readonly [string, string])[]
  total?: readonly [string, string]
  /** Seal and signature at the foot. */
  signed?: boolean
}

const PAGE = { width: 600, height: 800 }
const THUMB = { width: 288, height: 336 }
const FOOT = 'Sample document'

/** A text on the page; `x` is its right end when `right`. */
interface Mark {
  text: string
  x: number
  y: number
  size: number
  bold?: boolean
  right?: boolean
}
interface Layout {
  marks: Mark[]
  rules: number[]
  curves: string[]
}

/** A scribble, and a round seal. */
const SIGNATURE = 'M380 700q20-52 32-10t18 6 16-26 12 28 18-14 10-18 16 30 22-20 30 8'
const SEAL = 'M130 690a44 44 0 1 0 88 0a44 44 0 1 0-88 0M142 690a32 32 0 1 0 64 0a32 32 0 1 0-64 0'

function layout({ from, address, title, facts, lines = [], total, signed = false }: PageText): Layout {
  const marks: Mark[] = [
    { text: from, x: 48, y: 78, size: 22, bold: true },
    { text: address, x: 48, y: 102, size: 12 },
    { text: title, x: 48, y: 160, size: 28, bold: true },
    { text: FOOT, x: 48, y: 776, size: 10 },
  ]
  const rules = [120]
  let y = 198
  for (const [label, value] of facts) {
    marks.push({ text: label, x: 48, y, size: 13 }, { text: value, x: 210, y, size: 15, bold: true })
    y += 28
  }
  if (lines.length > 0) rules.push(y - 4)
  for (const [what, sum] of lines) {
    marks.push({ text: what, x: 48, y: y + 24, size: 15 }, { text: sum, x: 552, y: y + 24, size: 15, right: true })
    y += 32
  }
  if (total) {
    rules.push(y + 8)
    marks.push(
      { text: total[0], x: 48, y: y + 40, size: 18, bold: true },
      { text: total[1], x: 552, y: y + 40, size: 18, bold: true, right: true },
    )
  }
  return { marks, rules, curves: signed ? [SIGNATURE, SEAL] : [] }
}

interface Outlines {
  unitsPerEm: number
  layout: (text: string) => { glyphs: { advanceWidth: number; path: { toSVG: () => string } }[] }
}
const outlines = z.custom<Outlines>(
  (it) => z.object({ layout: z.function(), unitsPerEm: z.number() }).safeParse(it).success,
)

function outlined(face: Typeface, { text, x, y, size, right }: Mark): string {
  const font = outlines.parse(parseFont(face))
  const scale = size / font.unitsPerEm
  const { glyphs } = font.layout(text)
  const width = glyphs.reduce((sum, it) => sum + it.advanceWidth, 0) * scale
  let at = right ? x - width : x
  return glyphs
    .map(({ advanceWidth, path }) => {
      const piece = `<path transform="translate(${at.toFixed(2)} ${y}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})" d="${path.toSVG()}"/>`
      at += advanceWidth * scale
      return piece
    })
    .join('')
}

const textsOf = (fonts: Fonts, marks: readonly Mark[]): string =>
  marks.map((it) => outlined(it.bold ? fonts.bold : fonts.regular, it)).join('')

/** A sheet on a table, as a phone camera sees it. */
async function photographed(name: string, sheet: string, ground: string): Promise<Drawn> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="940"><path fill="${ground}" d="M0 0h720v940H0z"/><g transform="rotate(1.2 360 470) translate(60 70)"><path fill="#000" opacity=".18" d="M6 8h600v800H6z"/><path fill="#fdfcf8" d="M0 0h600v800H0z"/>${sheet}</g></svg>`
  const bytes = await sharp(Buffer.from(svg)).jpeg({ quality: 72 }).toBuffer()
  const thumb = await sharp(bytes)
    .resize({ ...THUMB, fit: 'inside' })
    .jpeg({ quality: 70 })
    .toBuffer()
  return { name, mime: 'image/jpeg', bytes, thumb }
}

/** A page as a photo. */
export function photo(fonts: Fonts, name: string, page: PageText, ground = '#8f9b93'): Promise<Drawn> {
  const { marks, rules, curves } = layout(page)
  const lines = rules.map((y) => `<path stroke="#8a8f94" d="M48 ${y}h504"/>`).join('')
  const ink = curves.map((d) => `<path fill="none" stroke="#274b8a" stroke-width="2.5" d="${d}"/>`).join('')
  return photographed(name, `<g fill="#22282c">${textsOf(fonts, marks)}</g>${lines}${ink}`, ground)
}

/** A page as a PDF. */
export function pdf(fonts: Fonts, name: string, page: PageText): Promise<Drawn> {
  const { marks, rules, curves } = layout(page)
  const document = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    font: '',
    info: { Title: page.title },
  })
  for (const face of [fonts.regular, fonts.bold]) document.registerFont(face.name, parseFont(face))
  for (const { text, x, y, size, bold, right } of marks) {
    document.font(bold ? fonts.bold.name : fonts.regular.name).fontSize(size)
    document.text(text, right ? x - document.widthOfString(text) : x, y, { lineBreak: false, baseline: 'alphabetic' })
  }
  for (const y of rules) document.moveTo(48, y).lineTo(552, y).stroke('#8a8f94')
  for (const d of curves) document.path(d).lineWidth(2.5).stroke('#274b8a')
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    document
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => resolve({ name, mime: 'application/pdf', bytes: Buffer.concat(parts), thumb: null }))
    document.end()
  })
}

/** The photo page of a passport: a grey head, no face. */
export function passport(
  fonts: Fonts,
  name: string,
  { surname, given, birth, number }: { surname: string; given: string; birth: string; number: string },
): Promise<Drawn> {
  const fields: [string, string][] = [
    ['Surname', surname],
    ['Given names', given],
    ['Date of birth', birth],
    ['Date of expiry', '2031-08-14'],
    ['Passport no.', number],
  ]
  const marks: Mark[] = [
    { text: 'PASSPORT (SAMPLE)', x: 48, y: 90, size: 26, bold: true },
    { text: FOOT, x: 48, y: 776, size: 10 },
    ...fields.flatMap(([label, value], i): Mark[] => [
      { text: label, x: 262, y: 168 + i * 62, size: 12 },
      { text: value, x: 262, y: 194 + i * 62, size: 20, bold: true },
    ]),
    { text: `P<UTO${surname}<<${given}`.padEnd(30, '<'), x: 48, y: 610, size: 22 },
    { text: `${number}<0UTO`.padEnd(30, '<'), x: 48, y: 650, size: 22 },
  ]
  const head =
    '<path fill="#d7dde2" d="M48 140h180v240H48z"/><circle cx="138" cy="228" r="44" fill="#9aa5ad"/><path fill="#9aa5ad" d="M62 380c6-80 146-80 152 0z"/>'
  return photographed(
    name,
    `<path fill="#eef1ea" d="M0 0h600v800H0z"/>${head}<g fill="#1f2a33">${textsOf(fonts, marks)}</g>`,
    '#7f8a8c',
  )
}
