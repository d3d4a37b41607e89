/** An A4 page of a claim: long texts that continue on the next page, and tables whose headings are repeated there. */
import { A4Document, WIDTH } from '../../../../server/pdf/a4-document.ts'
import type { Align } from '../../../../server/pdf/pdf-canvas.ts'
import { COLOUR, PAGE, STYLE, type Style } from '../../../../server/pdf/document-style.ts'

export interface Column {
  title: string
  /** Share of the width; the shares of all columns add up to 1. */
  share: number
  align?: Align
}

export interface Cell {
  text: string
  style?: Style
  /** Small text under it: the source, or why something was deducted. */
  below?: readonly { text: string; style?: Style }[]
}

export interface TableRow {
  cells: readonly Cell[]
  /** A deduction: tinted, wider than the table on both sides. */
  tint?: boolean
  /** Subtotal: bold over a rule. Total: a double rule below as well. */
  sum?: 'subtotal' | 'total'
}

const GAP = 12
const PAD = 5
const LABEL_REACH = 10
const HEAD: Style = { ...STYLE.label, bold: true }
const BELOW: Style = { ...STYLE.small, colour: COLOUR.ink2 }

interface Place {
  x: number
  width: number
}

export class ClaimPdf extends A4Document {
  /** Paragraphs of any length: they continue on the next page, with at least two lines on each. */
  flow(text: string, style: Style = STYLE.body): void {
    const step = style.size * style.leading
    for (const part of text.split('\n')) {
      let lines = this.lines(part, WIDTH, style)
      while (lines.length > 0) {
        this.ensureSpace(step * (lines.length > 3 ? 2 : lines.length))
        const room = Math.max(1, Math.min(lines.length, Math.floor((PAGE.height - PAGE.bottom - this.y) / step)))
        // No single line is moved to the next page.
        const fit = room > 2 && room === lines.length - 1 ? room - 1 : room
        const [here, top] = [lines.slice(0, fit), this.y]
        this.tag('P', () => here.forEach((line, i) => this.line(line, PAGE.side, top + i * step, WIDTH, style)))
        this.y += fit * step
        lines = lines.slice(fit)
      }
    }
  }

  /** A table with its heading. The heading stays with the first row, and is repeated on each new page. */
  table(columns: readonly Column[], rows: readonly TableRow[]): void {
    const places = placesOf(columns)
    const [first] = rows
    this.ensureSpace(this.headHeight(columns, places) + (first ? this.heightOf(first, places) : 0))
    this.group('Table', () => {
      this.group('TR', () =>
        this.heads(columns, places, (text, place, align) => {
          this.text('TH', text, place.x, this.y + PAD, place.width, HEAD, align)
        }),
      )
      for (const row of rows) this.tableRow(row, columns, places)
    })
  }

  private tableRow(row: TableRow, columns: readonly Column[], places: readonly Place[]): void {
    const height = this.heightOf(row, places)
    const { doc } = this
    const page = doc.bufferedPageRange().count
    this.ensureSpace(height)
    if (doc.bufferedPageRange().count > page) {
      this.heads(columns, places, (text, place, align) =>
        this.artifact(() => {
          this.lines(text, place.width, HEAD).forEach((line, i) =>
            this.line(line, place.x, this.y + PAD + i * HEAD.size * HEAD.leading, place.width, HEAD, align),
          )
        }),
      )
    }
    const top = this.y
    if (row.tint) {
      this.artifact(() => doc.rect(PAGE.side - LABEL_REACH, top, WIDTH + 2 * LABEL_REACH, height).fill(COLOUR.warnTint))
      this.rule(PAGE.side, top, WIDTH)
    }
    if (row.sum) this.rule(PAGE.side, top, WIDTH, COLOUR.ink, 0.8)
    this.group('TR', () =>
      row.cells.forEach((cell, i) => {
        const place = places[i]
        if (place) this.cellAt(cell, place, top, columns[i]?.align, row)
      }),
    )
    this.y = top + height
    if (row.sum === 'total') for (const by of [0, 2.4]) this.rule(PAGE.side, this.y + by, WIDTH, COLOUR.ink, 0.8)
    else this.rule(PAGE.side, this.y, WIDTH)
  }

  private cellAt(cell: Cell, { x, width }: Place, top: number, align: Align | undefined, row: TableRow): void {
    let at = top + PAD
    this.group('TD', () => {
      if (cell.text) at += this.text('P', cell.text, x, at, width, styleOf(cell, row), align)
      for (const { text, style } of cell.below ?? []) at += this.text('P', text, x, at, width, style ?? BELOW, align)
    })
  }

  private heightOf(row: TableRow, places: readonly Place[]): number {
    const heights = row.cells.map((cell, i) => {
      const width = places[i]?.width ?? 0
      const below = (cell.below ?? []).reduce(
        (sum, { text, style }) => sum + this.height(text, width, style ?? BELOW),
        0,
      )
      return (cell.text ? this.height(cell.text, width, styleOf(cell, row)) : 0) + below
    })
    return Math.max(...heights) + 2 * PAD
  }

  private headHeight(columns: readonly Column[], places: readonly Place[]): number {
    return Math.max(...columns.map(({ title }, i) => this.height(title, places[i]?.width ?? 0, HEAD))) + 2 * PAD
  }

  private heads(
    columns: readonly Column[],
    places: readonly Place[],
    draw: (text: string, place: Place, align?: Align) => void,
  ): void {
    columns.forEach(({ title, align }, i) => {
      const place = places[i]
      if (place) draw(title, place, align)
    })
    this.y += this.headHeight(columns, places)
    this.rule(PAGE.side, this.y, WIDTH, COLOUR.ink, 0.8)
  }
}

const styleOf = (cell: Cell, { sum }: TableRow): Style => ({
  ...(cell.style ?? STYLE.body),
  ...(sum ? { bold: true as const } : {}),
})

function placesOf(columns: readonly Column[]): Place[] {
  const room = WIDTH - GAP * (columns.length - 1)
  let x: number = PAGE.side
  return columns.map(({ share }) => {
    const place = { x, width: room * share }
    x += place.width + GAP
    return place
  })
}
