/** The insurance card: its two sides as separate pages for a phone, then both at actual size on A4 to print and fold. */
import { joined } from '../../../../lib/locale.ts'
import { formatDay } from '../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import type { DocumentFacts } from './fact-types.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import { drawMark } from '../../../../server/pdf/brand-mark.ts'
import { drawRuler } from './policy-document-parts.ts'
import { drawQr } from '../../../../server/pdf/draw-qr.ts'
import { PdfCanvas, type Meta } from '../../../../server/pdf/pdf-canvas.ts'
import { CARD, COLOUR, PAGE, STYLE, type Style } from '../../../../server/pdf/document-style.ts'
import type { Translate } from '../../../../server/pdf/document-words.ts'

const onDeep = (size: number, bold = false): Style => ({
  size,
  leading: 1.4,
  colour: COLOUR.onDeep,
  ...(bold ? { bold: true as const } : {}),
})
const quiet: Style = { size: 6.5, leading: 1.5, colour: COLOUR.onDeep2 }
const small: Style = { size: 6.5, leading: 1.55, colour: COLOUR.ink2 }
const strong: Style = { size: 8, leading: 1.45, bold: true, colour: COLOUR.ink }
const INNER = CARD.width - 2 * CARD.side

export function drawCard(meta: Meta, fonts: Fonts, facts: DocumentFacts, t: Translate): PdfCanvas {
  const sheet = new PdfCanvas(meta, fonts, [CARD.width, CARD.height])
  drawFront(sheet, facts, t, 0, 0)
  sheet.doc.addPage({ size: [CARD.width, CARD.height], margin: 0 })
  drawBack(sheet, facts, t, 0, 0)
  sheet.doc.addPage({ size: [PAGE.width, PAGE.height], margin: 0 })
  drawPrintPage(sheet, facts, t)
  return sheet
}

function drawFront(sheet: PdfCanvas, facts: DocumentFacts, t: Translate, left: number, top: number): void {
  const { doc, lang } = sheet
  const x = left + CARD.side
  sheet.artifact(() => {
    doc.rect(left, top, CARD.width, CARD.height).fill(COLOUR.deep)
    drawMark(doc, left + CARD.width - CARD.side - 20, top + 12, 20, COLOUR.onDeep)
  })
  const title = cutToWidth(sheet, joined(lang, facts.plan, facts.tier), onDeep(9, true), INNER - 30)
  sheet.text('P', title, x, top + 13, INNER - 30, onDeep(9, true))
  const nameStyle = shrinkToWidth(sheet, facts.insured.name, onDeep(15, true), INNER)
  const nameHeight = sheet.text('P', facts.insured.name, x, top + 37, INNER, nameStyle)
  let at = top + 37 + nameHeight
  const { otherName } = facts.insured
  if (otherName) {
    const style = shrinkToWidth(sheet, otherName, onDeep(8.5), INNER, 6)
    at += sheet.text('P', cutToWidth(sheet, otherName, style, INNER), x, at - 1, INNER, style)
  }
  sheet.text('P', t('policydocuments:card.number', { number: facts.number }), x, at, INNER, quiet)
  sheet.artifact(() => drawRuler(sheet, x, top + 93, INNER, facts.start, facts.end, COLOUR.onDeep, COLOUR.deepLine))
  const half = INNER / 2
  sheet.text('P', t('policydocuments:card.line'), x, top + 114, half, quiet)
  sheet.text('P', facts.helpLine, x, top + 123, half + 20, onDeep(9, true))
  if (facts.helpLineAnywhere !== facts.helpLine)
    sheet.text('P', t('policydocuments:card.elsewhere', { phone: facts.helpLineAnywhere }), x, top + 137, INNER, quiet)
  sheet.text('P', t('policydocuments:card.until'), x + half, top + 114, half, quiet, 'right')
  sheet.text('P', formatDay(facts.end, lang), x + half, top + 123, half, onDeep(9, true), 'right')
}

function drawBack(sheet: PdfCanvas, facts: DocumentFacts, t: Translate, left: number, top: number): void {
  const { doc } = sheet
  const x = left + CARD.side
  const qr = 58
  const width = INNER - qr - 14
  let y = top + 12
  y += sheet.text('P', t('policydocuments:card.hurt'), x, y, width, strong) + 2
  const { helpLine: line, helpLineAnywhere: anywhere } = facts
  for (const step of ['call', anywhere === line ? 'ask' : 'askBoth', 'keep'])
    y +=
      sheet.text(
        'P',
        t(`policydocuments:card.${step}`, { line, anywhere, hours: LIMITS.admissionHours }),
        x,
        y,
        width,
        small,
      ) + 2
  const rightX = left + CARD.width - CARD.side - qr
  sheet.tag(
    'Figure',
    () => drawQr(doc, facts.verifyUrl, rightX, top + 15, qr, COLOUR.ink),
    t('policydocuments:check.alt'),
  )
  sheet.text('P', facts.verifyCode, rightX - 12, top + 76, qr + 24, { ...small, size: 6 }, 'centre')
  const foot = top + CARD.height - 38
  sheet.rule(left, foot, CARD.width, COLOUR.ink, 0.6)
  sheet.text(
    'P',
    cutToWidth(sheet, t('policydocuments:card.insurer', { insurer: facts.insurer }), small, INNER),
    x,
    foot + 5,
    INNER,
    small,
  )
  sheet.text('P', cutToWidth(sheet, facts.sampleNotice, small, INNER), x, foot + 16, INNER, small)
}

function drawPrintPage(sheet: PdfCanvas, facts: DocumentFacts, t: Translate): void {
  const { doc } = sheet
  const x = (PAGE.width - CARD.width) / 2
  sheet.y = 70
  sheet.y +=
    sheet.text('H1', t('policydocuments:card.title'), PAGE.side, sheet.y, PAGE.width - 2 * PAGE.side, STYLE.title) + 6
  sheet.y +=
    sheet.text('P', t('policydocuments:card.print'), PAGE.side, sheet.y, PAGE.width - 2 * PAGE.side, STYLE.lead) + 34
  const top = sheet.y
  drawFront(sheet, facts, t, x, top)
  drawBack(sheet, facts, t, x, top + CARD.height)
  sheet.artifact(() => {
    doc.lineWidth(0.5).strokeColor(COLOUR.edge)
    doc.rect(x, top, CARD.width, CARD.height * 2).stroke()
    for (const y of [top, top + CARD.height, top + CARD.height * 2]) {
      doc
        .moveTo(x - 26, y)
        .lineTo(x - 8, y)
        .moveTo(x + CARD.width + 8, y)
        .lineTo(x + CARD.width + 26, y)
        .stroke()
    }
  })
}

/** Cuts a text to one line; only used for text that is written in full elsewhere. */
function cutToWidth(sheet: PdfCanvas, text: string, style: Style, width: number): string {
  if (sheet.width(text, style) <= width) return text
  const chars = Array.from(text)
  while (chars.length > 1 && sheet.width(`${chars.join('')}…`, style) > width) chars.pop()
  return `${chars.join('').trimEnd()}…`
}

/** A name is never cut: it is set smaller, down to `least`, and on two lines if necessary. */
function shrinkToWidth(sheet: PdfCanvas, text: string, style: Style, width: number, least = 9): Style {
  for (let size = style.size; size >= least; size -= 0.5) {
    if (sheet.width(text, { ...style, size }) <= width) return { ...style, size }
  }
  return { ...style, size: least - 0.5 }
}
