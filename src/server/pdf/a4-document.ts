/** An A4 page and its parts: header, footer, headings, grids and lists of facts. */
import type { Fonts } from './font-types.ts'
import { drawMark } from './brand-mark.ts'
import { PdfCanvas, type Meta } from './pdf-canvas.ts'
import { COLOUR, PAGE, STYLE, type Style } from './document-style.ts'
import type { Translate } from './document-words.ts'

export const WIDTH = PAGE.width - 2 * PAGE.side
const BOTTOM = PAGE.height - PAGE.bottom
const HEAD = 74
/** Columns of a list. */
const ROW = {
  label: WIDTH * 0.4,
  x: PAGE.side + WIDTH * 0.4 + 16,
  value: WIDTH * 0.6 - 16,
  style: { ...STYLE.body, colour: COLOUR.ink2 },
} as const

/** A line of a list or grid. */
export interface Row {
  label: string
  value: string
  /** Set small, under the value. */
  note?: string
  /** Takes two columns of a grid, for long names of schools. */
  wide?: true
}

/** Contents of the header and footer of every page. */
export interface Frame {
  number: string
  site: { name: string; short: string; operator: string; licence: string; phone: string; email: string }
  /** "Sample data, not an offer by this insurer". */
  sampleNotice: string
}

/** An A4 document: breaks pages between its parts. */
export class A4Document extends PdfCanvas {
  readonly frame: Frame
  readonly t: Translate

  constructor(meta: Meta, fonts: Fonts, frame: Frame, t: Translate) {
    super(meta, fonts, [PAGE.width, PAGE.height])
    this.frame = frame
    this.t = t
    this.drawHeader()
  }

  /** Starts a new page unless this height still fits. */
  ensureSpace(height: number): void {
    if (this.y + height > BOTTOM) this.newPage()
  }

  newPage(): void {
    this.doc.addPage()
    this.drawHeader()
  }

  addSpace(height: number): void {
    this.y += height
  }

  /** Brand at the left, policy number at the right, and a rule over the whole width of the page. */
  private drawHeader(): void {
    this.artifact(() => {
      drawMark(this.doc, PAGE.side, PAGE.top - 2, 22, COLOUR.teal)
      this.line(this.frame.site.name, PAGE.side + 30, PAGE.top, WIDTH / 2, STYLE.brand)
      this.line(this.frame.number, PAGE.side, PAGE.top + 2, WIDTH, STYLE.label, 'right')
    }, 'Pagination')
    this.rule(0, HEAD, PAGE.width, COLOUR.ink, 0.8)
    this.y = HEAD + 26
  }

  paragraph(text: string, style: Style = STYLE.body, width = WIDTH): void {
    this.ensureSpace(this.height(text, width, style))
    this.y += this.text('P', text, PAGE.side, this.y, width, style)
  }

  /** A heading over an ink rule, kept with the first `next` points of what follows. */
  heading(text: string, next = 40): void {
    this.ensureSpace(26 + next)
    this.y += this.text('H2', text, PAGE.side, this.y, WIDTH, STYLE.heading) + 4
    this.rule(PAGE.side, this.y, WIDTH, COLOUR.ink, 0.8)
  }

  /** Facts side by side, label over value; a `wide` one takes two columns. */
  grid(rows: readonly Row[], columns: 2 | 3): void {
    const gap = 20
    const one = (WIDTH - gap * (columns - 1)) / columns
    this.group('L', () => {
      for (const line of inLines(rows, columns)) {
        const cells = line.map(({ row, column, span }) => ({
          row,
          x: PAGE.side + column * (one + gap),
          width: one * span + gap * (span - 1),
        }))
        const height = Math.max(...cells.map(({ row, width }) => this.cellHeight(row, width))) + 13
        this.ensureSpace(height)
        for (const { row, x, width } of cells) this.cell(row, x, this.y + 6.5, width)
        this.y += height
        this.rule(PAGE.side, this.y, WIDTH)
      }
    })
  }

  private cellHeight(row: Row, width: number): number {
    const note = row.note ? this.height(row.note, width, STYLE.micro) : 0
    return this.height(row.label, width, STYLE.label) + this.height(row.value, width, STYLE.strong) + note
  }

  private cell(row: Row, x: number, y: number, width: number): void {
    this.group('LI', () => {
      let at = y + this.text('Lbl', row.label, x, y, width, STYLE.label)
      at += this.text('LBody', row.value, x, at, width, STYLE.strong)
      if (row.note) this.text('LBody', row.note, x, at, width, STYLE.micro)
    })
  }

  /**
   * A list with a heading, kept on one page where a page can hold it; a `broken` one begins here and continues on the
   * next page.
   */
  section(heading: string, rows: readonly Row[], { broken = false } = {}): void {
    const height = (broken ? rows.slice(0, 3) : rows).reduce((sum, row) => sum + this.rowHeight(row), 0)
    this.heading(heading, Math.min(height, BOTTOM - HEAD - 60))
    this.list(rows)
  }

  /** Facts below each other, each over a rule. */
  list(rows: readonly Row[]): void {
    this.group('L', () => {
      for (const row of rows) this.row(row)
    })
  }

  /** One fact: label, value, and its note at the right, or below where it does not fit. */
  private row(row: Row): void {
    const height = this.rowHeight(row)
    this.ensureSpace(height)
    const y = this.y + 3.5
    this.group('LI', () => {
      this.text('Lbl', row.label, PAGE.side, y, ROW.label, ROW.style)
      const valueHeight = this.text('LBody', row.value, ROW.x, y, ROW.value, STYLE.strong)
      if (!row.note) return
      const beside = this.fitsBeside(row)
      this.text(
        'LBody',
        row.note,
        ROW.x,
        beside ? y + 1 : y + valueHeight,
        ROW.value,
        STYLE.note,
        beside ? 'right' : 'left',
      )
    })
    this.y += height
    this.rule(PAGE.side, this.y, WIDTH)
  }

  private rowHeight(row: Row): number {
    const below = row.note && !this.fitsBeside(row) ? this.height(row.note, ROW.value, STYLE.note) : 0
    return (
      Math.max(this.height(row.label, ROW.label, ROW.style), this.height(row.value, ROW.value, STYLE.strong) + below) +
      7
    )
  }

  private fitsBeside({ value, note = '' }: Row): boolean {
    return this.width(value, STYLE.strong) + 14 + this.width(note, STYLE.note) <= ROW.value
  }

  /** Footers of all pages, drawn once the number of pages is known. */
  drawFooters(): void {
    const { count } = this.doc.bufferedPageRange()
    const { frame, t } = this
    for (let i = 0; i < count; i++) {
      this.doc.switchToPage(i)
      this.rule(PAGE.side, PAGE.height - 50, WIDTH)
      this.artifact(() => {
        const y = PAGE.height - 44
        this.line(
          `${frame.site.operator}  ${t('policydocuments:licence', { licence: frame.site.licence })}`,
          PAGE.side,
          y,
          WIDTH,
          STYLE.micro,
        )
        this.line(frame.sampleNotice, PAGE.side, y + 11.5, WIDTH, STYLE.micro)
        this.line(t('policydocuments:page', { page: i + 1, pages: count }), PAGE.side, y, WIDTH, STYLE.micro, 'right')
      }, 'Pagination')
    }
  }
}

/** Distributes rows over lines with this many columns. */
function inLines(rows: readonly Row[], columns: number): { row: Row; column: number; span: number }[][] {
  const lines: { row: Row; column: number; span: number }[][] = []
  let column = columns
  for (const row of rows) {
    const span = row.wide ? 2 : 1
    if (column + span > columns) {
      lines.push([])
      column = 0
    }
    lines.at(-1)?.push({ row, column, span })
    column += span
  }
  return lines
}
