/**
 * Two invoices to compare with one's own: one that shows everything required, with numbers, and a card slip, which is
 * not accepted in its place.
 */
import { formatMoney, money } from '../../../../lib/money/money.ts'
import { EXAMPLE_GBP } from '../../../../lib/money/settlement-example.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import { WIDTH } from '../../../../server/pdf/a4-document.ts'
import { COLOUR, PAGE, STYLE, type Style } from '../../../../server/pdf/document-style.ts'
import type { Translate } from '../../../../server/pdf/document-words.ts'
import { beginDownload } from './begin-download.ts'
import type { DownloadFacts } from '../../rules/documents/claim-document-facts.ts'
import { ClaimPdf } from './a4-claim-page.ts'

/**
 * The visit of the worked example (domain §5.4 A), as its clinic billed it: in English, in both languages of this
 * document.
 */
export const BILLED = [
  { name: 'Consultation, general practitioner', amount: 12_000 },
  { name: 'Blood test, full count', amount: 9_500 },
  { name: 'Medicine, prescribed', amount: 3_840 },
  { name: 'Vitamins', amount: 2_200 },
] as const
const CLINIC = 'Bloomsbury Practice (sample)'
const pounds = (amount: number): string => formatMoney(money(amount, 'GBP'), 'en')
const TOTAL = pounds(EXAMPLE_GBP[0]?.sum.amount ?? 0)

const BOX = { x: PAGE.side, width: WIDTH * 0.56, pad: 16 } as const
const INNER = BOX.width - 2 * BOX.pad
const LEGEND = { x: PAGE.side + BOX.width + 44, width: WIDTH - BOX.width - 44 } as const
const SLIP = 190
const HEAD: Style = { ...STYLE.body, size: 14, bold: true }
const ROW: Style = { ...STYLE.small, colour: COLOUR.ink }

/** Makes a PDF of one page from the facts. */
export async function makeSampleInvoices(
  facts: DownloadFacts,
  t: Translate,
  fonts: Fonts,
  { plain = false } = {},
): Promise<Uint8Array> {
  const paper = beginDownload(
    facts,
    { title: t('reading:invoices.title'), lead: t('reading:invoices.lead'), sampleNotice: facts.sampleNotice },
    t,
    fonts,
    plain,
  )
  paper.addSpace(14)
  paper.heading(t('reading:invoices.good'))
  paper.addSpace(16)
  invoice(paper, t)
  paper.addSpace(24)
  paper.heading(t('reading:invoices.bad'), 200)
  paper.addSpace(16)
  slip(paper, t)
  paper.drawFooters()
  return paper.finish()
}

function invoice(paper: ClaimPdf, t: Translate): void {
  const top = paper.y
  const x = BOX.x + BOX.pad
  paper.y = top + BOX.pad
  const points: number[] = []
  const row = (left: string, right: string, style: Style = ROW): void => {
    paper.text('P', left, x, paper.y, INNER * (right ? 0.68 : 1), style)
    if (right) paper.text('P', right, x, paper.y, INNER, style, 'right')
    paper.y += style.size * style.leading + 5.5
  }
  const point = (): void => {
    points.push(paper.y + 6)
  }
  point()
  row(CLINIC, '', HEAD)
  row('14 Sample Street, London WC1', 'INVOICE', ROW)
  paper.rule(x, paper.y, INNER, COLOUR.ink, 0.8)
  paper.y += 10
  point()
  row('Patient', 'LIN YUTONG')
  point()
  row('Date of visit', '3 March 2026')
  point()
  row('Invoice number', 'LDN-5521')
  paper.rule(x, paper.y, INNER)
  paper.y += 8
  for (const { name, amount } of BILLED) row(name, pounds(amount))
  paper.rule(x, paper.y, INNER, COLOUR.ink, 0.8)
  paper.y += 6
  point()
  row('Total, paid by card', TOTAL, { ...ROW, bold: true })
  seal(paper, x + 52, paper.y + 36)
  paper.y += 86
  paper.artifact(() =>
    paper.doc
      .rect(BOX.x, top, BOX.width, paper.y - top)
      .lineWidth(0.8)
      .strokeColor(COLOUR.edge)
      .stroke(),
  )
  paper.group('L', () => points.forEach((y, i) => leader(paper, y, i + 1, t(`samples:invoice.points.${i + 1}`))))
}

/** A line from the edge of the sheet to a number, with its explanation. */
function leader(paper: ClaimPdf, y: number, number: number, words: string): void {
  const centre = LEGEND.x - 18
  paper.rule(BOX.x + BOX.width - BOX.pad + 6, y, centre - BOX.x - BOX.width + BOX.pad - 15, COLOUR.ink, 0.8)
  paper.artifact(() => paper.doc.circle(centre, y, 9).fill(COLOUR.teal))
  paper.group('LI', () => {
    paper.text(
      'Lbl',
      String(number),
      centre - 9,
      y - 7,
      18,
      { ...STYLE.label, bold: true, colour: COLOUR.onDeep },
      'centre',
    )
    paper.text('LBody', words, LEGEND.x, y - 7, LEGEND.width, { ...STYLE.label, colour: COLOUR.ink })
  })
}

function seal(paper: ClaimPdf, x: number, y: number): void {
  paper.artifact(() => {
    paper.doc.circle(x, y, 34).lineWidth(1.6).strokeColor(COLOUR.teal).stroke()
    paper.doc.circle(x, y, 27).lineWidth(0.7).strokeColor(COLOUR.teal).stroke()
    paper.line('SAMPLE', x - 30, y - 8, 60, { ...STYLE.label, bold: true, colour: COLOUR.teal }, 'centre')
  })
}

function slip(paper: ClaimPdf, t: Translate): void {
  const top = paper.y
  const lines = [
    CLINIC,
    'London WC1',
    '',
    'SALE',
    'VISA **** 4417',
    '3 March 2026, 11:42',
    '',
    `AMOUNT  ${TOTAL}`,
    'APPROVED 031877',
    '',
    'Customer copy',
  ]
  paper.y = top + BOX.pad
  for (const text of lines) {
    if (text)
      paper.text('P', text, BOX.x, paper.y, SLIP, text.startsWith('AMOUNT') ? { ...ROW, bold: true } : ROW, 'centre')
    paper.y += text ? 15.5 : 7
  }
  paper.y += BOX.pad
  paper.artifact(() =>
    paper.doc
      .rect(BOX.x, top, SLIP, paper.y - top)
      .lineWidth(0.8)
      .strokeColor(COLOUR.edge)
      .stroke(),
  )
  const x = BOX.x + SLIP + 28
  const width = WIDTH - SLIP - 28
  let at = top + 4
  at += paper.text('P', t('samples:invoice.bad'), x, at, width, STYLE.strong) + 6
  at += paper.text('P', t('reading:invoices.missing'), x, at, width, STYLE.body) + 6
  paper.text('P', t('reading:invoices.ask'), x, at, width, STYLE.body)
}
