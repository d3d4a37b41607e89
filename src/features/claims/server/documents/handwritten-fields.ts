/** Fields of a printed form that are filled in by hand: lines, longer texts, checkboxes. */
import { WIDTH } from '../../../../server/pdf/a4-document.ts'
import { COLOUR, PAGE, STYLE } from '../../../../server/pdf/document-style.ts'
import type { ClaimPdf } from './a4-claim-page.ts'

/** Height of a line to write on, points: 8.5 mm, as on printed forms. */
export const LINE = 24
/** A label takes one line: at most this share of the width, the rest is for writing. */
const LABEL = 0.6

/** A heading and a line to write on for each label. */
export function drawLines(paper: ClaimPdf, heading: string, labels: readonly string[]): void {
  paper.addSpace(16)
  paper.heading(heading, LINE * labels.length)
  paper.group('L', () =>
    labels.forEach((text) => {
      paper.ensureSpace(LINE)
      paper.group('LI', () => paper.text('Lbl', text, PAGE.side, paper.y + 7, WIDTH * LABEL, STYLE.label))
      paper.y += LINE
      paper.rule(PAGE.side, paper.y, WIDTH, COLOUR.edge, 0.5)
    }),
  )
}

/** Empty lines for a longer text. */
export function drawWritingLines(paper: ClaimPdf, label: string, count: number): void {
  paper.ensureSpace(LINE * count)
  paper.text('P', label, PAGE.side, paper.y + 7, WIDTH, STYLE.label)
  for (let i = 0; i < count; i++) {
    paper.addSpace(LINE)
    paper.rule(PAGE.side, paper.y, WIDTH, COLOUR.edge, 0.5)
  }
}

/** Checkboxes, side by side. */
export function drawBoxes(
  paper: ClaimPdf,
  heading: string,
  labels: readonly string[],
  columns: number,
  hint = '',
): void {
  paper.addSpace(16)
  paper.heading(heading, 60)
  paper.addSpace(6)
  if (hint) paper.paragraph(hint, STYLE.small)
  const width = WIDTH / columns
  const side = 9
  for (let i = 0; i < labels.length; i += columns) {
    const row = labels.slice(i, i + columns)
    const height = Math.max(...row.map((text) => paper.height(text, width - side - 14, STYLE.label))) + 5
    paper.ensureSpace(height)
    const top = paper.y
    row.forEach((text, column) => {
      const x = PAGE.side + column * width
      paper.artifact(() =>
        paper.doc
          .rect(x, top + 3, side, side)
          .lineWidth(0.7)
          .strokeColor(COLOUR.edge)
          .stroke(),
      )
      paper.text('P', text, x + side + 6, top, width - side - 14, STYLE.label)
    })
    paper.addSpace(height)
  }
}
