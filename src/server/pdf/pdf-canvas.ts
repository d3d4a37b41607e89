/** A PDF being drawn: tagged text with checked glyphs, rules, page breaks, header and footer. Points; y grows downwards. */
// oxlint-disable-next-line import/no-named-as-default -- its types know only the default export
import PDFDocument from 'pdfkit'
import { HTML_LANG, type Lang } from '../../lib/locale.ts'
import { readsFromRight } from './choose-typeface.ts'
import { ExpiringCache } from '../expiring-cache.ts'
import type { Fonts, Typeface } from './font-types.ts'
import { drawShapes, outlineOf } from './draw-shapes.ts'
import { parseFont } from './parse-font.ts'
import type { RareHan } from './rare-han-characters.ts'
import { COLOUR, type Style } from './document-style.ts'
import { gapBetween, breakLines, runsOf, widthOf, type Run } from './text-layout.ts'

export interface Meta {
  lang: Lang
  title: string
  author: string
  subject: string
  /** Instant, ms: the same facts give the same bytes. */
  issuedAt: number
  /** Leaves the streams uncompressed, for tests that read them. */
  plain?: boolean
}

export type Size = readonly [width: number, height: number]
export type Align = 'left' | 'right' | 'centre'
type Element = PDFKit.PDFStructureElement

/** Height of capitals, in em: centres a line of text in its line height. */
const CAP = 0.733

export class PdfCanvas {
  readonly doc: PDFKit.PDFDocument
  readonly lang: Lang
  readonly fonts: Fonts
  /** Upper edge of the next element. */
  y = 0
  private parent: Element
  /** Language of the text being drawn, where it is not the document's. */
  private spoken: string | undefined
  private readonly root: Element
  private readonly registered = new Set<string>()
  private readonly broken = new Map<string, string[]>()
  /** Widths of pieces of text by themselves, in em. */
  private readonly pieceWidths = new Map<string, number>()
  private readonly bytes: Promise<Uint8Array>

  constructor(meta: Meta, fonts: Fonts, size: Size) {
    this.lang = meta.lang
    this.fonts = fonts
    this.doc = new PDFDocument({
      size: [...size],
      margin: 0,
      bufferPages: true,
      pdfVersion: '1.7',
      tagged: true,
      displayTitle: true,
      lang: HTML_LANG[meta.lang],
      compress: !meta.plain,
      info: {
        Title: meta.title,
        Author: meta.author,
        Subject: meta.subject,
        Creator: meta.author,
        CreationDate: new Date(meta.issuedAt),
        ModDate: new Date(meta.issuedAt),
      },
    })
    this.bytes = collect(this.doc)
    this.root = this.doc.struct('Document')
    this.doc.addStructure(this.root)
    this.parent = this.root
  }

  /** A structure element that holds others: `L`, `LI`, `Table` … */
  group(tag: string, draw: () => void): void {
    const above = this.parent
    this.parent = this.doc.struct(tag, this.spoken ? { lang: this.spoken } : {})
    above.add(this.parent)
    draw()
    this.parent.end()
    this.parent = above
  }

  /** A structure element that holds text or a figure; `alt` is the alternative text of a drawing. */
  tag(tag: string, draw: () => void, alt?: string): void {
    const element = this.doc.struct(tag, { ...(alt ? { alt } : {}), ...(this.spoken ? { lang: this.spoken } : {}) }, [
      draw,
    ])
    this.parent.add(element)
  }

  /** Text drawn (or measured) inside is marked as another language, `ja` or `de`, and set in its face. */
  inLanguage(lang: string, draw: () => void): void {
    const before = this.spoken
    this.spoken = lang
    draw()
    this.spoken = before
  }

  /** What screen readers skip: rules, the logo, headers and footers. */
  artifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.doc.markContent('Artifact', { type })
    draw()
    this.doc.endMarkedContent()
  }

  rule(x: number, y: number, width: number, colour: string = COLOUR.line, weight = 0.6): void {
    this.artifact(() =>
      this.doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(weight)
        .strokeColor(colour)
        .stroke(),
    )
  }

  /** Draws a text in a box as one element and returns its height. */
  text(tag: string, text: string, x: number, y: number, width: number, style: Style, align: Align = 'left'): number {
    const lines = this.lines(text, width, style)
    const step = style.size * style.leading
    this.tag(tag, () => {
      lines.forEach((line, i) => this.line(line, x, y + i * step, width, style, align))
    })
    return lines.length * step
  }

  /** Cached: a text is measured before it is drawn. */
  lines(text: string, width: number, style: Style): string[] {
    const key = JSON.stringify([text, width, style.size, style.bold, this.spoken])
    const known =
      this.broken.get(key) ??
      breakLines(
        text,
        width,
        (part) => this.width(part, style),
        (piece) => this.pieceWidth(piece, style),
      )
    this.broken.set(key, known)
    return known
  }

  height(text: string, width: number, style: Style): number {
    return this.lines(text, width, style).length * style.size * style.leading
  }

  width(text: string, style: Style): number {
    return widthOf(this.runs(text, style), (run) => this.runWidth(run, style), style.size)
  }

  /** Cached for the document: its characters and words recur. */
  private pieceWidth(piece: string, style: Style): number {
    const key = `${style.bold ? 'b' : ''}${this.spoken ?? ''} ${piece}`
    const known = this.pieceWidths.get(key) ?? this.width(piece, style) / style.size
    this.pieceWidths.set(key, known)
    return known * style.size
  }

  /** One line of untagged text: inside `tag` or `artifact`. */
  line(text: string, x: number, y: number, width: number, style: Style, align: Align = 'left'): void {
    const runs = this.runs(text, style)
    const total = widthOf(runs, (run) => this.runWidth(run, style), style.size)
    let at = align === 'left' ? x : align === 'right' ? x + width - total : x + (width - total) / 2
    const baseline = y + (style.size * style.leading + style.size * CAP) / 2
    this.doc.fillColor(style.colour)
    runs.forEach((run, i) => {
      const before = runs[i - 1]
      if (before) at += gapBetween(before, run) * style.size
      if (run.face.outlines) this.shapes(run.text, run.face.outlines, at, baseline, style)
      else this.glyphs(run, at, baseline, style)
      at += this.runWidth(run, style)
    })
  }

  /** Ends the document and returns its bytes. */
  async finish(): Promise<Uint8Array> {
    this.root.end()
    this.doc.end()
    return this.bytes
  }

  private runs(text: string, style: Style): Run[] {
    const { regular, bold } = this.spoken === 'ja' ? this.fonts.japanese : this.fonts
    return runsOf(text, style.bold ? bold : regular, this.fonts, this.lang)
  }

  private runWidth(run: Run, style: Style): number {
    const { outlines } = run.face
    if (outlines)
      return (
        Array.from(run.text).reduce((sum, char) => sum + outlineOf(outlines, char.codePointAt(0) ?? 0).advance, 0) *
        style.size
      )
    return (this.widthAtThousand(run, style) * style.size) / 1000
  }

  private widthAtThousand(run: Run, style: Style): number {
    // The letters of both scripts have other forms of the signs that they share.
    const key = `${run.latin ? 'latin' : ''} ${run.text}`
    const known = widthsOf(run.face).get(key)
    if (known !== undefined) return known
    const width = this.face(run, { ...style, size: 1000 }).widthOfString(run.text, features(run))
    widthsOf(run.face).set(key, width)
    return width
  }

  private glyphs(run: Run, x: number, baseline: number, style: Style): void {
    this.face(run, style).text(run.text, x, baseline, { lineBreak: false, baseline: 'alphabetic', ...features(run) })
  }

  /** Characters drawn as shapes. A full-width space is drawn beneath each, because PDF readers find text by glyphs only. */
  private shapes(text: string, outlines: RareHan, x: number, baseline: number, style: Style): void {
    const below = (at: number): void =>
      this.glyphs({ text: '\u3000', face: this.fonts.regular, latin: false }, at, baseline, style)
    drawShapes(this.doc, Array.from(text), outlines, { x, baseline, style, below })
  }

  private face(run: Run, style: Style): PDFKit.PDFDocument {
    const { name } = run.face
    if (!this.registered.has(name)) this.doc.registerFont(name, parseFont(run.face))
    this.registered.add(name)
    return this.doc.font(run.face.name).fontSize(style.size)
  }
}

/**
 * Widths of texts at 1,000 points: words recur from document to document, and shaping one is most of a measurement.
 * Names are among them, so nothing is held longer than other opened values (decision 0042).
 */
const widths = new WeakMap<Typeface, ExpiringCache<number>>()

function widthsOf(face: Typeface): ExpiringCache<number> {
  const known = widths.get(face) ?? new ExpiringCache<number>({ heldMs: 60_000, units: 256 * 1024 })
  widths.set(face, known)
  return known
}

/** Chinese faces draw “ ” ’ … — full-width; within Latin text the proportional forms are requested. */
function features(run: Run): { features?: PDFKit.Mixins.OpenTypeFeatures[] } {
  // Given a list of features, even an empty one, pdfkit lays out the whole run: word by word it would reverse the order
  // of the words.
  if (readsFromRight(run.text)) return { features: [] }
  return run.latin && /[‘’“”…—·§]/.test(run.text) ? { features: ['pwid'] } : {}
}

function collect(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    doc.on('error', reject)
  })
}
